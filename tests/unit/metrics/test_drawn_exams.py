"""Drawn exams, the same ones in every run: each measure equals the plain reading of its formula.

What ``test_laws.py`` says of any exam is said here of some, in milliseconds each: whoever breaks
a measure hears it from these first, and the changes of ``tests/mutants`` are tried on them.
"""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.metrics.registry import MEASURES
from evalcore.model.case import Expected
from evalcore.model.exam import Exam
from evalcore.model.packed_ids import PackedIds
from evalcore.model.ranking import Ranking, Rankings
from evalcore.model.words import Direction, Gain

CHUNKS = [f"c{number}" for number in range(9)]
COMPARED = [one.field for one in MEASURES] + [
    "noise_threshold",
    "recall_low",
    "recall_high",
    "tie_at_cutoff",
    "repeated",
]
FLOORS = (Fraction(9, 10), Fraction(1), Fraction(1, 3))


def exam_of(draw):
    return Exam(
        cutoff=draw.randint(1, 6),
        min_grade=draw.randint(1, 2),
        gain=draw.choice(list(Gain)),
        direction=draw.choice(list(Direction)),
    )


def labels_drawn(draw):
    """Up to six chunks; now and then one of them in a second group, or exactly repeated."""
    labels = [
        Expected(
            chunk_id=chunk,
            grade=draw.randint(-1, 3),
            group=draw.choice([None, None, "g", "h"]),
            gold=draw.random() < 0.5,
        )
        for chunk in draw.sample(CHUNKS, draw.randint(0, 6))
    ]
    if labels and draw.random() < 0.4:
        twice = draw.choice(labels)
        labels.append(draw.choice([twice, replace(twice, group="k")]))
    return tuple(labels)


def question(kit, draw, exam, *, scored):
    if draw.random() < 0.1:
        return kit.Question(labels=labels_drawn(draw), ids=None)
    ids = tuple(draw.choices(CHUNKS, k=draw.randint(0, 8)))
    if draw.random() < 0.7:
        ids = tuple(dict.fromkeys(ids))
    scores = sorted(float(draw.randint(-2, 2)) for _ in ids)
    if exam.direction is Direction.HIGHER:
        scores.reverse()
    return kit.Question(
        labels=labels_drawn(draw),
        ids=ids,
        scores=tuple(scores) if scored else None,
        any_suffices=draw.random() < 0.3,
    )


def rankings_drawn(draw, asked, *, scored):
    """The lists in an order of their own, with one of a case that nobody knows."""
    lists = [
        (f"q{number}", Ranking(chunk_ids=one.ids, scores=one.scores))
        for number, one in enumerate(asked)
        if one.ids is not None
    ]
    lists.append(
        ("stranger", Ranking(chunk_ids=("c0", "c1"), scores=(1.0, 1.0) if scored else None))
    )
    if draw.random() < 0.7:
        draw.shuffle(lists)
    return Rankings.pack(lists)


def packed(rankings):
    texts = [one.encode() for one in rankings.chunk_ids]
    stops = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    return replace(rankings, chunk_ids=PackedIds(b"".join(texts), stops))


@pytest.mark.parametrize("ids", [lambda it: it, packed], ids=["texts", "packed ids"])
@pytest.mark.parametrize("seed", range(12))
def test_every_measure_of_a_drawn_exam_equals_the_plain_reading(kit, seed, ids):
    draw = Random(seed)  # noqa: S311  # no secret
    exam, floor, scored = exam_of(draw), draw.choice(FLOORS), seed % 4 != 3
    asked = [question(kit, draw, exam, scored=scored) for _ in range(20)]
    rankings = ids(rankings_drawn(draw, asked, scored=scored))
    measured = measure(labels_of(kit.cases_of(asked)), rankings, exam, floor)
    for index, one in enumerate(asked):
        plain = kit.Naive(asked=one, exam=exam, floor=floor)
        for name in COMPARED:
            got, want = kit.value_at(getattr(measured, name), index), plain.of(name)
            if isinstance(want, float):
                assert got == pytest.approx(want, abs=1e-12), (name, one)
            else:
                assert (got or None) == (want or None), (name, one)
                assert (got is None) == (want is None) or isinstance(got, bool), (name, one)
