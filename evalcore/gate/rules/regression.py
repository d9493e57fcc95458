"""Nothing fell behind the baseline beyond the measured tolerance: the suite is comparative."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from evalcore.comparison.exams import exam_differences
from evalcore.gate.evidence import Evidence
from evalcore.gate.falls import Fall, falls
from evalcore.gate.newly_failing import Cell, worst_cell
from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus

NAME = "regression"


def judge(evidence: Evidence) -> RuleResult:
    """Hold the shared cases against the baseline: four means, and each category and difficulty.

    Failures tolerated by ``other_failures`` (documented, and the diagnosis stands) are left
    out. A case without an outcome counts at its best and at its worst, so that nothing is
    gained by not measuring. Value and limit are those of the check that decides: newly
    failing cases of the worst cell, else how far a mean fell, in points of 100.
    """
    baseline, pairs = evidence.baseline, evidence.pairs
    if baseline is None or pairs is None:
        reason = Message("There is no baseline to fall behind.")
        return RuleResult(rule=NAME, status=RuleStatus.NOT_APPLICABLE, reason=reason)
    if exam_differences(baseline.exam, evidence.examination.exam) or not pairs.counted.any():
        reason = Message("The baseline cannot be compared with, so nothing is known to hold.")
        return RuleResult(rule=NAME, status=RuleStatus.NOT_EVALUATED, reason=reason)
    tolerated = pairs.counted & evidence.tolerated[pairs.candidate]
    kept = pairs.counted & ~tolerated
    cell = worst_cell(pairs, kept, evidence.policy.regression.cell_cases)
    means = falls(pairs, kept, evidence.policy.regression)
    figures: dict[str, Figure] = {
        "baseline": baseline.name,
        "n": int(kept.sum()),
        "tolerated": int(tolerated.sum()),
    }
    return _deciding(cell, means, figures)


def _deciding(cell: Cell, means: Sequence[Fall], figures: dict[str, Figure]) -> RuleResult:
    """The check that decides: the first that fails, else the first that is open."""
    for status in (RuleStatus.FAILS, RuleStatus.NOT_EVALUATED):
        if cell.status is status:
            return _of_cell(cell, figures)
        for fall in means:
            if fall.status is status:
                return _of_fall(fall, figures)
    first = next(iter(means), None)
    if first is None:
        return RuleResult(rule=NAME, status=RuleStatus.HOLDS, reason=_holding(figures))
    return _of_fall(first, figures)


def _of_cell(cell: Cell, figures: dict[str, Figure]) -> RuleResult:
    failing = cell.status is RuleStatus.FAILS
    return RuleResult(
        rule=NAME,
        status=cell.status,
        value=Fraction(len(cell.failing)),
        limit=Fraction(cell.limit),
        value_low=Fraction(len(cell.failing)),
        value_high=Fraction(len(cell.failing) + len(cell.may_fail)),
        cases=cell.failing if failing else cell.may_fail,
        reason=_newly_failing(cell, figures) if failing else _open(figures),
    )


def _of_fall(fall: Fall, figures: dict[str, Figure]) -> RuleResult:
    scale = _points_of(fall)
    return RuleResult(
        rule=NAME,
        status=fall.status,
        value=None if fall.value is None else fall.value * scale,
        limit=fall.limit * scale,
        value_low=fall.low * scale,
        value_high=fall.high * scale,
        cases=() if fall.status is RuleStatus.HOLDS else fall.cases,
        reason=_fell(fall, figures),
    )


def _newly_failing(cell: Cell, figures: dict[str, Figure]) -> Message:
    told = {**figures, "new": len(cell.failing), "limit": cell.limit, "cell": cell.value or ""}
    if cell.value is None:
        return Message(
            "Questions that passed in the baseline «{baseline}» and fail now: {new}, "
            "and {limit} are allowed.",
            told,
        )
    if cell.dimension == "category":
        return Message(
            "Questions of the category «{cell}» that passed in the baseline «{baseline}» and "
            "fail now: {new}, and {limit} are allowed.",
            told,
        )
    return Message(
        "Questions of the difficulty «{cell}» that passed in the baseline «{baseline}» and "
        "fail now: {new}, and {limit} are allowed.",
        told,
    )


_LEAST = 0.01


def _fell(fall: Fall, figures: dict[str, Figure]) -> Message:
    if fall.status is RuleStatus.HOLDS:
        return _holding(figures)
    if fall.status is RuleStatus.NOT_EVALUATED:
        return _open(figures)
    scale = _points_of(fall)
    points = max(float(fall.low * scale), _LEAST)  # a trace is not told as nothing
    limit = float(fall.limit * scale)
    return _fallen(fall.field, {**figures, "fall": points, "limit": limit})


def _points_of(fall: Fall) -> int:
    """Quality is in points of 100 as it stands; the other means are of 1."""
    return 1 if fall.field == "quality" else 100


def _fallen(field: str, figures: dict[str, Figure]) -> Message:
    if field == "quality":
        return Message(
            "Mean quality fell by {fall} points of 100 below the baseline «{baseline}», "
            "and {limit} are tolerated.",
            figures,
        )
    if field == "noise":
        return Message(
            "Mean noise rose by {fall} points of 100 above the baseline «{baseline}», "
            "and {limit} are tolerated.",
            figures,
        )
    if field == "gold_mrr":
        return Message(
            "Gold MRR fell by {fall} points of 100 below the baseline «{baseline}», "
            "and {limit} are tolerated.",
            figures,
        )
    return Message(
        "MRR fell by {fall} points of 100 below the baseline «{baseline}», "
        "and {limit} are tolerated.",
        figures,
    )


def _open(figures: dict[str, Figure]) -> Message:
    return Message(
        "Questions without an outcome leave open whether anything fell behind the baseline "
        "«{baseline}».",
        figures,
    )


def _holding(figures: dict[str, Figure]) -> Message:
    if figures["tolerated"]:
        return Message(
            "Nothing fell behind the baseline «{baseline}» beyond the tolerance, on {n} shared "
            "questions; documented failures left out: {tolerated}.",
            figures,
        )
    return Message(
        "Nothing fell behind the baseline «{baseline}» beyond the tolerance, on {n} shared "
        "questions.",
        figures,
    )
