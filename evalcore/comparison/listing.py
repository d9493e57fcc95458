"""The lists of two runs over one table of chunk names, so that their codes can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from evalcore.model.ranking import Ints, Rankings


@dataclass(frozen=True, eq=False)
class Lists:
    """Codes of both runs' chunks; ``names`` says which chunk a code is."""

    names: tuple[str, ...]
    _codes: Mapping[str, int]
    _base: Rankings
    _candidate: Rankings
    _of_base: Ints
    """What the base's own codes are in the common table."""

    @classmethod
    def of(cls, base: Rankings, candidate: Rankings) -> Self:
        """Both runs' lists; the candidate's codes are kept, the base's are looked up."""
        codes = {name: code for code, name in enumerate(candidate.chunk_ids)}
        of_base = np.fromiter(
            (codes.setdefault(name, len(codes)) for name in base.chunk_ids),
            dtype=np.int32,
            count=len(base.chunk_ids),
        )
        return cls(tuple(codes), codes, base, candidate, of_base)

    def code_of(self, chunk_id: str) -> int:
        """The chunk's code; -1 where neither run ever returned it."""
        return self._codes.get(chunk_id, -1)

    def before(self, case_id: str) -> list[int] | None:
        """The base's list of a case; None where it has none."""
        found = _slice(self._base, case_id)
        return None if found is None else self._of_base[found].tolist()

    def after(self, case_id: str) -> list[int] | None:
        """The candidate's list of a case; None where it has none."""
        found = _slice(self._candidate, case_id)
        return None if found is None else found.tolist()


def _slice(rankings: Rankings, case_id: str) -> Ints | None:
    row = rankings.row_of.get(case_id)
    if row is None or case_id in rankings.failures:
        return None
    return rankings.chunks[int(rankings.starts[row]) : int(rankings.starts[row + 1])]
