"""The change of every cell against the baseline, over the cases that both runs share."""

from __future__ import annotations

import numpy as np

from evalcore.model.run import StoredRun
from evalcore.views.heatmap import Heatmap, Readings, build, readings_of
from evalcore.views.heatmap_axes import By, Value


def change_heatmap(run: StoredRun, base: StoredRun, by: By, value: Value) -> Heatmap:
    """Candidate minus baseline, case by case, averaged in each cell with its interval.

    Only cases of the same id and content count; one that either run did not measure is
    unmeasured here too.
    """
    now, before = readings_of(run.examination, value), readings_of(base.examination, value)
    places = _shared(run, base)
    shared = places >= 0
    there = np.maximum(places, 0)
    known = now.known & shared & before.known[there]
    applies = now.applicable & shared & before.applicable[there]
    lowest, highest = now.bounds
    width = highest - lowest
    changes = Readings(
        values=np.where(known & applies, now.values - before.values[there], np.nan),
        ratios=None,
        applicable=applies,
        known=known,
        bounds=(-width, width),
        lower_is_better=now.lower_is_better,
    )
    return build(run, by, value, changes, change=True)


def shared_cases(run: StoredRun, base: StoredRun) -> int:
    """How many counted cases both runs have with the same content."""
    places = _shared(run, base)
    return int((run.examination.counted & (places >= 0)).sum())


def _shared(run: StoredRun, base: StoredRun) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The place of each case in the baseline; -1 where it has none with the same content."""
    index_of, cases = base.examination.index_of, base.examination.cases
    places = []
    for case in run.examination.cases:
        index = index_of.get(case.id, -1)
        same = index >= 0 and (cases[index] is case or cases[index].hash == case.hash)
        places.append(index if same else -1)
    return np.array(places, dtype=np.int64)
