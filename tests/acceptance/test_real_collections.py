"""Real collections through the commands: figures that others computed."""

import json

import pytest

from support.shell import shared

EXPECTED_NAMES = {
    "recall_10": "recall@10",
    "P_10": "precision@10",
    "recip_rank": "mrr",
    "map": "map",
    "ndcg_cut_10": "ndcg@10",
    "success_1": None,
}


@pytest.mark.data
@pytest.mark.parametrize("system", ["bm25", "use_m3", "e5_small_q4", "rrf_bm25_e5"])
def test_imported_xquad_runs_have_the_published_means(shell, system):
    runs = shared("xquad_es/runs")
    expected = json.loads((runs / "expected_pytrec_eval.json").read_text())[system]
    done = shell.unbury(
        "import",
        "--golden",
        runs / "qrels.txt",
        "--rankings",
        runs / f"{system}.trec.gz",
        "--order",
        "trec",
        "--json",
    )
    measures = done.json["measures"]
    compared = {k: v for k, v in EXPECTED_NAMES.items() if v}
    assert {k: round(measures[v]["mean"], 6) for k, v in compared.items()} == {
        k: expected[k] for k in compared
    }
    assert done.json["counted"] == expected["n_queries"]


@pytest.mark.data
def test_the_main_job_runs_on_1190_real_questions(shell):
    data = shared("xquad_es")
    suite = shell.folder / "suite.toml"
    suite.write_text(
        f'name = "xquad"\ngolden = "{data / "queries_es.jsonl"}"\n'
        f'manifest = "{data / "corpus_es.jsonl"}"\ndepth = 20\n'
        '[retriever]\nkind = "embedded"\nmode = "bm25"\nlanguage = "es"\nfield = "text"\n'
    )
    run = shell.unbury("run", suite, "--json").json
    recorded = json.loads((data / "runs" / "expected_pytrec_eval.json").read_text())["bm25"]
    assert run["counted"] == 1190
    assert abs(run["measures"]["mrr"]["mean"] - recorded["recip_rank"]) < 0.02
    assert abs(run["measures"]["recall@10"]["mean"] - recorded["recall_10"]) < 0.02


@pytest.mark.data
def test_b13_a_topic_missing_from_a_nist_run_is_an_error_unless_named_empty(shell):
    test = shared("metric_truth/trec_eval/test")
    run = shell.folder / "results.trec"
    lines = (test / "results.trunc").read_text().splitlines()
    run.write_text("".join(" ".join(line.split()[:6]) + "\n" for line in lines))
    files = ("--golden", test / "qrels.test", "--rankings", run)
    order = ("--order", "trec", "--json")
    strict = shell.unbury("import", *files, *order).json
    lenient = shell.unbury("import", *files, *order, "--missing", "empty").json
    assert [c["id"] for c in strict["cases"] if c["state"] == "error"] == ["302"]
    assert (strict["measured"], strict["counted"]) == (2, 3)
    assert (lenient["measured"], lenient["counted"]) == (3, 3)
    nist = 0.1016
    assert round(lenient["measures"]["map"]["mean"], 4) == nist
    bounds = strict["measures"]["map"]
    assert round(bounds["worst"], 4) == nist
    assert bounds["worst"] < bounds["mean"] < bounds["best"]


@pytest.mark.data
def test_b38_words_behind_the_sixth_column_are_refused_with_their_lines(shell):
    test = shared("metric_truth/trec_eval/test")
    files = ("--golden", test / "qrels.test", "--rankings", test / "results.trunc")
    done = shell.unbury("import", *files, "--format", "trec")
    assert done.exit == 2
    assert "results.trunc:1: 9 columns" in done.err
