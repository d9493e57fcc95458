"""``unbury export``, ``merge`` and ``backup`` as a person calls them."""

import csv
import io
import json

import pytest

from evalcore.formats.rankings import read_rankings
from evalcore.formats.sheet import safe_cell

from support.bench import case, failed, gold, listed

HOSTILE = ("=1+1", "+7", "-5", "@x", "\t=2", "＝1")


@pytest.fixture
def run(bench, unbury):
    chunks = [{"chunk_id": one, "text": f"texto {one}"} for one in ("a", "b", *HOSTILE)]
    bench.bring(
        [
            case("q1", gold("a"), gold("=1+1"), question="=HYPERLINK(1)", category="num"),
            case("q2", gold("b")),
            case("q3", gold("b")),
            case("secret", gold("b"), blind=True),
        ],
        [listed("q1", "b", *HOSTILE), {"case_id": "q2", "results": []}, failed("q3")],
        chunks,
    )
    bench.judge(label="friday")
    return bench


def rows(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_a_bundle_goes_out_and_comes_in(run, unbury, tmp_path):
    out = tmp_path / "friday.unbury"
    said = unbury("export", "friday", "-o", out, "--json").json
    assert (said["file"], said["bytes"]) == (str(out), out.stat().st_size)
    merged = unbury("merge", out, "--db", tmp_path / "m.db", "--json")
    assert (merged.exit, merged.json["runs"]) == (0, 1)
    shown = unbury("verify", said["run"], "--db", tmp_path / "m.db", "--json").json
    assert shown["agrees"] is True
    assert "Held nothing new: 1" in unbury("merge", out, "--db", tmp_path / "m.db").out


def test_a_refused_bundle_leaves_2_and_is_named(run, unbury, tmp_path):
    (tmp_path / "x.unbury").write_bytes(b"no")
    said = unbury("merge", tmp_path / "x.unbury", "--db", tmp_path / "m.db")
    assert said.exit == 2
    assert "x.unbury: not a whole bundle" in said.err


def test_the_jsonl_export_keeps_every_id_failure_and_empty_list(run, unbury, tmp_path):
    out = tmp_path / "r.jsonl"
    unbury("export", "friday", "-o", out, "--jsonl")
    (sample,) = read_rankings(out).samples
    assert sample.of("q1").chunk_ids == ("b", *HOSTILE)
    assert (sample.of("q2").chunk_ids, sample.failures) == ((), {"q3": "timed out"})


def test_b38_the_trec_export_refuses_ids_that_would_shift_its_columns(run, unbury, tmp_path):
    said = unbury("export", "friday", "-o", tmp_path / "r.trec", "--trec")
    assert said.exit == 2
    assert "'\\t=2'" in said.err
    assert "--jsonl" in said.err
    assert not (tmp_path / "r.trec").exists()


def test_b63_no_cell_of_the_csv_is_run_as_a_formula(run, unbury, tmp_path):
    out = tmp_path / "r.csv"
    unbury("export", "friday", "-o", out, "--csv")
    found = rows(out)
    assert [row["chunk_id"] for row in found][1:7] == [f"'{one}" for one in HOSTILE]
    assert found[0]["question"] == "'=HYPERLINK(1)"
    assert all(not cell.startswith(tuple("=+-@＝\t")) for row in found for cell in row.values())


def test_the_csv_says_what_is_known_of_each_case(run, unbury, tmp_path):
    out = tmp_path / "r.csv"
    unbury("export", "friday", "-o", out, "--csv")
    found = rows(out)
    first = [row for row in found if row["case_id"] == "q1"]
    assert (first[0]["category"], first[0]["state"], first[0]["rank"]) == ("num", "fail", "1")
    assert [(r["chunk_id"], r["rank"], r["grade"]) for r in first if r["grade"]] == [
        ("'=1+1", "2", "1"),
        ("a", "", "1"),
    ]
    assert [row["error"] for row in found if row["case_id"] == "q3"] == ["timed out"]
    assert not [row for row in found if row["case_id"] == "secret"]


def test_a_negative_score_is_a_number_and_not_escaped():
    assert (safe_cell(-0.5), safe_cell("-0.5"), safe_cell("x")) == (-0.5, "'-0.5", "x")


def test_labels_leave_without_the_blind_ones_and_it_is_said(run, unbury, tmp_path):
    out = tmp_path / "g.jsonl"
    said = unbury("export", "friday", "-o", out, "--labels")
    assert "reserved cases that were left out: 1" in said.out
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["q1", "q2", "q3"]


def test_a_beir_folder_of_a_run_imports_again(run, unbury, tmp_path):
    unbury("export", "friday", "-o", tmp_path / "beir", "--format", "beir", "--labels")
    unbury("export", "friday", "-o", tmp_path / "r.jsonl", "--jsonl")
    said = unbury(
        "import", "--golden", tmp_path / "beir", "--rankings", tmp_path / "r.jsonl",
        "--manifest", tmp_path / "beir", "--db", tmp_path / "b.db", "--json",
    ).json  # fmt: skip
    assert {c["id"]: c["state"] for c in said["cases"]} == {
        "q1": "fail",
        "q2": "fail",
        "q3": "error",
    }
    assert said["notes"][0] == "format guessed: labels as beir, rankings as jsonl"


def test_one_file_has_one_format(run, unbury, tmp_path):
    said = unbury("export", "friday", "-o", tmp_path / "x", "--csv", "--format", "ranx")
    assert said.exit == 2
    assert "keep one of: csv, ranx" in said.err


def test_a_backup_is_a_whole_database_and_overwrites_nothing(run, unbury, tmp_path):
    copy = tmp_path / "copy.db"
    said = unbury("backup", copy, "--json").json
    assert said["bytes"] == copy.stat().st_size
    assert unbury("verify", "friday", "--db", copy).exit == 0
    again = unbury("backup", copy)
    assert again.exit == 2
    assert "there is a file already" in again.err


def test_the_help_lists_the_formats_of_the_registry(unbury):
    said = unbury("import", "--help").out
    for name in ("autorag", "rank-eval", "quepid", "promptfoo", "spans"):
        assert name in said
    assert "--level" in said
