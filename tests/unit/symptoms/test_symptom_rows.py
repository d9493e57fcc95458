"""Every symptom is active for its own cause, and says why not where it is not."""

from datetime import date, timedelta

import numpy as np
import pytest

from evalcore.model.symptom import OF_THE_BOOK, Point, SymptomName, SymptomState
from evalcore.symptoms.facts import Diagnosed, Flipped, History, Reserve, Since
from evalcore.symptoms.table import rows_of

A = range(0, 60, 3)
ACTIVE, QUIET, LACKS = SymptomState.ACTIVE, SymptomState.QUIET, SymptomState.NOT_ENOUGH_DATA


def _active(facts):
    return {one.name for one in rows_of(facts) if one.state is ACTIVE}


def test_every_symptom_has_its_row_and_the_books_six_come_first(make):
    names = tuple(one.name for one in rows_of(make()))
    assert names == tuple(SymptomName)
    assert names[:6] == OF_THE_BOOK


def test_chapters_are_the_numbers_the_seed_gives_and_nothing_more(make):
    told = {one.name: one.chapters for one in rows_of(make())}
    assert told[SymptomName.DOMAIN] == ("6-9",)
    assert told[SymptomName.NUMERIC] == ("10-12",)
    assert told[SymptomName.NOISE] == ("12", "10", "9")
    others = set(SymptomName) - {SymptomName.DOMAIN, SymptomName.NUMERIC, SymptomName.NOISE}
    assert all(told[name] == () for name in others)


def test_a_domain_that_fails_is_named_and_nothing_else_is(make, row):
    facts = make(failing=[*A[:16], 1, 2])
    assert _active(facts) == {SymptomName.DOMAIN}
    found = row(facts, SymptomName.DOMAIN)
    assert found.where == ("a",)
    assert found.cases == tuple(f"q{i}" for i in A[:16])
    assert [(bar.hits, bar.n) for bar in (*found.picture.inside, found.picture.rest)] == [
        (16, 20),
        (2, 40),
    ]


def test_less_than_seven_in_ten_is_not_a_whole_domain_and_says_so(make, row):
    found = row(make(failing=A[:13]), SymptomName.DOMAIN)
    assert found.state is QUIET
    assert found.p_holm < 0.05
    assert "less than 70%" in str(found.unlike)


def test_two_domains_stand_in_one_row(make, row):
    domain = ["a"] * 12 + ["b"] * 12 + ["c"] * 76
    found = row(make(100, failing=range(24), domain=domain), SymptomName.DOMAIN)
    assert found.where == ("a", "b")
    assert len(found.cases) == 24
    assert (found.picture.rest.hits, found.picture.rest.n) == (0, 76)


@pytest.mark.parametrize(
    "kind", [SymptomName.NUMERIC, SymptomName.GOLD, SymptomName.CODES, SymptomName.VOCABULARY]
)
def test_a_kind_fails_alone(make, kind):
    facts = make(failing=range(12), groups={kind: range(24)})
    assert _active(facts) == {kind}


def test_it_is_not_only_they_where_the_rest_fails_too(make, row):
    facts = make(120, failing=[*range(36), *range(40, 56)], groups={SymptomName.NUMERIC: range(40)})
    found = row(facts, SymptomName.NUMERIC)
    assert found.state is QUIET
    assert found.p < 0.001
    assert "not only they" in str(found.unlike)


def test_numeric_is_not_blamed_for_its_domain(make):
    """The domain holds nearly all numeric cases, and fails as a whole."""
    numeric = [*A[:18], 1]
    facts = make(failing=[*A[:16], A[18]], groups={SymptomName.NUMERIC: numeric})
    assert _active(facts) == {SymptomName.DOMAIN}


def test_gold_that_nothing_tells_of_is_never_blamed(make, row):
    facts = make(failing=range(12), groups={SymptomName.GOLD: range(24)}, gold_known=False)
    assert row(facts, SymptomName.GOLD).state is LACKS


def test_multi_hop_must_be_half_found(make, row):
    groups = {SymptomName.HALF_FOUND: range(8)}
    assert _active(make(failing=range(8), half=range(4), groups=groups)) == {SymptomName.HALF_FOUND}
    found = row(make(failing=range(8), half=range(3), groups=groups), SymptomName.HALF_FOUND)
    assert (found.state, "nothing of what" in str(found.unlike)) == (QUIET, True)


def test_an_old_version_must_stand_above_where_that_was_looked_for(make, row):
    groups, cases = {SymptomName.OLD_VERSION: range(8)}, tuple(f"q{i}" for i in range(8))
    seen = Diagnosed(cases=cases, outranked_by_old=("q1",))
    unseen = Diagnosed(cases=cases)
    name = SymptomName.OLD_VERSION
    assert row(make(failing=range(8), groups=groups), name).state is ACTIVE
    assert row(make(failing=range(8), groups=groups, diagnosed=seen), name).state is ACTIVE
    quiet = row(make(failing=range(8), groups=groups, diagnosed=unseen), name)
    assert (quiet.state, str(quiet.unlike)) == (
        QUIET,
        "The diagnosis found no old version above them.",
    )


def _since(above, *, unchanged=True, entered=20, held=400):
    flipped = Flipped(case_id="q0", unchanged=unchanged, displacers=tuple(above))
    return Since(
        base="green",
        compared=60,
        flipped=(flipped,),
        entered=frozenset(f"new{i}" for i in range(entered)),
        held=held,
    )


