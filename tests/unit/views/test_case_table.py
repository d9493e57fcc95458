import time
from dataclasses import replace

import numpy as np
import pytest

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Ranking, Rankings
from evalcore.model.words import State
from evalcore.views.cases import Wanted, case_table, fold, needs_repair


@pytest.fixture(scope="module")
def table(states):
    return case_table(states.examination, states.policy)


def test_cases_come_worst_first(table):
    shown = [state.value for state in table.states]
    assert shown[:5] == ["error", "lost", "fail", "undecided", "broken"]
    assert shown[-2:] == ["draft", "retired"]


def test_a_blind_case_is_never_listed(table, made):
    assert "ciega-secreta" not in table.ids
    run = made.states(blind=True)
    # draft and retired alone: the visible ones were not run
    assert set(case_table(run.examination, run.policy).ids) == {"borrador", "retirada"}


def test_the_counters_add_up_to_the_rows(table):
    assert sum(table.state_counts.values()) == len(table)
    assert table.state_counts[State.PASS] == 2


def test_what_is_not_known_has_no_figure(table):
    row = table.states.index(State.ERROR)
    assert (table.recall[row], table.noise[row], table.worst_rank[row]) == ("—", "—", -1)


def test_the_worst_rank_and_the_fraction_are_those_of_the_case(table, friday, made):
    row = table.ids.index("falla")
    assert (table.recall[row], table.worst_rank[row]) == ("0/1", 13)
    week = case_table(friday.examination, friday.policy)
    first = week.ids.index(made.TRAVEL)
    assert (first, week.recall[first], week.worst_rank[first]) == (0, "2/3", 14)
    assert needs_repair(week) == (made.TRAVEL,)


def test_filters_combine(table):
    assert [table.ids[i] for i in table.choose(Wanted(states=("fail", "lost")))] == [
        "perdida",
        "falla",
    ]
    assert [table.ids[i] for i in table.choose(Wanted(states=("lost",), domains=("Viajes",)))] == []
    assert [table.ids[i] for i in table.choose(Wanted(ids=frozenset({"rota"})))] == ["rota"]
    assert len(table.choose(Wanted())) == len(table)


def test_search_ignores_case_and_accents(table):
    assert [table.ids[i] for i in table.choose(Wanted(text="QUIÉN no"))] == ["error"]
    assert [table.ids[i] for i in table.choose(Wanted(text=" donde "))] == ["perdida"]
    assert fold("Píldora Ñandú") == "pildora nandu"


def test_a_case_over_its_own_domain_s_ceiling_is_marked(friday):
    strict = replace(
        friday.policy,
        noise=replace(friday.policy.noise, domain={"Legal": friday.policy.noise.ceiling / 2}),
    )
    table = case_table(friday.examination, strict)
    marked = {table.domains[i] for i in np.flatnonzero(table.over)}
    assert marked == {"Legal"}


def test_ids_that_look_like_numbers_stay_as_they_are_b32_b33(made):
    ids = ("007", "7", "1e5", "100000", "0x10", "1_000", "١٢", "1009513310189256287")
    cases = tuple(Case(id=i, question=i, expected=(Expected(chunk_id=i),)) for i in ids)
    rankings = Rankings.pack([(i, Ranking(chunk_ids=(i,), scores=(1.0,))) for i in ids])
    run = made.build(
        "ids", golden=GoldenSet(name="g", cases=cases), manifest=None, rankings=(rankings,)
    )
    assert sorted(case_table(run.examination, run.policy).ids) == sorted(ids)


def test_a_hundred_thousand_cases_are_quick_b64(made):
    n = 100_000
    cases = tuple(
        Case(id=f"q{i}", question=f"¿Pregunta {i}?", expected=(Expected(chunk_id=f"c{i % 50}"),))
        for i in range(n)
    )
    lists = [Ranking(chunk_ids=(f"c{i}", "c1"), scores=(2.0, 1.0)) for i in range(50)]
    rankings = Rankings.pack([(f"q{i}", lists[i % 50]) for i in range(n)])
    run = made.build(
        "big", golden=GoldenSet(name="g", cases=cases), manifest=None, rankings=(rankings,)
    )
    start = time.process_time()
    table = case_table(run.examination, run.policy)
    rows = table.choose(Wanted(text="pregunta 99999"))
    assert [table.ids[i] for i in rows] == ["q99999"]
    assert time.process_time() - start < 10
