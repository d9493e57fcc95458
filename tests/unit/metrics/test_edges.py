"""One table of edge cases, and what every measure of the registry says of each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log2

import pytest

from evalcore.metrics.registry import MEASURES
from evalcore.model.case import Expected
from evalcore.model.exam import Exam
from evalcore.model.words import Direction, Gain

F = Fraction
LOWER = Direction.LOWER
NOTHING = dict.fromkeys(each.field for each in MEASURES)


@dataclass(frozen=True, kw_only=True)
class Edge:
    labels: str
    ids: str | None
    scores: tuple[float, ...] | None = None
    K: int = 3
    any_suffices: bool = False
    exam: dict = field(default_factory=dict)
    want: dict


def falling(n):
    return tuple(float(n - i) for i in range(n))


def want(**values):
    """Every measure that is not named is undefined."""
    return NOTHING | values


def d(*ranks):
    return sum(1 / log2(rank + 1) for rank in ranks)


ZERO = dict.fromkeys(
    ("recall", "supply", "quality", "precision", "rr", "ndcg", "ap", "hit", "all_found"), F(0)
)
FULL = want(
    recall=F(1), supply=F(1), quality=F(100), precision=F(1, 3), precision_returned=F(1, 3), rr=F(1),
    ndcg=1.0, ap=1.0, hit=F(1), all_found=F(1), max_possible=F(1), unjudged=F(2, 3), noise=F(2, 3),
)  # fmt: skip

# Labels: "a" grade 1, "a:3" grade 3, "a:1:g" in group g, "a*" gold.
EDGES = {
    "plain": Edge(labels="a", ids="a x y z", scores=falling(4), want=FULL),
    "B13 no list for the case": Edge(labels="a b", ids=None, want=want()),
    "B15 empty list": Edge(
        labels="a b", ids="", scores=(), want=want(**ZERO, max_possible=F(1))
    ),
    "B15 empty list, gold expected": Edge(
        labels="a*", ids="", scores=(), want=want(**ZERO, gold_rr=F(0), max_possible=F(1))
    ),
    "B17 nothing relevant": Edge(
        labels="a:0", ids="a b", scores=falling(2), want=want(unjudged=F(1, 2))
    ),
    "B17 no labels": Edge(labels="", ids="a b", scores=falling(2), want=want(unjudged=F(1))),
    "B17 no labels, empty list": Edge(labels="", ids="", scores=(), want=want()),
    "B10 repeated chunk keeps its slot and earns nothing twice": Edge(
        labels="a", ids="a a y", scores=(2.0, 2.0, 1.0),
        want=FULL | {"unjudged": F(1, 3), "noise": F(1, 3)},
    ),
    "B10 repeat pushes another below the cutoff": Edge(
        labels="a b", ids="a a a b", scores=falling(4),
        want=want(recall=F(1, 2), supply=F(1, 2), quality=F(0), precision=F(1, 3),
                  precision_returned=F(1, 3), rr=F(1), ndcg=d(1) / d(1, 2), ap=(1 + 2 / 4) / 2,
                  hit=F(1), all_found=F(0), max_possible=F(1), unjudged=F(0), noise=F(0)),
    ),
    "B18 fewer than K": Edge(
        labels="a b c d e", ids="a", scores=(1.0,), K=5,
        want=want(recall=F(1, 5), supply=F(1, 5), quality=F(0), precision=F(1, 5),
                  precision_returned=F(1), rr=F(1), ndcg=0.3391602052736161, ap=1 / 5, hit=F(1),
                  all_found=F(0), max_possible=F(1), unjudged=F(0)),
    ),
    "B19 more relevant than K": Edge(
        labels="a b c d e f g h i j k l", ids="a b c d e", scores=falling(5), K=5,
        want=want(recall=F(5, 12), supply=F(5, 12), quality=F(0), precision=F(1),
                  precision_returned=F(1), rr=F(1), ndcg=1.0, ap=5 / 12, hit=F(1), all_found=F(0),
                  max_possible=F(5, 12), unjudged=F(0)),
    ),
    "B01 all scores tied": Edge(
        labels="b", ids="a b c d", scores=(0.5,) * 4, K=2,
        want=want(recall=F(1), supply=F(1), quality=F(100), precision=F(1, 2),
                  precision_returned=F(1, 2), rr=F(1, 2), ndcg=d(2) / d(1), ap=1 / 2, hit=F(1),
                  all_found=F(1), max_possible=F(1), unjudged=F(1, 2), noise=F(0)),
    ),
    "B07 negative scores": Edge(
        labels="a b", ids="a b", scores=(-0.1, -7.5), K=2,
        want=want(recall=F(1), supply=F(1), quality=F(100), precision=F(1),
                  precision_returned=F(1), rr=F(1), ndcg=1.0, ap=1.0, hit=F(1), all_found=F(1),
                  max_possible=F(1), unjudged=F(0), noise=F(0)),
    ),
    "B07 zero scores": Edge(
        labels="a", ids="a x y", scores=(0.0, 0.0, 0.0), want=FULL | {"noise": F(0)}
    ),
    "B06 lower is better": Edge(
        labels="a", ids="a x y z", scores=(0.11, 0.42, 0.97, 0.99), exam={"direction": LOWER},
        want=FULL,
    ),
    "no scores": Edge(labels="a", ids="a x y z", want=FULL | {"noise": None}),
    "misranked: the worst expected is at rank 15": Edge(
        labels="gold* art tab", ids="gold x1 art x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 tab", K=10,
        scores=falling(15),
        want=want(recall=F(2, 3), supply=F(2, 3), quality=F(0), precision=F(2, 10),
                  precision_returned=F(2, 10), rr=F(1), gold_rr=F(1),
                  ndcg=d(1, 3) / d(1, 2, 3), ap=(1 + 2 / 3 + 3 / 15) / 3, hit=F(1),
                  all_found=F(0), max_possible=F(1), unjudged=F(8, 10), noise=F(0)),
    ),
    "absent: noise is unknown": Edge(
        labels="a b", ids="a x", scores=falling(2),
        want=want(recall=F(1, 2), supply=F(1, 2), quality=F(0), precision=F(1, 3),
                  precision_returned=F(1, 2), rr=F(1), ndcg=d(1) / d(1, 2), ap=1 / 2, hit=F(1),
                  all_found=F(0), max_possible=F(1), unjudged=F(1, 2)),
    ),
    "any of a group is enough": Edge(
        labels="a:1:g b:1:g c", ids="a c x b", scores=falling(4),
        want=want(recall=F(2, 3), supply=F(1), quality=F(100), precision=F(2, 3),
                  precision_returned=F(2, 3), rr=F(1), ndcg=d(1, 2) / d(1, 2, 3),
                  ap=(1 + 1 + 3 / 4) / 3, hit=F(1), all_found=F(1), max_possible=F(1),
                  unjudged=F(1, 3), noise=F(1, 3)),
    ),
    "any one suffices": Edge(
        labels="a b*", ids="x a y", scores=falling(3), any_suffices=True,
        want=want(recall=F(1, 2), supply=F(1), quality=F(100), precision=F(1, 3),
                  precision_returned=F(1, 3), rr=F(1, 2), gold_rr=F(0), ndcg=d(2) / d(1, 2),
                  ap=1 / 4, hit=F(1), all_found=F(0), max_possible=F(1), unjudged=F(2, 3),
                  noise=F(1, 3)),
    ),
    "any one suffices, none came": Edge(
        labels="a b", ids="x y", scores=falling(2), any_suffices=True,
        want=want(**ZERO, precision_returned=F(0), max_possible=F(1), unjudged=F(1)),
    ),
    "B22 the ideal list is not what was returned": Edge(
        labels="a:3 b:2 c:1", ids="c", scores=(1.0,),
        want=want(recall=F(1, 3), supply=F(1, 3), quality=F(0), precision=F(1, 3),
                  precision_returned=F(1), rr=F(1), ndcg=1 / (3 + 2 / log2(3) + 1 / 2), ap=1 / 3,
                  hit=F(1), all_found=F(0), max_possible=F(1), unjudged=F(0)),
    ),
    "B23 exponential gain": Edge(
        labels="a:3 b:1", ids="b a", scores=falling(2), exam={"gain": Gain.EXPONENTIAL},
        want=FULL | {"precision": F(2, 3), "precision_returned": F(1), "unjudged": F(0),
                     "ndcg": (1 + 7 / log2(3)) / (7 + 1 / log2(3)), "noise": F(0)},
    ),
    "B24 negative grade is judged and not relevant": Edge(
        labels="a:-1 b:2", ids="a b", scores=falling(2),
        want=FULL | {"precision_returned": F(1, 2), "rr": F(1, 2), "ndcg": d(2), "ap": 1 / 2,
                     "unjudged": F(0), "noise": F(0)},
    ),
    "B26 unjudged is a number of its own": Edge(
        labels="g", ids="u1 u2 g", scores=falling(3),
        want=FULL | {"rr": F(1, 3), "ndcg": d(3), "ap": 1 / 3, "noise": F(0)},
    ),
    "B27 below min_grade counts for nDCG only": Edge(
        labels="a:1 b:2", ids="a x", scores=falling(2), exam={"min_grade": 2},
        want=want(**(ZERO | {"ndcg": 1 / (2 + 1 / log2(3))}), precision_returned=F(0),
                  max_possible=F(1), unjudged=F(1, 2)),
    ),
    "B27 only grades below min_grade": Edge(
        labels="a:1", ids="a", scores=(1.0,), exam={"min_grade": 2},
        want=want(ndcg=1.0, unjudged=F(0)),
    ),
    "B28 RR is of the first hit only": Edge(
        labels="a c", ids="a b c", scores=falling(3),
        want=want(recall=F(1), supply=F(1), quality=F(100), precision=F(2, 3),
                  precision_returned=F(2, 3), rr=F(1), ndcg=d(1, 3) / d(1, 2), ap=(1 + 2 / 3) / 2,
                  hit=F(1), all_found=F(1), max_possible=F(1), unjudged=F(1, 3), noise=F(0)),
    ),
    "one chunk in two groups counts once": Edge(
        labels="a:1:g a:1:h b:1:h", ids="a", scores=(1.0,), K=1,
        want=want(recall=F(1, 2), supply=F(1), quality=F(100), precision=F(1),
                  precision_returned=F(1), rr=F(1), ndcg=1.0, ap=1 / 2, hit=F(1), all_found=F(1),
                  max_possible=F(1, 2), unjudged=F(0), noise=F(0)),
    ),
}  # fmt: skip


def label(text):
    gold, text = text.endswith("*"), text.rstrip("*")
    chunk, grade, group = (*text.split(":"), None, None)[:3]
    return Expected(chunk_id=chunk, grade=int(grade or 1), group=group, gold=gold)


@pytest.fixture(scope="module")
def asked(kit):
    def build(edge):
        return kit.Question(
            labels=tuple(map(label, edge.labels.split())),
            ids=None if edge.ids is None else tuple(edge.ids.split()),
            scores=edge.scores,
            any_suffices=edge.any_suffices,
        )

    return build


def exam_of(edge):
    return replace(Exam(cutoff=edge.K), **edge.exam)


@pytest.mark.parametrize("each", MEASURES, ids=lambda each: each.field)
@pytest.mark.parametrize("name", EDGES)
def test_every_measure_of_every_edge_case(kit, asked, name, each):
    edge = EDGES[name]
    measured = kit.measured_of([asked(edge)], exam_of(edge))
    got = kit.value_at(each.of(measured), 0)
    wanted = edge.want[each.field]
    if isinstance(wanted, float):
        assert got == pytest.approx(wanted, abs=1e-12)
    else:
        assert got == wanted


@pytest.mark.parametrize("name", EDGES)
def test_an_edge_case_among_others_is_measured_as_if_alone(kit, asked, name):
    edge = EDGES[name]
    filler = kit.Question(labels=(Expected(chunk_id="a"),), ids=("x", "a"), scores=(2.0, 1.0))
    if edge.scores is None and edge.ids:
        filler = replace(filler, scores=None)
    measured = kit.measured_of([filler, asked(edge), filler], exam_of(edge))
    for each in MEASURES:
        got = kit.value_at(each.of(measured), 1)
        wanted = edge.want[each.field]
        assert got == (pytest.approx(wanted, abs=1e-12) if wanted is not None else None)


@pytest.mark.parametrize("name", EDGES)
def test_an_edge_case_is_answered_if_it_has_a_list(kit, asked, name):
    edge = EDGES[name]
    measured = kit.measured_of([asked(edge)], exam_of(edge))
    assert measured.answered[0] == (edge.ids is not None)
    assert measured.returned[0] == min(len((edge.ids or "").split()), edge.K)
