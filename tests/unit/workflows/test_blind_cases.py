"""Blind cases: an aggregate on request, and nothing else anywhere."""

import json

import pytest

from evalcore.errors import UsageError
from evalcore.store import open_reader
from evalcore.views.result import result_of

from support.bench import case, gold, listed

SEARCH = """
def search(query, depth):
    return [("hidden", 1.0)] if "secret" in query else [("a", 1.0)]
"""
SUITE = '[retriever]\nkind = "python"\ncallable = "engine:search"\n'
CASES = [
    case("q1", gold("a")),
    case("q2", gold("a")),
    case("secret-1", gold("hidden"), ciego=True),
    case("secret-2", gold("elsewhere"), ciego=True),
    case("secret-draft", gold("hidden"), ciego=True, estado="draft"),
]


@pytest.fixture
def suite(bench):
    bench.write("golden.jsonl", CASES)
    bench.write("engine.py", SEARCH)
    return bench


def said(outcome):
    return json.dumps(
        result_of(
            run_id=outcome.run_id,
            label=outcome.label,
            suite=outcome.suite,
            examination=outcome.examination,
            verdict=outcome.verdict,
        )
    )


def lists_of(bench):
    with open_reader(bench.db) as reader:
        (sample,) = reader.rankings(reader.resolve("latest").id)
    return sample


def test_asked_for_they_are_told_as_one_aggregate(suite):
    outcome = suite.run(SUITE, blind=True)
    assert {k: outcome.blind[k] for k in ("counted", "measured", "passed")} == {
        "counted": 2,
        "measured": 2,
        "passed": 1,
    }
    assert outcome.blind["measures"]["recall@10"]["mean"] == 0.5
    assert suite.stored().context["blind"] == outcome.blind


def test_they_change_nothing_of_the_verdict(suite):
    with_blind, without = suite.run(SUITE, blind=True), suite.run(SUITE)
    assert with_blind.verdict == without.verdict
    assert without.blind is None
    assert (with_blind.verdict.exit_code, int(with_blind.examination.counted.sum())) == (0, 2)


def test_nothing_of_them_is_in_the_answer_or_in_the_stored_lists(suite):
    outcome = suite.run(SUITE, blind=True)
    assert "secret" not in said(outcome)
    assert "hidden" not in said(outcome)
    kept = lists_of(suite)
    assert kept.case_ids == ("q1", "q2")
    assert kept.chunk_ids == ("a",)


def test_lists_of_blind_cases_that_somebody_brings_are_not_kept_either(bench):
    lists = [listed("secret-1", "hidden", "a"), listed("q1", "a", "b"), listed("q2", "a")]
    bench.bring(CASES, [*lists, {"case_id": "secret-2", "error": "refused"}])
    outcome = bench.judge()
    assert "secret" not in said(outcome)
    kept = lists_of(bench)
    assert (kept.case_ids, kept.chunk_ids, kept.failures) == (("q1", "q2"), ("a", "b"), {})
    assert kept.of("q1").chunk_ids == ("a", "b")
    assert kept.of("q1").scores == (1.0, 0.999)
    assert bench.stored().verdict == outcome.verdict


def test_they_are_only_asked_where_there_are_some(bench):
    bench.write("golden.jsonl", CASES[:2])
    bench.write("engine.py", SEARCH)
    with pytest.raises(UsageError, match="no blind case"):
        bench.run(SUITE, blind=True)


def test_b52_a_golden_set_of_blind_cases_alone_is_refused(bench):
    bench.write("golden.jsonl", CASES[2:])
    bench.write("engine.py", SEARCH)
    with pytest.raises(UsageError, match="no visible case"):
        bench.run(SUITE)


def test_chunks_of_blind_cases_are_not_named_in_a_refusal(bench):
    bench.bring(
        [case("q1", gold("doc")), case("secret-1", gold("aaa-hidden"), ciego=True)],
        [listed("q1", "doc#1")],
    )
    with pytest.raises(Exception, match="id space mismatch") as refused:
        bench.judge()
    assert "hidden" not in str(refused.value)
