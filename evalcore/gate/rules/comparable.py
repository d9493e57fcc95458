"""The baseline sat the same exam, and whatever changed in the criterion since is signed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from evalcore.comparison.criteria import SIGNATURE, criterion_differences, policy_differences
from evalcore.comparison.exams import exam_differences, listed
from evalcore.comparison.matching import Pairs
from evalcore.gate.baseline import Baseline
from evalcore.gate.evidence import Evidence
from evalcore.model.comparison import Difference
from evalcore.model.message import Figure, Message
from evalcore.model.verdict import RuleResult
from evalcore.model.words import RuleStatus

NAME = "comparable"
_RETRIEVER = "retriever"
_FEW = Fraction(1, 2)
_NAMED = 3


def judge(evidence: Evidence) -> RuleResult:
    """Say whether this run can be held against its baseline, and how much of it is shared.

    Another exam, or no shared case: not evaluated. A policy or a retriever that changed since
    the baseline and carries no author and reason: fails. The value is the share of the counted
    cases that the baseline has with the same content; below a half of them is a warning, and
    so is a case that expected gold there and expects none here.
    """
    baseline, pairs = evidence.baseline, evidence.pairs
    if baseline is None or pairs is None:
        reason = Message("There is no baseline to compare with: none is promoted, or this is it.")
        return RuleResult(rule=NAME, status=RuleStatus.NOT_APPLICABLE, reason=reason)
    shared, N = int(pairs.counted.sum()), evidence.counted
    share = Fraction(shared, N) if N else Fraction(0)
    demoted = _demoted(evidence, pairs)
    figures: dict[str, Figure] = {
        "baseline": baseline.name,
        "n": shared,
        "N": N,
        "demoted": len(demoted),
    }
    status, reason = _found(evidence, baseline, figures)
    return RuleResult(
        rule=NAME,
        status=status,
        value=share,
        value_low=share,
        value_high=share,
        cases=(*_apart(evidence, pairs), *demoted),
        reason=reason,
    )


def _found(
    evidence: Evidence, baseline: Baseline, figures: dict[str, Figure]
) -> tuple[RuleStatus, Message]:
    other = exam_differences(baseline.exam, evidence.examination.exam)
    if other:
        return RuleStatus.NOT_EVALUATED, _other_exam(figures, other)
    if not figures["n"]:
        return RuleStatus.NOT_EVALUATED, Message(
            "The baseline «{baseline}» shares no question with this golden set, so nothing can "
            "be compared: put the questions back, or give the new set a suite name of its own.",
            figures,
        )
    return _criterion(evidence, baseline, figures)


def _criterion(
    evidence: Evidence, baseline: Baseline, figures: dict[str, Figure]
) -> tuple[RuleStatus, Message]:
    """Whether what changed since the baseline is signed, and what is shared with it."""
    retriever, policy = _changed(evidence, baseline)
    if retriever and not _signed(evidence.suite.get("author"), evidence.suite.get("reason")):
        return RuleStatus.FAILS, _unsigned_retriever(figures, retriever)
    if policy and not _signed(evidence.policy.author, evidence.policy.reason):
        return RuleStatus.FAILS, _unsigned_policy(figures, policy)
    if Fraction(int(figures["n"]), evidence.counted) < _FEW:
        return RuleStatus.WARNING, _few(figures)
    if figures["demoted"]:
        return RuleStatus.WARNING, _no_longer_gold(figures)
    return RuleStatus.HOLDS, _shared(figures, (*retriever, *policy))


def _changed(
    evidence: Evidence, baseline: Baseline
) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """What changed in the retriever, and in the policy."""
    settings = criterion_differences(baseline.suite, evidence.suite)
    retriever = tuple(one for one in settings if one.name.split(".")[0] == _RETRIEVER)
    return retriever, policy_differences(baseline.policy, evidence.policy)


def _signed(*said: object) -> bool:
    """Somebody's name and a reason stand beside it: ``author`` and ``reason`` of the file."""
    texts = [text for text in said if isinstance(text, str) and text.strip()]
    return len(texts) == len(SIGNATURE)


def _demoted(evidence: Evidence, pairs: Pairs) -> tuple[str, ...]:
    """Shared cases that expected gold in the baseline, and of which nothing says so now."""
    if not evidence.examination.gold_known:
        return ()  # then every failure counts as gold anyway
    before = pairs.before.expects_gold[pairs.base]
    after = pairs.after.expects_gold[pairs.candidate]
    rows = np.flatnonzero(pairs.counted & before & ~after)
    return tuple(pairs.case(row).id for row in rows.tolist())


def _apart(evidence: Evidence, pairs: Pairs) -> tuple[str, ...]:
    known = evidence.examination.index_of
    return tuple(one.case_id for one in pairs.apart if one.case_id in known)


def _other_exam(figures: dict[str, Figure], other: tuple[Difference, ...]) -> Message:
    return Message(
        "The baseline «{baseline}» sat another exam ({what}), so nothing can be compared: put "
        "the exam back, or give the suite of the new one a name of its own.",
        {**figures, "what": listed(other)},
    )


def _unsigned_retriever(figures: dict[str, Figure], changed: Sequence[Difference]) -> Message:
    return Message(
        "The retriever is not the one of the baseline «{baseline}» ({what}), and nobody signed "
        "the change: write author and reason into the suite.",
        {**figures, "what": _names(changed)},
    )


def _unsigned_policy(figures: dict[str, Figure], changed: Sequence[Difference]) -> Message:
    return Message(
        "The policy is not the one of the baseline «{baseline}» ({what}), and nobody signed "
        "the change: write author and reason into the policy.",
        {**figures, "what": _names(changed)},
    )


def _few(figures: dict[str, Figure]) -> Message:
    return Message(
        "Only {n} of {N} questions are in the baseline «{baseline}» as they are here; "
        "what is compared says little of the rest.",
        figures,
    )


def _no_longer_gold(figures: dict[str, Figure]) -> Message:
    return Message(
        "Questions that expected a curated synthesis in the baseline «{baseline}» and expect "
        "none now: {demoted}; their chunks may have lost the label.",
        figures,
    )


def _shared(figures: dict[str, Figure], changed: Sequence[Difference]) -> Message:
    if changed:
        return Message(
            "Shared with the baseline «{baseline}»: {n} of {N} questions. Changed since, and "
            "signed: {what}.",
            {**figures, "what": _names(changed)},
        )
    return Message("Shared with the baseline «{baseline}»: {n} of {N} questions.", figures)


def _names(changed: Sequence[Difference]) -> str:
    """The settings that changed: the first few by name and value."""
    shown = [f"{one.name} {one.base} → {one.candidate}" for one in changed[:_NAMED]]
    more = len(changed) - len(shown)
    return ", ".join([*shown, f"+{more}"] if more else shown)
