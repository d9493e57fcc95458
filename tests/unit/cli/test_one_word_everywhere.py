"""B54: the same word on screen, in JSON and in the exit code; JSON strict and stable."""

import pytest

from support.bench import case, failed, gold, listed, plain

IMPORT = ("import", "--golden", "golden.jsonl", "--rankings", "rankings.jsonl")
TOP = {
    *("run", "label", "suite", "verdict", "exit", "reason", "counted", "measured"),
    *("rules", "measures", "cases", "unknown_cases", "baseline", "blind", "notes"),
}
RULE = {"rule", "status", "value", "limit", "worst", "best", "cases", "reason"}
MEASURE = {"mean", "low", "high", "worst", "best", "n", "N"}
CASE = {
    *("id", "question", "state", "recall", "supply", "quality", "precision"),
    *("precision_returned", "rr", "gold_rr", "ndcg", "ap", "noise", "noise_count"),
    *("noise_threshold", "unjudged", "max_possible", "agreement", "tie_at_cutoff"),
    *("recall_low", "recall_high", "expected", "notes", "error"),
}
EXPECTED = {"chunk_id", "grade", "gold", "rank", "score", "place"}
NAMES = {"recall@10", "precision@10", "mrr", "gold_mrr", "ndcg@10", "map", "quality", "noise"}


def accepted(bench):
    bench.bring([case("q", gold("a"))], [listed("q", "a")])


def blocked(bench):
    bench.bring([case("q", gold("a"))], [listed("q", "b")])


def cannot_judge(bench):
    bench.bring([case("q", gold("a")), case("r", gold("b"))], [listed("q", "a"), failed("r")])


def stale(bench):
    held = [{"chunk_id": "a"}]
    bench.bring([case("q", gold("a")), case("r", gold("z"))], [listed("q", "a")], held)


VERDICTS = [
    (accepted, "ACCEPT", 0),
    (blocked, "BLOCK", 1),
    (cannot_judge, "CANNOT JUDGE", 3),
    (stale, "CANNOT JUDGE", 4),
]


@pytest.mark.parametrize(("bring", "word", "exit_code"), VERDICTS)
def test_screen_json_and_exit_code_say_the_same(bench, unbury, bring, word, exit_code):
    bring(bench)
    manifest = ("--manifest", "chunks.jsonl") if bring is stale else ()
    screen, answer = unbury(*IMPORT, *manifest), unbury(*IMPORT, *manifest, "--json")
    assert (screen.exit, answer.exit) == (exit_code, exit_code)
    assert screen.out.split("\n")[0].startswith(f" {word} ")
    assert (answer.json["verdict"], answer.json["exit"]) == (word, exit_code)
    assert answer.json["reason"] in " ".join(screen.out.split())
    for again in (unbury("gate", "latest"), unbury("gate", "latest", "--json")):
        assert again.exit == exit_code
        assert word in again.out
    shown = unbury("show", "latest", "--json")
    assert (shown.exit, shown.json["verdict"], shown.json["exit"]) == (0, word, exit_code)
    listing = unbury("runs", "--json").json["runs"]
    assert {one["verdict"] for one in listing} == {word}


@pytest.mark.parametrize("bring", [bring for bring, _, _ in VERDICTS])
def test_the_keys_are_those_of_the_contract_whatever_came(bench, unbury, bring):
    bring(bench)
    for answer in (unbury(*IMPORT, "--json"), unbury("show", "latest", "--json")):
        result = answer.json
        assert set(result) == TOP
        assert {frozenset(one) for one in result["rules"]} == {frozenset(RULE)}
        assert {frozenset(one) for one in result["measures"].values()} == {frozenset(MEASURE)}
        assert set(result["measures"]) >= NAMES
        assert {frozenset(one) for one in result["cases"]} == {frozenset(CASE)}
        labels = [label for one in result["cases"] for label in one["expected"]]
        assert {frozenset(one) for one in labels} == {frozenset(EXPECTED)}


def test_undefined_figures_are_null(bench, unbury):
    cannot_judge(bench)
    open_case = unbury(*IMPORT, "--json").json["cases"][1]
    assert (open_case["recall"], open_case["ndcg"], open_case["noise"]) == (None, None, None)
    assert (open_case["state"], open_case["error"]) == ("error", "timed out")


def test_a_run_shown_says_what_it_said_when_it_was_made(bench, unbury):
    cannot_judge(bench)
    made = unbury(*IMPORT, "--json").json
    assert unbury("show", "latest", "--json").json == made
    assert unbury("gate", "latest", "--json").json == made


def test_a_count_of_noisy_results_is_a_count_or_nothing(bench, unbury):
    bench.bring([case("q", gold("a"))], [listed("q", "x", "a", "y", "z")])
    (one,) = unbury(*IMPORT, "--json").json["cases"]
    assert (one["noise"], one["noise_count"]) == (0.5, 2)
    both = [listed("q", "x", "a", "y", "z", sample=n) for n in (1, 2)]
    bench.bring([case("q", gold("a"))], both)
    (one,) = unbury(*IMPORT, "--json").json["cases"]
    assert (one["noise"], one["noise_count"]) == (0.5, 2)
    bench.bring([case("q", gold("a"))], [both[0], listed("q", "a", "x", "y", "z", sample=2)])
    (one,) = unbury(*IMPORT, "--json").json["cases"]
    assert (one["noise"], one["noise_count"]) == (0.625, None)


def test_what_a_search_function_prints_is_no_part_of_the_answer(bench, unbury):
    accepted(bench)
    bench.write("engine.py", "def search(query, depth):\n    print('hello')\n    return ['a']\n")
    bench.write(
        "suite.toml",
        'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "python"\n'
        'callable = "engine:search"\n',
    )
    answer = unbury("run", "suite.toml", "--json")
    assert (answer.exit, answer.json["verdict"]) == (0, "ACCEPT")
    assert "hello" in answer.err


def test_no_figure_on_screen_is_rounded_onto_its_limit(bench, unbury):
    cases = [case(f"q{n}", plain("a")) for n in range(301)]
    lists = [listed(one["id"], "b" if n < 16 else "a") for n, one in enumerate(cases)]
    bench.bring(cases, lists)
    bench.write("policy.toml", "[tolerance]\ndocumented = false\n")
    lines = unbury(*IMPORT, "--policy", "policy.toml").out.splitlines()
    rules = {line.split()[0]: line for line in lines if "≤" in line or "≥" in line}
    assert "94.68" in rules["mean_quality"]
    assert rules["mean_quality"].count("94.68") == 2
    assert "5.3%" in rules["other_failures"]
    recall = next(line for line in lines if line.startswith("recall@10"))
    assert "0.946" in recall


@pytest.mark.parametrize("command", [("verify", "latest"), ("doctor",)])
def test_checks_answer_in_json_too(bench, unbury, command):
    accepted(bench)
    unbury(*IMPORT)
    answer = unbury(*command, "--json")
    assert answer.exit == 0
    assert isinstance(answer.json, dict)


def test_b14_rankings_of_other_questions_are_named_on_screen_and_in_json(bench, unbury):
    bench.bring([case("q", gold("a"))], [listed("q", "a"), listed("z9", "a")])
    assert "z9" in unbury(*IMPORT).out
    assert unbury(*IMPORT, "--json").json["unknown_cases"] == ["z9"]
