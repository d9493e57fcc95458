"""Two opened runs and what changed between them, as every view of a comparison reads it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from evalcore.model.case_table import column
from evalcore.model.comparison import CaseChange, Change, Comparison
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.views.chunks import ChunkFacts, facts_of

FLIPPED = "flipped"
"""The one counter that is no ``Change``: a case that changed its verdict has a change as well."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Compared:
    """A comparison with both of its runs opened. Blind cases are left out of ``cases``."""

    base: StoredRun
    candidate: StoredRun
    changes: Comparison

    @cached_property
    def cases(self) -> tuple[CaseChange, ...]:
        """Every case that may be shown, those that changed verdict first."""
        return tuple(one for one in self.changes.cases if one.case_id not in self.secret)

    @cached_property
    def secret(self) -> frozenset[str]:
        """Ids of blind cases: nothing of theirs is shown one by one."""
        sets = (self.base.golden, self.candidate.golden)
        flags = (zip(column(s.cases, "id"), column(s.cases, "blind"), strict=True) for s in sets)
        return frozenset(case_id for pairs in flags for case_id, blind in pairs if blind)

    @property
    def cutoff(self) -> int:
        """K, the same in both."""
        return self.candidate.examination.exam.cutoff

    def question(self, case_id: str) -> str:
        """What was asked, as the candidate's golden set says it (else the base's)."""
        for golden in (self.candidate.golden, self.base.golden):
            if case_id in golden.by_id:
                return golden.by_id[case_id].question
        return ""

    def having(self, counter: str) -> tuple[CaseChange, ...]:
        """The cases that a counter counts: a ``Change``'s value, or ``flipped``."""
        if counter == FLIPPED:
            return tuple(one for one in self.cases if one.flipped)
        return tuple(one for one in self.cases if one.change.value == counter)

    @cached_property
    def newly_failing(self) -> tuple[CaseChange, ...]:
        """Cases that passed and no longer do."""
        return tuple(one for one in self.cases if one.flipped and one.state_after is not State.PASS)

    @cached_property
    def newly_passing(self) -> tuple[CaseChange, ...]:
        """Cases that pass and did not."""
        return tuple(one for one in self.cases if one.flipped and one.state_after is State.PASS)

    def facts(self, chunk_ids: Iterable[str]) -> dict[str, ChunkFacts]:
        """What is known of each chunk, from the candidate's index, else from the base's."""
        ids = tuple(dict.fromkeys(chunk_ids))
        now = {i: one for i, one in facts_of(self.candidate, ids).items() if one.known}
        return {**facts_of(self.base, ids), **now}


COUNTERS = (
    Change.WORSENED.value,
    Change.IMPROVED.value,
    FLIPPED,
    Change.WITHIN_NOISE.value,
    Change.NOT_COMPARABLE.value,
)
"""The counters in the order of their weight to a reader."""
