"""The blind set: 20 to 30 %, spread like the rest, and every case keeps its side."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.formats.golden import read_golden
from evalcore.golden.split import sides
from evalcore.model.case import Case
from evalcore.model.words import CaseStatus

SAMPLE = Path(__file__).parents[3] / "sample_runs" / "despacho" / "golden.jsonl"
QUARTER = Fraction(1, 4)


def cases(n, *, start=0):
    return [
        Case(
            id=f"c-{number}",
            question="?",
            category=f"k{number % 7}",
            difficulty=("fácil", "media", "difícil")[number % 3],
        )
        for number in range(start, start + n)
    ]


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 150), st.integers(1, 60))
def test_adding_cases_keeps_every_old_case_on_its_side(n, more):
    before = sides(cases(n), QUARTER)
    after = sides([*cases(n), *cases(more, start=n)], QUARTER)
    assert {case_id: after[case_id] for case_id in before} == before


@settings(deadline=None, max_examples=40)
@given(st.permutations(range(40)), st.integers(0, 39))
def test_sides_once_written_down_survive_any_order_and_any_removal(order, left_out):
    first = sides(cases(40), QUARTER)
    mixed = [case for number in order for case in cases(1, start=number)]
    mixed = [*cases(30, start=100), *mixed[:left_out], *mixed[left_out + 1 :]]
    after = sides(mixed, QUARTER, first)
    assert all(after[case.id] == first[case.id] for case in mixed if case.id in first)


@pytest.mark.parametrize("share", [Fraction(1, 5), QUARTER, Fraction(3, 10)])
@pytest.mark.parametrize("n", [60, 200, 500])
def test_the_share_is_what_was_asked_overall_and_in_each_segment(share, n):
    given_cases = cases(n)
    chosen = sides(given_cases, share)
    assert abs(sum(chosen.values()) - share * n) <= Fraction(n, 40)
    for segment in ("category", "difficulty"):
        total, blind = Counter(), Counter()
        for case in given_cases:
            total[getattr(case, segment)] += 1
            blind[getattr(case, segment)] += chosen[case.id]
        assert all(abs(blind[name] - share * total[name]) <= 3 for name in total)


def test_the_sample_is_split_within_the_text_s_bounds():
    golden = read_golden(SAMPLE)
    chosen = sides(golden.cases, QUARTER)
    assert Fraction(20, 100) <= Fraction(sum(chosen.values()), len(chosen)) <= Fraction(30, 100)
    no_answer = [c for c in golden.cases if c.difficulty == "sin-respuesta"]
    assert 1 <= sum(chosen[case.id] for case in no_answer) <= 5


def test_drafts_have_no_side_until_they_are_annotated():
    draft = replace(cases(1)[0], id="d", status=CaseStatus.DRAFT)
    assert "d" not in sides([*cases(8, start=1), draft], QUARTER)


def test_the_share_is_kept_while_a_set_grows():
    share = [sum(sides(cases(n), QUARTER).values()) / n for n in range(40, 300, 20)]
    assert all(0.2 <= one <= 0.3 for one in share)
