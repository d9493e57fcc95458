"""The judge against people, where both spoke of the same answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.model.answer import HumanVerdict
from evalcore.model.judgement import JudgedMeasure
from evalcore.model.words import State
from evalcore.stability.judged import JudgedCase, JudgedShare
from evalcore.stats.kappa import Kappa, kappa
from evalcore.stats.prediction_powered import Corrected, corrected_mean

ENOUGH = 50
"""Human labels drawn at random from which on a mean is corrected by them."""

_SEED = 17
_YES, _NO, _OPEN = "pass", "fail", "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstPeople:
    """Judge and people on n answers of one measure.

    ``table`` counts (people, judge): people pass or fail, the judge ``pass``, ``fail`` or
    ``open`` (undecided or unread). ``disputed`` answers, on which people contradict each other,
    and ``stale`` verdicts, on an answer that is not the one judged, count nowhere else.
    ``drawn`` labels come from a sheet drawn at random from these very answers; ``blank`` ones
    have no verdict, or a disputed one.
    ``corrected`` is None while they are not enough; ``lacking`` then says why.
    """

    measure: JudgedMeasure
    table: Mapping[tuple[str, str], int]
    kappa: Kappa
    disputed: tuple[str, ...]
    stale: int
    drawn: int
    blank: int
    corrected: Corrected | None
    lacking: str | None

    @property
    def n(self) -> int:
        """Answers on which people are of one mind."""
        return sum(self.table.values())

    @property
    def agreed(self) -> int:
        """Answers on which the judge says the same; an open one agrees with nobody."""
        return self.table.get((_YES, _YES), 0) + self.table.get((_NO, _NO), 0)

    @property
    def agreement(self) -> Fraction | None:
        """The raw share that agrees; None without any answer."""
        return Fraction(self.agreed, self.n) if self.n else None


def against_people(share: JudgedShare, human: Sequence[HumanVerdict]) -> AgainstPeople | None:
    """What people's verdicts say of the judge; None where they say nothing of this measure."""
    mine = [one for one in human if one.measure is share.measure]
    if not mine:
        return None
    by_case = {case.judged.case_id: case for case in share.cases}
    fitting = [one for one in mine if _speaks_of(one, by_case.get(one.case_id))]
    labels, disputed = _of_one_mind(fitting)
    table: dict[tuple[str, str], int] = defaultdict(int)
    for case_id, said in labels.items():
        table[_YES if said else _NO, _word(by_case[case_id])] += 1
    asked = {case_id: case for case_id, case in by_case.items() if case.judged.votes}
    drawn = {one.case_id for one in fitting if one.drawn_from == len(asked)}
    blank = drawn - labels.keys()
    corrected, lacking = _corrected(asked, labels, drawn - blank, len(blank))
    return AgainstPeople(
        measure=share.measure,
        table=dict(table),
        kappa=kappa(
            both_yes=table[_YES, _YES],
            yes_no=table[_YES, _NO],
            no_yes=table[_NO, _YES],
            both_no=table[_NO, _NO],
            rng=np.random.default_rng(_SEED),
        ),
        disputed=disputed,
        stale=len(mine) - len(fitting),
        drawn=len(drawn),
        blank=len(blank),
        corrected=corrected,
        lacking=lacking,
    )


def _speaks_of(verdict: HumanVerdict, case: JudgedCase | None) -> bool:
    return case is not None and case.judged.answer == verdict.answer


def _of_one_mind(
    verdicts: Sequence[HumanVerdict],
) -> tuple[dict[str, bool], tuple[str, ...]]:
    """What people said of each answer, and the answers on which they contradict each other."""
    said: dict[str, set[bool]] = defaultdict(set)
    for one in verdicts:
        if one.passed is not None:
            said[one.case_id].add(one.passed)
    disputed = tuple(case_id for case_id, words in said.items() if len(words) > 1)
    return {case_id: words.pop() for case_id, words in said.items() if len(words) == 1}, disputed


def _word(case: JudgedCase) -> str:
    if case.state is State.PASS:
        return _YES
    return _NO if case.state is State.FAIL else _OPEN


def _corrected(
    cases: Mapping[str, JudgedCase], labels: Mapping[str, bool], drawn: set[str], blank: int
) -> tuple[Corrected | None, str | None]:
    """The mean that people would give of every answer the judge was asked about.

    The judge's word on one is the share of its votes that pass, whatever came of them: any
    guess is allowed, since the labels measure how wrong it is.
    """
    if blank:
        return None, f"{blank} of the drawn answers have no verdict: those left out are no accident"
    if len(drawn) < ENOUGH:
        return None, f"not enough: {len(drawn)} labels drawn at random, {ENOUGH} are needed"
    guesses = {case_id: case.passes / len(case.judged.votes) for case_id, case in cases.items()}
    ours = [case_id for case_id in guesses if case_id in drawn]
    return (
        corrected_mean(
            np.array([labels[case_id] for case_id in ours], dtype=np.float64),
            np.array([guesses[case_id] for case_id in ours], dtype=np.float64),
            np.array(
                [g for case_id, g in guesses.items() if case_id not in drawn], dtype=np.float64
            ),
        ),
        None,
    )
