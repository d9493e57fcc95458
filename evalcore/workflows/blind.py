"""The reserved cases: asked on request, kept as an aggregate, never shown one by one."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import compress
from typing import Any

import numpy as np

from evalcore.metrics.blocks import ranges
from evalcore.model.case import GoldenSet
from evalcore.model.case_table import column
from evalcore.model.ranking import Rankings
from evalcore.model.words import State
from evalcore.workflows.examine import Material, examine
from evalcore.workflows.judge_run import Criterion


def blind_aggregate(material: Material, criterion: Criterion) -> dict[str, Any]:
    """Counts and measures of the blind cases, as JSON values for the run's context.

    Their lists are not kept: what nobody stored, nobody tunes to (the golden-set text).
    """
    examination = examine(
        material,
        exam=criterion.exam,
        policy=criterion.policy,
        conditions=replace(criterion.conditions, blind=True),
    )
    return {
        "counted": int(examination.counted.sum()),
        "measured": int(examination.known.sum()),
        "passed": int(examination.is_state(State.PASS).sum()),
        "measures": {name: asdict(it) for name, it in examination.estimates.items()},
    }


def without_blind(rankings: Rankings, golden: GoldenSet) -> Rankings:
    """The rankings without the lists of blind cases, nor the chunk ids that only those name."""
    blind = set(compress(column(golden.cases, "id"), column(golden.cases, "blind")))
    if blind.isdisjoint(rankings.case_ids):
        return rankings
    rows = np.flatnonzero([case_id not in blind for case_id in rankings.case_ids])
    lengths = rankings.lengths[rows]
    places = ranges(rankings.starts[rows], lengths)
    codes, chunks = np.unique(rankings.chunks[places], return_inverse=True)
    scores, raw = rankings.scores, rankings.raw_scores
    return Rankings(
        case_ids=tuple(rankings.case_ids[row] for row in rows),
        starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        chunks=chunks.astype(np.int32),
        scores=None if scores is None else scores[places],
        chunk_ids=tuple(rankings.chunk_ids[code] for code in codes),
        raw_scores=None if raw is None else raw[places],
        failures={c: why for c, why in rankings.failures.items() if c not in blind},
    )
