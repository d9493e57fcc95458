"""No-answer cases: the threshold comes from the visible ones and is checked on the blind ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.golden.abstention import (
    LEAST,
    Rates,
    TopScores,
    abstention,
    best_threshold,
    blind_rates,
    rates,
    rates_from,
    top_scores,
)
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Behaviour, CaseStatus, Direction

HIGH = Direction.HIGHER


def top(yes, no):
    return TopScores(answerable=np.array(yes, dtype=float), unanswerable=np.array(no, dtype=float))


def golden(*kinds):
    """Cases by their behaviour, "blind" before it for the reserved side."""
    cases = []
    for n, kind in enumerate(kinds):
        blind, _, behaviour = kind.rpartition(" ")
        cases.append(
            Case(
                id=f"q{n}",
                question="?",
                expected=(Expected(chunk_id="a"),),
                behaviour=Behaviour(behaviour),
                blind=bool(blind),
            )
        )
    return GoldenSet(name="g", cases=tuple(cases))


def lists(*scores):
    answers = []
    for n, score in enumerate(scores):
        if score is None:
            answers.append((f"q{n}", Failure("no")))
        elif score == ():
            answers.append((f"q{n}", Ranking(chunk_ids=(), scores=())))
        else:
            answers.append((f"q{n}", Ranking(chunk_ids=("a",), scores=(score,))))
    return Rankings.pack(answers)


def test_only_questions_with_or_without_an_answer_take_part():
    cases = golden("answer", "abstain", "decline", "ask_back", "answer", "blind answer", "answer")
    found = top_scores(cases, lists(0.9, 0.2, 0.3, 0.5, None, 0.8, ()), HIGH)
    assert found.answerable.tolist() == [0.9, float("-inf")]
    assert found.unanswerable.tolist() == [0.2, 0.3]


def test_drafts_are_left_out_and_a_distance_is_turned_round():
    from dataclasses import replace

    cases = golden("answer", "abstain")
    draft = replace(cases.cases[0], id="q2", status=CaseStatus.DRAFT)
    cases = GoldenSet(name="g", cases=(*cases.cases, draft))
    found = top_scores(cases, lists(0.1, 0.7, 0.2), Direction.LOWER)
    assert (found.answerable.tolist(), found.unanswerable.tolist()) == ([-0.1], [-0.7])


def test_lists_without_scores_say_nothing():
    bare = Rankings.pack([("q0", Ranking(chunk_ids=("a",)))])
    assert top_scores(golden("answer"), bare, HIGH) is None
    assert abstention(None) is None


def test_it_is_silent_below_twenty_of_each():
    assert abstention(top(range(LEAST - 1), range(50))) is None
    assert abstention(top(range(50), range(LEAST - 1))) is None
    assert abstention(top(range(LEAST), range(LEAST))) is not None


def test_the_threshold_lies_between_two_groups_that_are_apart():
    scores = top([5, 6, 7], [1, 2, 3])
    assert best_threshold(scores) == 4
    assert rates(scores, 4) == Rates(kept=3, answerable=3, held_back=3, unanswerable=3)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=20),
    st.lists(st.integers(0, 9), min_size=1, max_size=20),
)
def test_no_other_threshold_serves_the_visible_cases_better(yes, no):
    scores = top(yes, no)

    def served(threshold):
        found = rates(scores, threshold)
        return found.kept / found.answerable + found.held_back / found.unanswerable

    best = served(best_threshold(scores))
    assert all(served(at / 2) <= best + 1e-12 for at in range(-1, 20))


def test_no_finite_score_gives_no_threshold():
    assert best_threshold(top([float("-inf")], [float("-inf")])) is None


def test_the_blind_cases_are_judged_by_the_visible_threshold_as_counts_only():
    kinds = ["answer"] * 20 + ["abstain"] * 20 + ["blind answer"] * 20 + ["blind abstain"] * 20
    scores = [5.0] * 20 + [1.0] * 20 + [5.0] * 15 + [1.0] * 5 + [1.0] * 20
    cases, all_lists = golden(*kinds), lists(*scores)
    stored = blind_rates(cases, all_lists, all_lists, HIGH)
    assert stored == {"kept": 15, "answerable": 20, "held_back": 20, "unanswerable": 20}
    assert rates_from(stored) == Rates(**stored)
    assert rates_from(None) is None


@pytest.mark.parametrize("blind", [0, LEAST - 1])
def test_few_blind_cases_are_not_even_counted(blind):
    kinds = ["answer"] * 20 + ["abstain"] * 20 + ["blind answer"] * blind + ["blind abstain"] * 30
    all_lists = lists(*[1.0] * len(kinds))
    assert blind_rates(golden(*kinds), all_lists, all_lists, HIGH) is None
