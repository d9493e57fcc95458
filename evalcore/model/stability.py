"""What repetitions of one unchanged run say: how far cases and means swing by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalcore.model.words import State


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseVotes:
    """One case over R repetitions: how many of the samples passed in each, and its state there.

    A vote that could not be read is no pass and stays in the denominator; ``unread`` counts
    them. ``order`` is the largest difference of its reciprocal rank (None: not measured).
    """

    case_id: str
    votes: tuple[int, ...]
    states: tuple[State, ...] = ()
    unread: tuple[int, ...] = ()
    order: Fraction | None = None

    @property
    def largest(self) -> int:
        """The largest difference between any two repetitions, in votes."""
        return max(self.votes) - min(self.votes)

    def split(self, samples: int) -> tuple[bool, ...]:
        """In which repetitions its samples did not all say the same."""
        return tuple(0 < passed < samples for passed in self.votes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A mean in each repetition, exact, over the same n of N cases every time.

    Quality runs from 0 to 100, the others from 0 to 1. ``values`` is empty where no case could
    be measured in every repetition.
    """

    measure: str
    values: tuple[Fraction, ...]
    n: int
    N: int

    @property
    def largest(self) -> Fraction:
        """The largest difference between any two repetitions; 0 where nothing was measured."""
        return max(self.values) - min(self.values) if self.values else Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """The change of a mean that is noise: the largest difference seen, plus a margin.

    ``worth`` is the smallest change worth detecting. A tolerance that reaches it swallows it.
    """

    measure: str
    largest: Fraction
    margin: Fraction
    worth: Fraction

    @property
    def value(self) -> Fraction:
        """What a later run may fall by without a word."""
        return self.largest + self.margin

    @property
    def usable(self) -> bool:
        """Whether the change worth detecting still shows."""
        return self.value < self.worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One repetition: a stored run, or one sample of it; ``decision`` is the gate's word."""

    name: str
    passing: int
    decision: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What so many samples a case buy, and the questions that must be asked for it.

    ``half_width`` is half the 95 % interval of mean quality, in points, as far as the index
    itself swings.
    """

    samples: int
    half_width: float
    questions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfrozen:
    """One thing that is not the same in all runs: its name, and how each run has it."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """How far an unchanged index swings: its cases, its means, and what follows for the gate.

    ``cases`` are the counted ones, in golden-set order. ``tolerances`` is empty for fewer than
    three runs, since the largest difference of two is one difference, and lacks the means that
    not every case could be measured for. ``case_tolerance`` is the widest
    tolerance in votes that still shows a case turning from pass to fail.
    """

    runs: tuple[str, ...]
    suite: str
    readings: tuple[Reading, ...]
    samples: int
    cases: tuple[CaseVotes, ...]
    spreads: tuple[Spread, ...]
    tolerances: tuple[Tolerance, ...]
    case_tolerance: int
    agreement: Mapping[int, int]
    """How often a case had so many votes for its majority, over all cases and runs."""
    never_undecided: bool
    """True where the policy asks for an agreement that these samples always reach."""
    min_agreement: Fraction
    asked: int
    """How often every question was asked, over all runs."""
    gains: Sequence[Gain] = ()

    @property
    def unsure(self) -> tuple[CaseVotes, ...]:
        """The cases whose verdict swings: between runs, or between the samples of one."""
        return tuple(c for c in self.cases if c.largest or any(c.split(self.samples)))

    @property
    def unread(self) -> tuple[CaseVotes, ...]:
        """The cases with a vote that could not be read."""
        return tuple(case for case in self.cases if any(case.unread))

    @property
    def largest(self) -> int:
        """The largest swing of any case, in votes."""
        return max((case.largest for case in self.cases), default=0)

    @property
    def passing_spread(self) -> int:
        """The largest difference in the number of passing cases."""
        counts = [reading.passing for reading in self.readings]
        return max(counts) - min(counts)

    @property
    def usable(self) -> bool:
        """Whether a gate may stand on these means: measured, whole, and calm enough."""
        return bool(self.tolerances) and not self.unread and all(t.usable for t in self.tolerances)
