"""The judge against people: table, kappa, and the mean that drawn labels correct."""

from fractions import Fraction

import pytest

from evalcore.model.answer import HumanVerdict, text_hash
from evalcore.model.judgement import JudgedMeasure
from evalcore.model.policy import SamplingPolicy
from evalcore.stability.judged import judged_share
from evalcore.stability.people import ENOUGH, against_people

from support.judgements import CORRECTNESS, judgement

YES, NO, SPLIT = "yyyyy", "nnnnn", "yynyn"


def human(case_id, passed, *, drawn_from=None, answer=None, measure=CORRECTNESS):
    return HumanVerdict(
        case_id=case_id,
        measure=measure,
        answer=text_hash(answer or f"answer of {case_id}"),
        passed=passed,
        drawn_from=drawn_from,
    )


def against(votes, *verdicts):
    return against_people(judged_share(judgement(votes), CORRECTNESS, SamplingPolicy()), verdicts)


def test_the_table_counts_what_both_said_and_what_the_judge_left_open():
    votes = {"a": YES, "b": YES, "c": NO, "d": SPLIT, "e": ""}
    said = {"a": True, "b": False, "c": False, "d": True, "e": False}
    found = against(votes, *(human(case_id, passed) for case_id, passed in said.items()))
    assert found.table == {
        ("pass", "pass"): 1,
        ("fail", "pass"): 1,
        ("fail", "fail"): 1,
        ("pass", "open"): 1,
        ("fail", "open"): 1,
    } | {key: 0 for key in found.table if found.table[key] == 0}
    assert (found.agreed, found.n, found.agreement) == (2, 5, Fraction(2, 5))
    assert found.kappa.n == 3
    # observed 2/3, by chance 1/3*2/3 + 2/3*1/3 = 4/9
    assert found.kappa.value == Fraction(2, 5)


def test_a_verdict_on_another_answer_counts_nowhere():
    found = against({"a": YES}, human("a", True, answer="an older answer"), human("b", True))
    assert (found.stale, found.n) == (2, 0)
    assert found.agreement is None


def test_people_who_contradict_each_other_decide_nothing():
    found = against({"a": YES, "b": YES}, human("a", True), human("a", False), human("b", True))
    assert found.disputed == ("a",)
    assert found.n == 1


def test_nobody_spoke_of_this_measure():
    assert against({"a": YES}, human("a", True, measure=JudgedMeasure.BEHAVIOUR)) is None


def drawn(n, *, of=None, votes=None, blank=0, wrong=0):
    votes = votes or {f"q{i}": YES for i in range(2 * ENOUGH)}
    labels = [
        human(f"q{i}", None if i < blank else i >= wrong, drawn_from=of or len(votes))
        for i in range(n)
    ]
    return against(votes, *labels)


def test_below_50_drawn_labels_there_is_not_enough_to_correct():
    found = drawn(ENOUGH - 1)
    assert found.corrected is None
    assert found.lacking.startswith("not enough: 49")


def test_from_50_drawn_labels_on_the_mean_is_corrected():
    found = drawn(ENOUGH, wrong=10)
    assert found.lacking is None
    assert (found.corrected.n, found.corrected.N) == (ENOUGH, 2 * ENOUGH)
    assert found.corrected.mean == pytest.approx(0.8)  # the judge said 1 of all, people 40 of 50


def test_labels_that_were_not_drawn_correct_nothing():
    votes = {f"q{i}": YES for i in range(80)}
    found = against(votes, *(human(f"q{i}", True) for i in range(80)))
    assert found.kappa.n == 80
    assert found.corrected is None
    assert found.drawn == 0


def test_labels_drawn_from_another_set_of_answers_correct_nothing():
    assert drawn(ENOUGH, of=40).corrected is None


def test_a_sheet_with_blanks_corrects_nothing_however_many_are_filled_in():
    found = drawn(ENOUGH + 10, blank=3)
    assert found.corrected is None
    assert (found.blank, found.drawn) == (3, ENOUGH + 10)
    assert "3 of the drawn answers have no verdict" in found.lacking


def test_answers_that_the_judge_left_open_are_part_of_what_is_corrected():
    votes = {f"q{i}": (YES, SPLIT, "?????")[i % 3] for i in range(90)}
    found = drawn(60, votes=votes)
    assert found.corrected.N == 90
    assert found.corrected.mean > 0.9  # people passed all they saw
