"""Laws of the table: order does not matter, and what was not measured raises nothing."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.symptom import SymptomName, SymptomState
from evalcore.stats.holm import holm
from evalcore.symptoms.facts import Facts
from evalcore.symptoms.gather import facts_of
from evalcore.symptoms.table import rows_of

from support.stored_runs import build

calm = settings(deadline=None, max_examples=50)
KINDS = (
    SymptomName.NUMERIC,
    SymptomName.GOLD,
    SymptomName.CODES,
    SymptomName.VOCABULARY,
    SymptomName.OLD_VERSION,
    SymptomName.HALF_FOUND,
)


@st.composite
def any_facts(draw):
    n = draw(st.integers(0, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    share = draw(st.sampled_from([0.0, 0.1, 0.4, 0.9]))
    failed = rng.random(n) < share
    return Facts(
        ids=tuple(map(str, range(n))),
        failed=failed,
        domain=tuple(rng.choice(["a", "b", "c", ""], n)),
        groups={kind: rng.random(n) < 0.4 for kind in KINDS},
        half=failed & (rng.random(n) < 0.5),
        tied=rng.random(n) < 0.2,
        noise=np.where(failed, np.nan, rng.random(n)),
        over=~failed & (rng.random(n) < 0.3),
    )


def _shuffled(facts, places):
    return replace(
        facts,
        ids=tuple(facts.ids[i] for i in places),
        failed=facts.failed[places],
        domain=tuple(facts.domain[i] for i in places),
        groups={kind: mask[places] for kind, mask in facts.groups.items()},
        half=facts.half[places],
        tied=facts.tied[places],
        noise=facts.noise[places],
        over=facts.over[places],
    )


@calm
@given(any_facts(), st.randoms())
def test_the_order_of_the_cases_changes_nothing(facts, random):
    places = np.array(random.sample(range(len(facts)), len(facts)), dtype=np.int64)
    for here, there in zip(rows_of(facts), rows_of(_shuffled(facts, places)), strict=True):
        assert (here.name, here.state) == (there.name, there.state)
        assert there.p_holm == (None if here.p_holm is None else pytest.approx(here.p_holm))
        if here.state is SymptomState.ACTIVE:
            assert set(here.cases) == set(there.cases)


@calm
@given(any_facts())
def test_an_active_row_is_significant_and_has_no_gap(facts):
    for row in rows_of(facts):
        if row.state is SymptomState.ACTIVE:
            assert row.lacks is None
            assert row.p <= row.p_holm <= 0.05
        if row.p is not None and row.p_holm is not None:
            assert row.p <= row.p_holm + 1e-12


@calm
@given(any_facts())
def test_nothing_fires_that_could_not_stand_alone_among_all_rows(facts):
    rows = [row for row in rows_of(facts) if row.p is not None]
    plain = holm([row.p for row in rows])
    for row, within in zip(rows, plain, strict=True):
        if within > 0.999:
            assert row.state is not SymptomState.ACTIVE


def _run(failing, unmeasured):
    cases, answers = [], []
    for number in range(40):
        domain = "a" if number < 12 else "b"
        case = Case(
            id=f"q{number}",
            question=f"¿{number}?",
            expected=(Expected(chunk_id=f"c{number}"),),
            domain=domain,
            type="numeric" if number % 2 else "codes",
        )
        cases.append(case)
        found = f"c{number}" if number >= failing else "other"
        answers.append((case.id, Ranking(chunk_ids=(found, "x", "y"), scores=(0.9, 0.8, 0.7))))
    for number in range(unmeasured):
        case = replace(cases[0], id=f"u{number}")
        cases.append(case)
        answers.append((case.id, Failure("HTTP 503")))
    golden = GoldenSet(name="g", cases=tuple(cases))
    return build("laws", golden=golden, manifest=None, rankings=(Rankings.pack(answers),))


@pytest.mark.parametrize("failing", [0, 3, 10])
@pytest.mark.parametrize("unmeasured", [1, 30])
def test_a_case_that_was_not_measured_counts_neither_way(failing, unmeasured):
    measured = rows_of(facts_of(_run(failing, 0)))
    more = rows_of(facts_of(_run(failing, unmeasured)))
    assert measured == more
