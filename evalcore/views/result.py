"""The one stable JSON object of ``run``, ``import``, ``gate`` and ``show`` (design.md, 14)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from evalcore.model.estimate import Estimate
from evalcore.model.examination import Examination
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Place, RuleStatus, State

Plain = dict[str, Any]

_UNLISTED = (State.BLIND, State.RETIRED)
"""Blind cases appear only as an aggregate; retired ones are not part of the exam."""


def result_of(
    *, run_id: str, label: str | None, suite: str, examination: Examination, verdict: Verdict
) -> Plain:
    """The whole answer, strict JSON: undefined figures are null, never NaN."""
    return {
        "run": run_id,
        "label": label,
        "suite": suite,
        "verdict": verdict.decision.value,
        "exit": verdict.exit_code,
        "reason": str(verdict.sentence),
        "baseline": verdict.baseline,
        "counted": int(examination.counted.sum()),
        "measured": int(examination.known.sum()),
        "rules": [rule_of(rule) for rule in verdict.rules],
        "measures": {name: _estimate(it) for name, it in examination.estimates.items()},
        "cases": list(cases_of(examination)),
        "unknown_cases": list(examination.unknown_cases),
    }


def rule_of(rule: RuleResult) -> Plain:
    """One line of the gate."""
    return {
        "rule": rule.rule,
        "status": rule.status.value,
        "value": _number(rule.value),
        "limit": _number(rule.limit),
        "worst": _number(rule.value_low) if rule.status is not RuleStatus.NOT_APPLICABLE else None,
        "best": _number(rule.value_high) if rule.status is not RuleStatus.NOT_APPLICABLE else None,
        "cases": list(rule.cases),
        "reason": str(rule.reason),
    }


def cases_of(examination: Examination, only: Sequence[str] | None = None) -> Iterator[Plain]:
    """Every case that may be shown, in golden-set order; ``only`` names some of them."""
    shown = ~examination.is_state(*_UNLISTED)
    if only is not None:
        named = [examination.index_of[name] for name in only if name in examination.index_of]
        shown &= np.isin(np.arange(len(shown)), named)
    expected = expected_of(examination, shown)
    for index in np.flatnonzero(shown).tolist():
        yield _case(examination, index, examination.state_of(index), expected.get(index, []))


def expected_of(examination: Examination, cases: Mask) -> Mapping[int, list[Plain]]:
    """Where every relevant chunk of ``cases`` (n,) ended up, by case index."""
    placements, exam = examination.measured.placements, examination.exam
    labels = placements.labels
    by_case: dict[int, list[Plain]] = defaultdict(list)
    for row in np.flatnonzero(cases[labels.case] & (labels.grade >= exam.min_grade)).tolist():
        rank = int(placements.rank[row])
        by_case[int(labels.case[row])].append(
            {
                "chunk_id": labels.chunk_ids[row],
                "grade": int(labels.grade[row]),
                "gold": bool(labels.gold[row]),
                "rank": rank or None,
                "score": _finite(float(placements.score[row])),
                "place": place_of(rank, exam.cutoff).value,
            }
        )
    return by_case


def place_of(rank: int, cutoff: int) -> Place:
    """Found, misranked or absent (rank 0)."""
    if not rank:
        return Place.ABSENT
    return Place.FOUND if rank <= cutoff else Place.MISRANKED


def _case(examination: Examination, index: int, state: State, expected: list[Plain]) -> Plain:
    measured = examination.measured
    case = examination.cases[index]
    return {
        "id": case.id,
        "question": case.question,
        "state": state.value,
        "recall": _at(measured.recall, index),
        "supply": _at(measured.supply, index),
        "quality": _at(measured.quality, index),
        "precision": _at(measured.precision, index),
        "precision_returned": _at(measured.precision_returned, index),
        "rr": _at(measured.rr, index),
        "gold_rr": _at(measured.gold_rr, index),
        "ndcg": _finite(float(measured.ndcg[index])),
        "ap": _finite(float(measured.ap[index])),
        "noise": _at(measured.noise, index),
        "noise_count": _noise_count(examination, index),
        "noise_threshold": _finite(float(measured.noise_threshold[index])),
        "unjudged": _at(measured.unjudged, index),
        "max_possible": _at(measured.max_possible, index),
        "agreement": _agreement(examination, index, state),
        "tie_at_cutoff": bool(measured.tie_at_cutoff[index]),
        "recall_low": _at(measured.recall_low, index),
        "recall_high": _at(measured.recall_high, index),
        "expected": expected,
        "notes": list(examination.notes.get(case.id, ())),
        "error": examination.failures.get(case.id) if state is State.ERROR else None,
    }


def _noise_count(examination: Examination, index: int) -> int | None:
    """Results below the noise line; null where samples differ, for a mean of counts is none."""
    ratios = [sample.noise for sample in examination.samples]
    counts = {int(one.num[index]) if one.den[index] else None for one in ratios}
    return counts.pop() if len(counts) == 1 else None


def _agreement(examination: Examination, index: int, state: State) -> str | None:
    if state not in (State.PASS, State.FAIL, State.UNDECIDED, State.ERROR):
        return None
    ratios = examination.agreement
    return f"{int(ratios.num[index])}/{int(ratios.den[index])}"


def _estimate(estimate: Estimate) -> Plain:
    return {
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "worst": estimate.worst,
        "best": estimate.best,
        "n": estimate.n,
        "N": estimate.N,
    }


def _at(ratios: Ratios, index: int) -> float | None:
    den = int(ratios.den[index])
    return int(ratios.num[index]) / den if den else None


def _number(value: Fraction | None) -> float | int | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
