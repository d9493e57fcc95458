"""The votes of a judge on each answer, as states and as the share of answers that pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.model.estimate import Estimate
from evalcore.model.judgement import Judged, JudgedMeasure, Judgement, Vote
from evalcore.model.policy import SamplingPolicy
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.words import State
from evalcore.stability.votes import count_votes
from evalcore.stats.estimate import estimate

_SEED = 17


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCase:
    """One answer under one measure: its state, and the votes that gave it.

    ``score`` is the mean of the votes; None where one could not be read. ``agreement`` is the
    majority's share of all votes asked for, and 0 where none was read.
    """

    judged: Judged
    state: State
    score: Fraction | None
    passes: int
    unread: int
    agreement: Fraction


@dataclass(frozen=True, kw_only=True)
class JudgedShare:
    """What one measure says of all answers it applies to, those that failed to be judged included.

    ``passing`` is the share that passes, with its exact interval over the decided ones and its
    bounds; ``score`` the mean of the scores.
    """

    measure: JudgedMeasure
    cases: tuple[JudgedCase, ...]
    passing: Estimate
    score: Estimate

    @property
    def passed(self) -> int:
        """How many pass."""
        return sum(case.state is State.PASS for case in self.cases)

    @property
    def open(self) -> int:
        """How many have no verdict: undecided, or never judged."""
        return sum(case.state in (State.UNDECIDED, State.ERROR) for case in self.cases)

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """The exact share with every open answer failing, and with every one passing.

        Of no answer at all nothing is known: 0 to 1.
        """
        N = len(self.cases)
        if not N:
            return Fraction(0), Fraction(1)
        return Fraction(self.passed, N), Fraction(self.passed + self.open, N)


def judged_share(
    judgement: Judgement, measure: JudgedMeasure, policy: SamplingPolicy
) -> JudgedShare:
    """The answers of one measure under a policy's shares of votes; unread votes never pass."""
    cases = _cases(judgement.of(measure), judgement.ruler.samples, policy)
    known = _mask(case.state in (State.PASS, State.FAIL) for case in cases)
    everything = np.ones(len(cases), dtype=np.bool_)
    passed = Ratios(
        np.array([case.state is State.PASS for case in cases], dtype=np.int64),
        np.ones(len(cases), dtype=np.int64),
    )
    return JudgedShare(
        measure=measure,
        cases=cases,
        passing=_estimate(passed, everything, known),
        score=_estimate(_scores(cases), everything, everything),
    )


def _cases(
    judged: Sequence[Judged], samples: int, policy: SamplingPolicy
) -> tuple[JudgedCase, ...]:
    if not judged:
        return ()
    votes = [one.votes if len(one.votes) == samples else () for one in judged]
    passes = [_mask(bool(v) and bool(v[i].passed) for v in votes) for i in range(samples)]
    read = [_mask(bool(v) and v[i].passed is not None for v in votes) for i in range(samples)]
    counted = count_votes(passes, read, policy)
    return tuple(
        JudgedCase(
            judged=one,
            state=_state(
                passed=bool(counted.passed[i]),
                undecided=bool(counted.undecided[i]),
                error=bool(counted.error[i]),
            ),
            score=_score(votes[i]),
            passes=sum(bool(mask[i]) for mask in passes),
            unread=sum(not mask[i] for mask in read),
            agreement=Fraction(int(counted.agreement.num[i]), int(counted.agreement.den[i])),
        )
        for i, one in enumerate(judged)
    )


def _state(*, passed: bool, undecided: bool, error: bool) -> State:
    if error:
        return State.ERROR
    if undecided:
        return State.UNDECIDED
    return State.PASS if passed else State.FAIL


def _score(votes: Sequence[Vote]) -> Fraction | None:
    read = [vote.score for vote in votes if vote.score is not None]
    if not votes or len(read) < len(votes):
        return None
    return sum(read, Fraction(0)) / len(read)


def _scores(cases: Sequence[JudgedCase]) -> Ratios:
    scores = [case.score for case in cases]
    return Ratios(
        np.array([0 if s is None else s.numerator for s in scores], dtype=np.int64),
        np.array([0 if s is None else s.denominator for s in scores], dtype=np.int64),
    )


def _estimate(ratios: Ratios, applicable: Mask, known: Mask) -> Estimate:
    return estimate(
        ratios.values(),
        applicable=applicable,
        known=known,
        rng=np.random.default_rng(_SEED),
        ratios=ratios,
    )


def _mask(values: Iterable[bool]) -> Mask:
    return np.fromiter(values, dtype=np.bool_)
