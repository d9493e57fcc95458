import pytest

from evalcore.gate.missed import Missed, missed_of
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.policy import Policy
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.workflows.examine import Conditions, Material, examine


def missed(labels, *lists, requires_all=None, exam=None):
    case = Case(id="q", question="?", expected=tuple(labels), requires_all=requires_all)
    samples = [
        Rankings.pack([("q", one if isinstance(one, Failure) else Ranking(chunk_ids=tuple(one)))])
        for one in lists
    ]
    examination = examine(
        Material(golden=GoldenSet(name="g", cases=(case,)), manifest=None, rankings=samples),
        exam=exam or Exam(cutoff=2),
        policy=Policy(),
        conditions=Conditions(),
    )
    return [(one.chunk_id, one.rank) for one in missed_of(examination, 0)]


def chunk(chunk_id, **facts):
    return Expected(chunk_id=chunk_id, **facts)


@pytest.mark.parametrize(
    ("labels", "ranking", "lacking"),
    [
        pytest.param([chunk("a"), chunk("b")], "axxb", [("b", 4)], id="buried"),
        pytest.param([chunk("a"), chunk("b")], "axx", [("b", 0)], id="absent"),
        pytest.param([chunk("a"), chunk("b")], "ab", [], id="nothing"),
        pytest.param(
            [chunk("a", group="g"), chunk("b", group="g"), chunk("c")],
            "axx",
            [("c", 0)],
            id="a partner that came out stands for the group",
        ),
        pytest.param(
            [chunk("a", group="g"), chunk("b", group="g")],
            "xxxba",
            [("b", 4)],
            id="of a group the best-ranked member",
        ),
        pytest.param([chunk("a", grade=0), chunk("b")], "xx", [("b", 0)], id="relevant ones only"),
    ],
)
def test_what_a_user_would_have_missed_is_named(labels, ranking, lacking):
    assert missed(labels, ranking) == lacking


def test_where_one_chunk_suffices_the_nearest_is_missed_or_none():
    labels = [chunk("a"), chunk("b")]
    assert missed(labels, "xxb", requires_all=False) == [("b", 3)]
    assert missed(labels, "xb", requires_all=False) == []


def test_of_several_samples_the_first_that_fails_speaks():
    assert missed([chunk("a")], "a", Failure("timed out"), "xxxa", "xx") == [("a", 4)]
    assert missed([chunk("a")], "a", "xa") == []


def test_a_missed_chunk_is_a_value():
    assert Missed(chunk_id="a", rank=3) == Missed(chunk_id="a", rank=3)
