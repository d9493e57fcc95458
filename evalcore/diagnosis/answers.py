"""What came back of a probe's questions, and what follows for its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalcore.model.diagnosis import Answer, Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The questions that could be asked for one chunk, and the cutoff they are held against."""

    asked: tuple[Asked, ...] = ()
    cutoff: int

    def of(self, what: str) -> Asked | None:
        """The answer to one question; None if it was not asked or failed."""
        return next((it for it in self.asked if it.what == what and it.failed is None), None)

    def surfaces(self, what: str) -> bool:
        """Whether the chunk then stands within the cutoff."""
        found = self.of(what)
        return found is not None and found.rank is not None and found.rank <= self.cutoff

    def first(self, *names: str) -> Asked | None:
        """The first of these questions that brings the chunk within the cutoff."""
        return next((self.of(name) for name in names if self.surfaces(name)), None)

    def undone(self, *names: str) -> tuple[Answer, Mapping[str, Any]]:
        """What a defect that is there amounts to, and the evidence of its undoing.

        Confirmed only where one of these questions, each the defect undone, surfaces the
        chunk; otherwise suspected, and the evidence says whether it could be tried.
        """
        found = self.first(*names)
        if found is not None:
            return Answer.CONFIRMED, {"undone": {"by": found.what, "rank": found.rank}}
        tried = [it for name in names if (it := self.of(name)) is not None]
        if not tried:
            return Answer.SUSPECTED, {"undone": "could not be tried"}
        best = min(tried, key=lambda it: it.rank or 10**9)
        return Answer.SUSPECTED, {
            "undone": {"by": best.what, "rank": best.rank},
            "note": "undoing this alone is not enough: something else is wrong too, "
            "or this is not the cause",
        }
