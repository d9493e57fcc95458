"""Examinations made by hand, so that a rule can be tested without measuring anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.examination import STATES, Examination
from evalcore.model.manifest import Batch
from evalcore.model.measured import Labels, Measured, Placements
from evalcore.model.ratios import Ratios
from evalcore.model.words import MEASURED, State


@dataclass(frozen=True, kw_only=True)
class Row:
    """One case: its state, and the few figures that the gate looks at."""

    state: State
    quality: Fraction | None = None
    gold: bool = False
    noise: Fraction | None = None
    domain: str | None = None
    rank: int = 0

    @property
    def points(self) -> Fraction | None:
        if self.quality is not None or self.state not in MEASURED:
            return self.quality
        return Fraction(100 if self.state is State.PASS else 0)


def examination_of(
    rows: Sequence[Row],
    *,
    gold_known: bool = True,
    scored: bool = True,
    manifest_known: bool = True,
    batch: Batch | None = None,
) -> Examination:
    n = len(rows)
    cases = tuple(
        Case(
            id=f"c{i}",
            question=f"question {i}",
            domain=row.domain,
            expected=(Expected(chunk_id=f"x{i}"),),
        )
        for i, row in enumerate(rows)
    )
    measured = _measured(rows)
    return Examination(
        exam=Exam(),
        cases=cases,
        state=np.array([STATES.index(row.state) for row in rows], dtype=np.uint8),
        measured=measured,
        samples=(measured,),
        agreement=Ratios(np.ones(n, np.int64), np.ones(n, np.int64)),
        expects_gold=np.array([row.gold for row in rows], dtype=np.bool_),
        gold_known=gold_known,
        scored=scored,
        manifest_known=manifest_known,
        batch=batch,
    )


def ratios(values: Sequence[Fraction | None]) -> Ratios:
    return Ratios(
        np.array([0 if v is None else v.numerator for v in values], dtype=np.int64),
        np.array([0 if v is None else v.denominator for v in values], dtype=np.int64),
    )


def _measured(rows: Sequence[Row]) -> Measured:
    n = len(rows)
    labels = Labels(
        case_ids=tuple(f"c{i}" for i in range(n)),
        any_suffices=np.zeros(n, np.bool_),
        case=np.arange(n, dtype=np.int32),
        chunk_ids=tuple(f"x{i}" for i in range(n)),
        grade=np.ones(n, np.int32),
        gold=np.array([row.gold for row in rows], dtype=np.bool_),
        group=np.zeros(n, np.int32),
    )
    placements = Placements(
        labels=labels,
        rank=np.array([row.rank for row in rows], dtype=np.int32),
        score=np.full(n, np.nan),
    )
    none, nan, no = Ratios.undefined(n), np.full(n, np.nan), np.zeros(n, np.bool_)
    return Measured(
        placements=placements,
        answered=np.ones(n, np.bool_),
        returned=np.full(n, 10, np.int64),
        recall=none,
        supply=none,
        quality=ratios([row.points for row in rows]),
        precision=none,
        precision_returned=none,
        rr=none,
        gold_rr=none,
        all_found=none,
        hit=none,
        unjudged=none,
        max_possible=none,
        ndcg=nan,
        ap=nan,
        noise=ratios([row.noise for row in rows]),
        noise_threshold=nan,
        tie_at_cutoff=no,
        recall_low=none,
        recall_high=none,
        repeated=no,
    )