def test_one_case_that_new_chunks_buried_is_a_regression(make, row):
    facts = make(failing=[0], since=_since(f"new{i}" for i in range(8)))
    assert _active(facts) == {SymptomName.REGRESSION}
    assert row(facts, SymptomName.REGRESSION).cases == ("q0",)


def test_old_chunks_above_it_do_not_blame_the_ingest(make, row):
    facts = make(failing=[0], since=_since(f"old{i}" for i in range(8)))
    assert row(facts, SymptomName.REGRESSION).state is QUIET


def test_a_case_whose_own_chunks_were_changed_is_no_regression(make, row):
    facts = make(failing=[0], since=_since([f"new{i}" for i in range(8)], unchanged=False))
    assert row(facts, SymptomName.REGRESSION).state is QUIET


def test_two_chunks_above_are_too_few_to_blame_an_ingest_of_a_quarter(make, row):
    facts = make(failing=[0], since=_since(["new1", "new2"], entered=100))
    assert row(facts, SymptomName.REGRESSION).state is LACKS


def _history(values, domains=("a", "b"), every=7):
    start = date(2026, 1, 2)
    points = tuple(
        Point(on=start + timedelta(days=every * i), run_id=str(i), value=float(value))
        for i, value in enumerate(values)
    )
    falls = tuple(float(value) for value in values)
    return History(points=points, domains=dict.fromkeys(domains, falls), sunk=("q3",))


def test_eight_falling_weeks_are_a_decline(make, row):
    facts = make(history=_history([100, 97, 95, 92, 90, 86, 83, 80]))
    found = row(facts, SymptomName.DECLINE)
    assert (found.state, found.advisory, found.cases) == (ACTIVE, True, ("q3",))


def test_five_days_are_not_enough_however_steep(make, row):
    found = row(make(history=_history([100, 80, 60, 40, 20])), SymptomName.DECLINE)
    assert (found.state, str(found.lacks)) == (LACKS, "5 of the 6 days that are needed.")


def test_one_step_down_is_a_break_and_no_decline(make, row):
    values = [100, 99.9, 99.8, 99.7, 60, 59.9, 59.8, 59.7]
    found = row(make(history=_history(values)), SymptomName.DECLINE)
    assert found.state is QUIET
    assert "a break" in str(found.unlike)


def test_one_domain_that_falls_is_not_general(make, row):
    history = _history([100, 97, 95, 92, 90, 86, 83, 80])
    flat = {"a": history.domains["a"], "b": (100.0,) * 8, "c": (100.0,) * 8}
    facts = make(history=History(points=history.points, domains=flat))
    assert row(facts, SymptomName.DECLINE).state is QUIET


def _noise(n, over, failing=()):
    noise = np.full(n, 0.2)
    noise[list(failing)] = np.nan
    mask = np.zeros(n, dtype=np.bool_)
    mask[list(over)] = True
    return {"noise": noise, "over": mask, "failing": failing}


def test_noise_over_the_ceiling_of_many_where_recall_is_green(make, row):
    assert _active(make(**_noise(60, range(16)))) == {SymptomName.NOISE}
    found = row(make(**_noise(60, range(16), failing=range(20, 40))), SymptomName.NOISE)
    assert (found.state, "recall is not green" in str(found.sentence)) == (QUIET, True)


def test_one_noisy_case_is_the_gates_business(make, row):
    assert row(make(**_noise(60, [3])), SymptomName.NOISE).state is QUIET


def test_lists_without_scores_have_no_noise(make, row):
    assert row(make(), SymptomName.NOISE).state is LACKS


def test_the_reserve_far_below_the_visible(make):
    assert _active(make(reserve=Reserve(measured=18, failed=10))) == {SymptomName.OVERFIT}
    assert _active(make(reserve=Reserve(measured=18, failed=1))) == set()


def test_ties_decide_many(make):
    assert _active(make(tied=range(18))) == {SymptomName.TIES}


def test_the_index_explains_the_failures_it_lost(make, row):
    cases = tuple(f"q{i}" for i in range(5))
    lost = Diagnosed(cases=cases, lost_in_index=cases)
    assert SymptomName.INDEX in _active(make(failing=range(5), diagnosed=lost))
    name = SymptomName.INDEX
    assert row(make(failing=range(5)), name).state is LACKS
    assert row(make(), name).state is QUIET


def test_everything_failing_is_no_pattern(make):
    facts = make(failing=range(60), groups={SymptomName.NUMERIC: range(30)})
    assert _active(facts) == set()


@pytest.mark.parametrize("n", [1, 2])
def test_too_few_cases_say_how_many_more_are_needed(make, row, n):
    facts = make(20, failing=range(n), groups={SymptomName.CODES: range(n)})
    found = row(facts, SymptomName.CODES)
    assert found.state is LACKS
    needed = found.lacks.figures["needed"]
    assert found.lacks.figures["more"] == needed - n
    enough = make(
        20 - n + needed, failing=range(needed), groups={SymptomName.CODES: range(needed)},
        domain=["a"] * (20 - n + needed),
    )  # fmt: skip
    assert row(enough, SymptomName.CODES).state is ACTIVE


def test_no_case_at_all_is_no_symptom(make):
    states = {one.state for one in rows_of(make(0))}
    assert ACTIVE not in states
