"""What a probe may ask of a search elsewhere: what it declares, and nothing else."""

import pytest

from evalcore.diagnosis.asker import Ask, Change
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.ranking import Ranking, Rankings
from evalcore.retrievers.protocol import Capabilities, Filters
from evalcore.workflows.askers import Exams, SearchAsker

ABLE = Capabilities(filters_off=True, boost_off=True, cut_off=True, exact=True)


class Index:
    """Loses ``b`` unless it is exact, and ``c`` unless it is asked without filters."""

    def __init__(self, capabilities, *, exact=False):
        self.capabilities = capabilities
        self.exact = exact

    def search(self, queries, depth, filters=None):
        found = [
            "a",
            *(["b"] if self.exact else []),
            *(["c"] if filters == Filters(off=True) else []),
        ]
        return [Ranking(chunk_ids=tuple(found))] * len(queries)

    def exactly(self):
        return Index(self.capabilities, exact=True)

    def records(self):
        return iter(())

    def holding(self, chunk_ids):
        return frozenset()


@pytest.fixture
def asker():
    case = Case(id="q", question="x", expected=(Expected(chunk_id="b"),))
    lists = Rankings.pack([("q", Ranking(chunk_ids=("a",)))])
    exams = Exams(cases={"q": case}, lists=[lists], exam=Exam(), doc_of={})
    return lambda able=ABLE: SearchAsker(exams, Index(able))


def rank(asker, chunk_id, **change):
    (found,) = asker.ask([Ask(case_id="q", chunk_id=chunk_id, what="w", change=Change(**change))])
    assert found.failed is None
    return found.rank


def test_exact_search_and_no_filters_are_asked_of_an_index_that_can(asker):
    assert rank(asker(), "b") is None
    assert rank(asker(), "b", exact=True) == 2
    assert rank(asker(), "c", filters_off=True) == 2
    assert rank(asker(), "c", filters_off=True, exact=True) == 3


@pytest.mark.parametrize("change", ["filters_off", "boost_off", "cut_off", "exact"])
def test_what_is_not_declared_cannot_be_asked(asker, change):
    assert asker().can(Change(**{change: True}))
    assert not asker(Capabilities()).can(Change(**{change: True}))
    assert asker(Capabilities()).can(Change(text="another"))


def test_a_repaired_chunk_or_one_half_of_a_hybrid_cannot_be_asked_from_outside(asker):
    assert not asker().can(Change(mode="bm25"))
    assert not asker().can(Change(without=("a",)))
