"""Symptoms: patterns over cases and runs that point at chapters (chapter 17)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from evalcore.model.message import Message


class SymptomName(StrEnum):
    """Every symptom, the book's six first and in its order, then those beyond it."""

    DOMAIN = "domain"
    NUMERIC = "numeric"
    GOLD = "gold"
    REGRESSION = "regression"
    DECLINE = "decline"
    NOISE = "noise"
    CODES = "codes"
    VOCABULARY = "vocabulary"
    OLD_VERSION = "old_version"
    HALF_FOUND = "half_found"
    OVERFIT = "overfit"
    TIES = "ties"
    INDEX = "index"


OF_THE_BOOK = (
    SymptomName.DOMAIN,
    SymptomName.NUMERIC,
    SymptomName.GOLD,
    SymptomName.REGRESSION,
    SymptomName.DECLINE,
    SymptomName.NOISE,
)
"""The six of chapter 17."""


class SymptomState(StrEnum):
    """What one row of the table says."""

    ACTIVE = "active"
    QUIET = "quiet"
    NOT_ENOUGH_DATA = "not enough data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """``hits`` of ``n``, in a group that a sentence (or people's own word) names."""

    name: Message | str
    hits: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """What is in the pattern beside the rest, as lengths that can be compared.

    ``rest`` None: the whole is looked at. ``failing`` False: the hits are not failures (chunks
    of a new batch among those that stand above).
    """

    inside: tuple[Bar, ...]
    rest: Bar | None = None
    failing: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One day of a history: mean quality (0-100) of the cases measured on every day."""

    on: date
    run_id: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A history, oldest first, and each domain's fall: its Theil-Sen slope a week."""

    points: tuple[Point, ...]
    slopes: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How many passing cases have a noise in each tenth of 0 to 1, and how many are over."""

    within: tuple[int, ...]
    over: tuple[int, ...]


Picture = Bars | Series | Spread


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom:
    """One row of the table.

    ``sentence`` gives the figures; ``p`` is the exact p value, ``p_holm`` the same within the
    family of the table, and decides. None where nothing was tested. ``interval`` is the 95 %
    interval of the share that a row without comparison looks at. ``lacks`` says what is missing
    for an answer; ``unlike`` why significant figures are not this pattern. ``where`` are the
    domains that fail as a whole (people's words). ``cases`` are those the row speaks of.
    ``chapters`` are the book's numbers, as chapter 17 gives them; ``points_to`` says what has no
    number there. ``advisory``: the test leans on an assumption that does not quite hold.
    """

    name: SymptomName
    state: SymptomState
    sentence: Message
    chapters: tuple[str, ...]
    points_to: Message | None
    review: Message
    p: float | None = None
    p_holm: float | None = None
    interval: tuple[float, float] | None = None
    cases: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    lacks: Message | None = None
    unlike: Message | None = None
    picture: Picture | None = None
    advisory: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SymptomTable:
    """The rows of one run in their order, and how its counted cases did.

    ``tested`` is the number of tests in the Holm family. ``base`` is the run that regressions
    were looked for against, the last green one before; None without one.
    """

    run_id: str
    rows: tuple[Symptom, ...]
    failed: int
    measured: int
    counted: int
    tested: int
    base: str | None = None

    def in_state(self, state: SymptomState) -> tuple[Symptom, ...]:
        """The rows in this state, in the table's order."""
        return tuple(row for row in self.rows if row.state is state)
