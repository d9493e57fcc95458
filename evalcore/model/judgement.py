"""What a judge said of the answers of one run: every vote, what it cost, and by which ruler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property


class JudgedMeasure(StrEnum):
    """What a judge is asked about an answer."""

    CORRECTNESS = "correctness"
    FAITHFULNESS = "faithfulness"
    BEHAVIOUR = "behaviour"


class Attempted(StrEnum):
    """What came of asking the judge once."""

    READ = "read"
    UNREADABLE = "unreadable"
    REFUSED = "refused"
    CUT = "cut"
    RATE_LIMITED = "rate limited"
    REJECTED = "rejected"
    SERVER_ERROR = "server error"
    TIMEOUT = "timeout"
    NO_CONNECTION = "no connection"


BILLED_NOTHING = (Attempted.RATE_LIMITED, Attempted.REJECTED, Attempted.SERVER_ERROR)
"""Ended before a reply was made: no tokens. Of a timeout or a lost connection nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One request. Token counts are the service's own; None where it told none.

    ``cached`` of the ``input`` tokens came from the service's cache of prompts. ``output``
    holds everything that was made, thinking included.
    """

    outcome: Attempted
    input: int | None = None
    cached: int | None = None
    output: int | None = None

    @property
    def counted(self) -> bool:
        """Whether it is known how many tokens this attempt took."""
        return self.outcome in BILLED_NOTHING or self.input is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """One repetition: ``score`` from 0 to 1 and whether it passes; both None if not read.

    ``said`` is the verdict word, ``reason`` the judge's own; ``reply`` the raw text of a reply
    that could not be read, and ``unread`` says why. ``served`` is the model that the service
    says it used. ``attempts`` are all that were ever made for this vote, the first ``earlier``
    of them in former invocations; ``kept`` marks a verdict that was read then.
    """

    score: Fraction | None = None
    passed: bool | None = None
    said: str | None = None
    reason: str | None = None
    reply: str | None = None
    unread: str | None = None
    served: str | None = None
    attempts: tuple[Attempt, ...] = ()
    earlier: int = 0
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One answer under one measure. ``missing`` says why it was not asked at all, if it was not.

    ``answer`` is the SHA-256 of the answer's text. ``chunks`` says where the chunks came from
    that faithfulness was judged against: ``given``, ``ids``, or ``run``.
    """

    case_id: str
    measure: JudgedMeasure
    votes: tuple[Vote, ...] = ()
    answer: str | None = None
    missing: str | None = None
    chunks: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a million tokens cost; ``cached`` is the price of input from the prompt cache."""

    input: Fraction
    output: Fraction
    cached: Fraction | None = None
    currency: str = "USD"

    def of(self, attempt: Attempt) -> Fraction:
        """The cost of one attempt, from the tokens it is known to have taken."""
        cached = attempt.cached or 0
        fresh = (attempt.input or 0) - cached
        of_cache = self.input if self.cached is None else self.cached
        total = fresh * self.input + cached * of_cache + (attempt.output or 0) * self.output
        return total / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruler:
    """By what was measured: judge, its settings, and the hash of each prompt as it is sent."""

    judge: str
    address: str
    parameters: Mapping[str, str]
    prompts: Mapping[str, str]
    samples: int


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """Every answer of one run that was to be judged, and every vote on it.

    ``cases`` are the ids chosen before anything was asked: the denominator. ``eligible`` is
    how many there were to choose from. ``system`` and ``system_prompt`` (a hash) are the model
    and the prompt that wrote the answers, where somebody said. ``gaps`` are what the golden set
    lacks and so was not examined.
    """

    run_id: str
    at: str
    ruler: Ruler
    cases: tuple[str, ...]
    eligible: int
    judged: tuple[Judged, ...]
    subset: int | None = None
    system: str | None = None
    system_prompt: str | None = None
    price: Price | None = None
    gaps: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    """The answers that were judged, by case id."""
    contexts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The chunks of an answer where it said itself what it was made from."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The prompts by hash: the judge's as they were sent, and the system's own."""

    @cached_property
    def measures(self) -> tuple[JudgedMeasure, ...]:
        """The measures that were asked for, in the order of ``JudgedMeasure``."""
        asked = {one.measure for one in self.judged}
        return tuple(measure for measure in JudgedMeasure if measure in asked)

    def of(self, measure: JudgedMeasure) -> tuple[Judged, ...]:
        """The answers under one measure, in the order of ``cases``."""
        return tuple(one for one in self.judged if one.measure is measure)

    def votes(self) -> Iterator[Vote]:
        """Every vote on every answer."""
        return (vote for one in self.judged for vote in one.votes)

    @property
    def prompt_hashes(self) -> tuple[str, ...]:
        """The hashes of the judge's prompts, and of the system's own where it was given."""
        own = () if self.system_prompt is None else (self.system_prompt,)
        return (*self.ruler.prompts.values(), *own)

    def with_texts(self, texts: Mapping[str, str]) -> Judgement:
        """The same judgement with the texts of its prompts."""
        return replace(self, texts=texts)

    @property
    def served(self) -> tuple[str, ...]:
        """The models that the service says it used."""
        return tuple(dict.fromkeys(v.served for v in self.votes() if v.served is not None))


@dataclass(frozen=True, kw_only=True)
class StoredJudgement:
    """A judgement as it was kept; ``id`` is a hash of what it holds."""

    id: str
    judgement: Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What some attempts took. ``cost`` is None where no price is known.

    ``uncounted`` attempts may have taken tokens that nobody told of: then tokens and cost are
    the least that was spent.
    """

    attempts: int
    input: int
    cached: int
    output: int
    cost: Fraction | None
    uncounted: int


def spent(attempts: Iterable[Attempt], price: Price | None) -> Spent:
    """The sum over attempts, each at ``price``; exact."""
    listed = tuple(attempts)
    return Spent(
        attempts=len(listed),
        input=sum(one.input or 0 for one in listed),
        cached=sum(one.cached or 0 for one in listed),
        output=sum(one.output or 0 for one in listed),
        cost=None if price is None else sum((price.of(one) for one in listed), Fraction(0)),
        uncounted=sum(not one.counted for one in listed),
    )
