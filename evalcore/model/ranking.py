"""Rankings: the ordered chunks of every case in one sample, packed back to back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """One ordered list; rank starts at 1. ``scores`` is None where the search gave none.

    ``scores`` is what ordered the list; ``raw_scores`` may stand beside it (before boost or
    rerank). Fewer results than asked is data, and so is an empty list.
    """

    chunk_ids: tuple[str, ...]
    scores: tuple[float, ...] | None = None
    raw_scores: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A case the search did not answer, and why. Never an empty list."""

    reason: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Rankings:
    """The rankings of n cases with m results in all, as read-only arrays.

    ``starts`` (n + 1) cuts ``chunks`` (m, indices into ``chunk_ids``) and ``scores`` (m) by
    case. A case in ``failures`` has an empty slice and is an error, not an empty list.
    ``chunk_ids`` are distinct: a tuple, or ``PackedIds`` where there are very many.
    """

    case_ids: tuple[str, ...]
    starts: Longs
    chunks: Ints
    scores: Floats | None
    chunk_ids: Sequence[str]
    raw_scores: Floats | None = None
    failures: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for array in (self.starts, self.chunks, self.scores, self.raw_scores):
            if array is not None:
                array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.case_ids)

    @cached_property
    def row_of(self) -> Mapping[str, int]:
        """Row of each case id."""
        return {case_id: row for row, case_id in enumerate(self.case_ids)}

    @property
    def lengths(self) -> Longs:
        """Number of results of each case, shape (n,)."""
        return np.diff(self.starts)

    def of(self, case_id: str) -> Ranking | Failure | None:
        """The list of one case; None if the rankings do not speak of it."""
        if case_id in self.failures:
            return Failure(self.failures[case_id])
        row = self.row_of.get(case_id)
        if row is None:
            return None
        cut = slice(int(self.starts[row]), int(self.starts[row + 1]))
        return Ranking(
            chunk_ids=tuple(self.chunk_ids[code] for code in self.chunks[cut]),
            scores=None if self.scores is None else tuple(self.scores[cut].tolist()),
            raw_scores=None if self.raw_scores is None else tuple(self.raw_scores[cut].tolist()),
        )

    @classmethod
    def pack(cls, answers: Iterable[tuple[str, Ranking | Failure]]) -> Self:
        """Pack single lists. Either all lists with results carry scores, or none does."""
        packer = _Packer()
        for case_id, answer in answers:
            packer.add(case_id, answer)
        return cls(
            case_ids=tuple(packer.case_ids),
            starts=np.cumsum([0, *packer.lengths], dtype=np.int64),
            chunks=np.asarray(packer.chunks, dtype=np.int32),
            scores=packer.column(packer.scores),
            raw_scores=packer.column(packer.raw) if packer.raw else None,
            chunk_ids=tuple(packer.codes),
            failures=packer.failures,
        )


class _Packer:
    def __init__(self) -> None:
        self.case_ids: list[str] = []
        self.lengths: list[int] = []
        self.codes: dict[str, int] = {}
        self.chunks: list[int] = []
        self.scores: list[float] = []
        self.raw: list[float] = []
        self.failures: dict[str, str] = {}

    def add(self, case_id: str, answer: Ranking | Failure) -> None:
        self.case_ids.append(case_id)
        if isinstance(answer, Failure):
            self.failures[case_id] = answer.reason
            self.lengths.append(0)
            return
        self.lengths.append(len(answer.chunk_ids))
        codes = self.codes
        self.chunks.extend(codes.setdefault(chunk, len(codes)) for chunk in answer.chunk_ids)
        self.scores.extend(answer.scores or ())
        self.raw.extend(answer.raw_scores or ())

    def column(self, values: Sequence[float]) -> Floats | None:
        if len(values) == len(self.chunks) and (values or not self.chunks):
            return np.asarray(values, dtype=np.float64)
        if values:
            raise ValueError("some lists carry scores and some do not")
        return None
