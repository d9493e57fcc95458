"""Several samples of the same cases as one: exact means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.metrics.exact import exact_ratios
from evalcore.metrics.frozen import frozen
from evalcore.model.measured import Measured
from evalcore.model.ranking import Floats
from evalcore.model.ratios import Mask, Ratios

_MARKS = ("tie_at_cutoff", "repeated")
_ROOM = 2**62


def mean_of(samples: Sequence[Measured]) -> Measured:
    """The mean of each measure over samples of the same cases in the same order.

    A measure is defined only where it is in every sample, a case answered only where every
    sample answered it; marks (ties, repeats) are set where any sample has them. Placements and
    ``returned`` are those of the first sample. A single sample is returned as it is. Raises
    ``ValueError`` without samples, or where they speak of different cases.
    """
    if not samples:
        raise ValueError("a mean needs at least one sample")
    first = samples[0]
    if len(samples) == 1:
        return first
    ids = first.placements.labels.case_ids
    if any(sample.placements.labels.case_ids != ids for sample in samples):
        raise ValueError("samples of different cases have no common mean")
    answered = np.logical_and.reduce([sample.answered for sample in samples])
    values: dict[str, Any] = {}
    for field in fields(Measured):
        columns = [getattr(sample, field.name) for sample in samples]
        if isinstance(columns[0], Ratios):
            values[field.name] = _mean_ratios(columns)
        elif field.name in _MARKS:
            values[field.name] = np.logical_or.reduce(columns) & answered
        elif np.issubdtype(getattr(columns[0], "dtype", np.object_), np.floating):
            values[field.name] = _mean_floats(columns)
    return frozen(
        Measured(
            placements=first.placements,
            answered=answered,
            returned=np.where(answered, first.returned, 0),
            **values,
        )
    )


def _mean_floats(columns: Sequence[Floats]) -> Floats:
    mean: Floats = np.mean(np.stack(columns), axis=0)  # NaN in one sample is NaN in the mean
    return mean


def _mean_ratios(columns: Sequence[Ratios]) -> Ratios:
    defined: Mask = np.logical_and.reduce([column.defined for column in columns])
    number = _roomy(columns)
    nums = [np.where(defined, column.num, 0).astype(number) for column in columns]
    dens = [np.where(defined, column.den, 1).astype(number) for column in columns]
    den = _fold(np.lcm, dens)
    num = _fold(np.add, [top * (den // bottom) for top, bottom in zip(nums, dens, strict=True)])
    return exact_ratios(np.where(defined, num, 0), np.where(defined, den * len(columns), 0))


def _roomy(columns: Sequence[Ratios]) -> type[np.int64 | object]:
    """A number type that cannot overflow: the product of all denominators bounds their lcm."""
    bound = len(columns) * max(_highest(column.num) for column in columns)
    for column in columns:
        bound *= _highest(column.den)
    return np.int64 if bound < _ROOM else object


def _highest(numbers: npt.NDArray[Any]) -> int:
    return max(int(numbers.max(initial=1)), 1)


def _fold(join: Callable[..., Any], arrays: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    folded: npt.NDArray[Any] = reduce(join, arrays)
    return folded
