"""How far each mean fell, worked out by hand, with what is unknown at either end."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from evalcore.comparison.matching import match
from evalcore.gate.falls import FIELDS, falls
from evalcore.gate.newly_failing import worst_cell
from evalcore.model.policy import RegressionPolicy
from evalcore.model.words import RuleStatus, State

from support.examinations import Row, examination_of, ratios

PASS, FAIL, ERROR, UNDECIDED = State.PASS, State.FAIL, State.ERROR, State.UNDECIDED
UNREAD = 6


def row(state, noise=None, *, gold=False):
    return Row(state=state, noise=None if noise is None else Fraction(noise), gold=gold)


BEFORE = [
    row(PASS, "1/5"),
    row(PASS, "1/5"),
    row(FAIL),
    row(ERROR, gold=True),
    row(PASS, "2/5", gold=True),
    row(UNDECIDED, gold=True),
    row(PASS, "1/5"),
    row(PASS, "1/5"),
]
AFTER = [
    row(FAIL),
    row(ERROR),
    row(PASS, "1/5", gold=True),
    row(FAIL),
    row(PASS, "3/5", gold=True),
    row(PASS, "1/10", gold=True),
    row(PASS),  # one of its samples was not read, so that its noise is not known
    row(FAIL),  # a failure that somebody documented is not kept
]
KEPT = np.array([True] * 7 + [False])


def side(rows, first, *, scored=True, unread=()):
    """An examination whose first expected chunks stand at these ranks; None is not known."""
    rr = ratios([None if rank is None else Fraction(min(rank, 1), rank or 1) for rank in first])
    examination = examination_of(rows, scored=scored)
    answered = np.array([n not in unread for n in range(len(rows))])
    measured = replace(examination.measured, rr=rr, gold_rr=rr, answered=answered)
    return replace(examination, measured=measured, samples=(measured,))


def both(*, scored=(True, True)):
    return match(
        side(BEFORE, [1, 1, 2, None, 1, None, 1, 1], scored=scored[0]),
        side(AFTER, [4, None, 1, 0, 2, 1, 1, 0], scored=scored[1], unread=[UNREAD]),
    )


@pytest.mark.parametrize(
    ("field", "n", "value", "low", "high", "cases"),
    [
        ("quality", 7, "0", "-100", "200", "c0"),  # lost 400, gained 400
        ("gold_mrr", 2, "1/2", "-1/2", "1/2", "c4"),  # gold on both sides: c4 and c5
        ("mrr", 7, "3/16", "-1/4", "11/4", "c0 c4"),  # lost 9/2, gained 15/4
        ("noise", 4, "1/5", "-11/10", "19/10", "c4"),  # risen 7/10, fallen 4/5, of c1 c4 c5 c6
    ],
)
def test_each_mean_falls_by_what_is_known_within_what_is_not(field, n, value, low, high, cases):
    found = {fall.field: fall for fall in falls(both(), KEPT, RegressionPolicy())}[field]
    assert found.value == Fraction(value)
    assert (found.low * n, found.high * n) == (Fraction(low), Fraction(high))
    assert found.cases == tuple(cases.split())
    assert (found.status, found.limit) == (RuleStatus.NOT_EVALUATED, 0)


@pytest.mark.parametrize("field", FIELDS)
def test_a_fall_holds_at_its_worst_and_fails_beyond_its_best(field):
    found = {fall.field: fall for fall in falls(both(), KEPT, RegressionPolicy())}[field]
    just_under = -Fraction(1, 10**9)
    for limit, status in (
        (found.high, RuleStatus.HOLDS),
        (found.high + just_under, RuleStatus.NOT_EVALUATED),
        (found.low, RuleStatus.NOT_EVALUATED),
        (found.low + just_under, RuleStatus.FAILS),
    ):
        policy = RegressionPolicy(**{field: limit})
        again = {fall.field: fall for fall in falls(both(), KEPT, policy)}[field]
        assert again.status is status


@pytest.mark.parametrize("scored", [(True, False), (False, True), (False, False)])
def test_noise_is_held_only_where_both_sides_carry_scores(scored):
    told = [fall.field for fall in falls(both(scored=scored), KEPT, RegressionPolicy())]
    assert told == ["quality", "gold_mrr", "mrr"]


def test_nothing_kept_falls_by_nothing():
    assert falls(both(), np.zeros(8, dtype=np.bool_), RegressionPolicy()) == []


@pytest.mark.parametrize(
    ("limit", "status"),
    [
        (0, RuleStatus.FAILS),
        (1, RuleStatus.NOT_EVALUATED),
        (4, RuleStatus.NOT_EVALUATED),
        (5, RuleStatus.HOLDS),
    ],
)
def test_newly_failing_are_told_from_those_that_may_be(limit, status):
    before = [PASS, PASS, ERROR, FAIL, UNDECIDED, PASS, ERROR, PASS]
    after = [FAIL, ERROR, FAIL, ERROR, UNDECIDED, UNDECIDED, PASS, FAIL]
    pairs = match(*(examination_of([row(state) for state in states]) for states in (before, after)))
    cell = worst_cell(pairs, KEPT, limit)
    assert (cell.failing, cell.may_fail) == (("c0",), ("c1", "c2", "c4", "c5"))
    assert (cell.status, cell.limit) == (status, limit)


def test_without_a_newly_failing_case_the_cell_is_empty_and_holds():
    pairs = match(examination_of([row(FAIL)]), examination_of([row(FAIL)]))
    cell = worst_cell(pairs, np.ones(1, dtype=np.bool_), 2)
    assert (cell.failing, cell.may_fail, cell.value) == ((), (), None)
    assert (cell.dimension, cell.status, cell.limit) == ("category", RuleStatus.HOLDS, 2)
