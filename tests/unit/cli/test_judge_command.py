"""``unbury judge`` as a person calls it."""

import pytest

from support.judge_server import SERVER_ERROR, RecordedJudge, Step
from support.judged_bench import JudgedBench, honest


@pytest.fixture(autouse=True)
def _alone(monkeypatch, tmp_path):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("UNBURY_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def judge():
    with RecordedJudge(honest) as server:
        yield server


@pytest.fixture
def judged(bench, judge):
    def prepare(**more):
        JudgedBench(bench.folder).prepare(judge, **more)
        return judge

    return prepare


def test_the_answer_names_every_measure_its_bounds_and_the_cost(unbury, judged):
    judged()
    answer = unbury("judge", "latest", "--answers", "answers.jsonl")
    assert answer.exit == 0
    for words in ("correctness", "3/3", "faithfulness", "2/3", "behaviour", "5/5", "USD", "two"):
        assert words in answer.out


def test_json_holds_denominators_votes_ruler_and_cost(unbury, judged):
    judged()
    answer = unbury("judge", "latest", "--answers", "answers.jsonl", "--json")
    found = answer.json
    assert answer.exit == 0
    assert found["measures"]["faithfulness"]["passing"]["N"] == 3
    assert found["measures"]["faithfulness"]["by"]["category"]["tax"] == {
        "passed": 1, "open": 0, "N": 2,
    }  # fmt: skip
    case = next(c for c in found["measures"]["faithfulness"]["cases"] if c["id"] == "two")
    assert (case["state"], case["agreement"], len(case["votes"])) == ("fail", "5/5", 5)
    assert set(found["ruler"]["prompts"]) == {"correctness", "faithfulness", "behaviour"}
    assert found["cost"]["votes"] == 55
    assert found["verdict"] is None


def test_the_terminal_of_80_columns_holds_every_line(unbury, judged, monkeypatch):
    judged()
    monkeypatch.setenv("COLUMNS", "80")
    answer = unbury("judge", "latest", "--answers", "answers.jsonl")
    assert max(map(len, answer.out.splitlines())) <= 80


def test_stored_asks_nobody_and_says_the_same(unbury, judged):
    server = judged()
    first = unbury("judge", "latest", "--answers", "answers.jsonl", "--json").json
    asked = len(server.requests)
    again = unbury("judge", "latest", "--stored", "--json").json
    assert len(server.requests) == asked
    assert again["judgement"] == first["judgement"]


def test_b52_a_judge_that_never_answered_is_no_success(unbury, judged):
    server = judged()
    server.script = [Step(SERVER_ERROR, 500)]
    answer = unbury("judge", "latest", "--answers", "answers.jsonl", "--samples", "1")
    assert answer.exit == 3
    assert "HTTP 500" in answer.out


def test_b54_where_the_policy_gates_exit_code_and_word_are_the_gate_s(unbury, judged):
    judged(policy='[judge]\nfaithfulness = "9/10"\n[noise]\nceiling = "9/10"\n')
    answer = unbury("judge", "latest", "--answers", "answers.jsonl", "--json")
    assert (answer.exit, answer.json["verdict"], answer.json["exit"]) == (1, "BLOCK", 1)
    assert unbury("show", "latest", "--json").json["verdict"] == "BLOCK"


def test_lint_finds_the_instruction_after_the_output(unbury, judged, bench):
    judged()
    assert unbury("judge", "--lint", "--suite", "suite.toml").exit == 0
    with (bench.folder / "behaviour.md").open("a") as file:
        file.write("\nIf it is polite, say answer.\n")
    answer = unbury("judge", "--lint", "--suite", "suite.toml")
    assert answer.exit == 1
    assert "instruction_after_output" in answer.out


def test_a_ruler_that_changed_is_said(unbury, judged, bench):
    judged()
    unbury("judge", "latest", "--answers", "answers.jsonl")
    text = (bench.folder / "correctness.md").read_text()
    (bench.folder / "correctness.md").write_text(text.replace("verified", "has verified"))
    answer = unbury("judge", "latest", "--answers", "answers.jsonl")
    assert "THE RULER CHANGED" in answer.out


def test_the_way_from_a_sheet_to_people_s_verdicts(unbury, judged, bench):
    judged()
    unbury("judge", "latest", "--answers", "answers.jsonl")
    assert unbury("judge", "latest", "--sheet", "sheet.jsonl", "--labels", "3").exit == 0
    filled = (
        (bench.folder / "sheet.jsonl").read_text().replace('"verdict":null', '"verdict":"pass"')
    )
    (bench.folder / "sheet.jsonl").write_text(filled)
    answer = unbury("judge", "latest", "--stored", "--human", "sheet.jsonl")
    assert "the judge agrees on 3 of 3" in answer.out
    assert "not enough: 3 labels" in answer.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("judge",),
        ("judge", "--lint"),
        ("judge", "latest", "--stored"),
        ("judge", "latest", "--measure", "tone", "--stored"),
        ("judge", "latest", "--fetch"),
    ],
)
def test_a_call_that_cannot_be_answered_says_what_to_do(unbury, judged, arguments):
    judged()
    answer = unbury(*arguments)
    assert answer.exit == 2
    assert len(answer.err.splitlines()) > 1
