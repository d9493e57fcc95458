"""The closed vocabularies of the contract: one word for one thing (design.md, sections 1-5)."""

from __future__ import annotations

from enum import StrEnum


class Behaviour(StrEnum):
    """What the system owes the user who asks this question."""

    ANSWER = "answer"
    ABSTAIN = "abstain"
    ASK_BACK = "ask_back"
    DECLINE = "decline"


class CaseStatus(StrEnum):
    """Where a case stands in its own life; only active cases are run."""

    ACTIVE = "active"
    DRAFT = "draft"
    RETIRED = "retired"


class State(StrEnum):
    """What came of one case in one run (design.md, section 3)."""

    PASS = "pass"
    FAIL = "fail"
    LOST = "lost"
    UNDECIDED = "undecided"
    ERROR = "error"
    BROKEN = "broken"
    NO_ANSWER = "no-answer"
    DRAFT = "draft"
    RETIRED = "retired"
    BLIND = "blind"


COUNTED = (State.PASS, State.FAIL, State.LOST, State.UNDECIDED, State.ERROR)
"""States in the denominator N; it is fixed before anything is measured."""

MEASURED = (State.PASS, State.FAIL, State.LOST)
"""States whose outcome is known; the other counted ones widen the bounds."""


class Place(StrEnum):
    """Where an expected chunk ended up: rank <= K, K < rank <= D, or not within D."""

    FOUND = "found"
    MISRANKED = "misranked"
    ABSENT = "absent"


class RuleStatus(StrEnum):
    """What one rule of the gate found (design.md, section 5)."""

    HOLDS = "holds"
    FAILS = "fails"
    NOT_EVALUATED = "not_evaluated"
    NOT_APPLICABLE = "not_applicable"
    WARNING = "warning"


class Decision(StrEnum):
    """The verdict: the same word on screen, in JSON, in JUnit and behind the exit code."""

    ACCEPT = "ACCEPT"
    BLOCK = "BLOCK"
    CANNOT_JUDGE = "CANNOT JUDGE"


class Level(StrEnum):
    """What the labels name: chunks, or whole documents."""

    CHUNK = "chunk"
    DOCUMENT = "document"


class Gain(StrEnum):
    """How a grade becomes gain in nDCG: the grade itself (trec_eval) or 2**grade - 1."""

    LINEAR = "linear"
    EXPONENTIAL = "exponential"


class Direction(StrEnum):
    """Whether a better result has a higher or a lower score."""

    HIGHER = "higher"
    LOWER = "lower"


class Order(StrEnum):
    """Which order a rankings file means when its ranks and scores contradict each other."""

    RANK = "rank"
    SCORE = "score"
    TREC = "trec"


class Missing(StrEnum):
    """What a case absent from a rankings file is: an error, or an empty list."""

    ERROR = "error"
    EMPTY = "empty"
