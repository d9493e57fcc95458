"""One thing that the health check of a golden set found, how bad it is, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from evalcore.model.case import Case
from evalcore.model.message import Message


class Severity(StrEnum):
    """Errors make figures of a run untrue; warnings make them worth less; notes inform."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found, in one sentence, and the way out.

    ``cases`` are the ids of visible cases only; ``blind`` counts the reserved ones, whose ids
    are not told. ``details`` are short facts of people's own text (ids, questions, quotes).
    ``stale`` findings say that the set no longer fits the index (exit 4 rather than 1).
    """

    name: str
    severity: Severity
    what: Message
    do: Message
    cases: tuple[str, ...] = ()
    blind: int = 0
    details: tuple[str, ...] = ()
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """Cases as they may be told: the visible by id, the blind by number."""

    cases: tuple[str, ...]
    blind: int

    @property
    def n(self) -> int:
        """How many there are in all."""
        return len(self.cases) + self.blind


def told(cases: Iterable[Case], *, unlocked: bool) -> Told:
    """The ids that may be shown, and how many more there are."""
    listed = list(cases)
    shown = tuple(case.id for case in listed if unlocked or not case.blind)
    return Told(shown, len(listed) - len(shown))
