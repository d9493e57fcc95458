"""A judgement as strict JSON values: the answer of ``unbury judge --json``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from evalcore.model.case import Case
from evalcore.model.estimate import Estimate
from evalcore.model.judgement import Attempt, Judgement, Price, Spent, Vote, spent
from evalcore.model.words import State
from evalcore.stability.judged import JudgedCase, JudgedShare
from evalcore.stability.people import AgainstPeople


def judgement_to_result(
    name: str, judgement: Judgement, shares: Iterable[JudgedShare], cases: Mapping[str, Case]
) -> dict[str, Any]:
    """The judgement itself: ruler, denominators, measures, cases with every vote, and cost."""
    ruler = judgement.ruler
    return {
        "run": judgement.run_id,
        "judgement": name,
        "at": judgement.at,
        "ruler": {
            "judge": ruler.judge,
            "address": ruler.address,
            "served": list(judgement.served),
            "samples": ruler.samples,
            "parameters": dict(ruler.parameters),
            "prompts": dict(ruler.prompts),
        },
        "system": {"model": judgement.system, "prompt": judgement.system_prompt},
        "cases": list(judgement.cases),
        "eligible": judgement.eligible,
        "subset": judgement.subset,
        "gaps": list(judgement.gaps),
        "measures": {share.measure.value: share_to_result(share, cases) for share in shares},
        "cost": cost_to_result(judgement),
    }


def share_to_result(share: JudgedShare, cases: Mapping[str, Case]) -> dict[str, Any]:
    """One measure: how many pass, its intervals and bounds, by segment, and case by case."""
    worst, best = share.bounds
    return {
        "passed": share.passed,
        "open": share.open,
        "N": len(share.cases),
        "worst": float(worst),
        "best": float(best),
        "passing": _estimate(share.passing),
        "score": _estimate(share.score),
        "by": {
            name: _segments(share, cases, name) for name in ("behaviour", "category", "difficulty")
        },
        "cases": [_case(case) for case in share.cases],
    }


def people_to_result(people: AgainstPeople) -> dict[str, Any]:
    """Judge against people: agreement, table, kappa, and the corrected mean or its lack."""
    corrected = people.corrected
    return {
        "n": people.n,
        "agreed": people.agreed,
        "agreement": _share(people.agreement),
        "table": {f"people {p}, judge {j}": n for (p, j), n in sorted(people.table.items())},
        "kappa": {
            "value": _share(people.kappa.value),
            "low": people.kappa.low,
            "high": people.kappa.high,
            "n": people.kappa.n,
        },
        "disputed": list(people.disputed),
        "stale": people.stale,
        "drawn": people.drawn,
        "blank": people.blank,
        "corrected": None
        if corrected is None
        else {
            "mean": corrected.mean,
            "low": corrected.low,
            "high": corrected.high,
            "weight": corrected.weight,
            "n": corrected.n,
            "N": corrected.N,
        },
        "lacking": people.lacking,
    }


def cost_to_result(judgement: Judgement) -> dict[str, Any]:
    """What all attempts took that were ever made for these votes, and those of this call."""
    votes = tuple(judgement.votes())
    everything = spent((a for vote in votes for a in vote.attempts), judgement.price)
    this_call = spent(_made_now(votes), judgement.price)
    return {
        "votes": len(votes),
        "unread": sum(vote.passed is None for vote in votes),
        "kept": sum(vote.kept for vote in votes),
        "currency": None if judgement.price is None else judgement.price.currency,
        "price": _price(judgement.price),
        "all": _spent(everything),
        "this_call": _spent(this_call),
    }


def _made_now(votes: Iterable[Vote]) -> Iterable[Attempt]:
    return (attempt for vote in votes for attempt in vote.attempts[vote.earlier :])


def _case(case: JudgedCase) -> dict[str, Any]:
    judged = case.judged
    return {
        "id": judged.case_id,
        "state": case.state.value,
        "score": _share(case.score),
        "passes": case.passes,
        "unread": case.unread,
        "agreement": None
        if case.state is State.ERROR
        else f"{case.agreement * len(judged.votes)}/{len(judged.votes)}",
        "answer": judged.answer,
        "chunks": judged.chunks,
        "missing": judged.missing,
        "votes": [_vote(vote) for vote in judged.votes],
    }


def _vote(vote: Vote) -> dict[str, Any]:
    return {
        "passed": vote.passed,
        "score": _share(vote.score),
        "said": vote.said,
        "reason": vote.reason,
        "unread": vote.unread,
        "reply": vote.reply,
        "served": vote.served,
        "attempts": [attempt.outcome.value for attempt in vote.attempts],
        "kept": vote.kept,
    }


def _segments(share: JudgedShare, cases: Mapping[str, Case], name: str) -> dict[str, Any]:
    counts: dict[str, dict[str, int]] = {}
    for case in share.cases:
        segment = str(getattr(cases[case.judged.case_id], name) or "none")
        count = counts.setdefault(segment, {"passed": 0, "open": 0, "N": 0})
        count["N"] += 1
        count["passed"] += case.state is State.PASS
        count["open"] += case.state in (State.UNDECIDED, State.ERROR)
    return counts


def _estimate(it: Estimate) -> dict[str, Any]:
    return {
        "mean": it.mean,
        "low": it.low,
        "high": it.high,
        "worst": it.worst,
        "best": it.best,
        "n": it.n,
        "N": it.N,
    }


def _spent(it: Spent) -> dict[str, Any]:
    return {
        "attempts": it.attempts,
        "input_tokens": it.input,
        "cached_tokens": it.cached,
        "output_tokens": it.output,
        "uncounted_attempts": it.uncounted,
        "cost": _share(it.cost),
    }


def _price(price: Price | None) -> dict[str, Any] | None:
    if price is None:
        return None
    cached = price.input if price.cached is None else price.cached
    return {
        "input_per_million": float(price.input),
        "cached_per_million": float(cached),
        "output_per_million": float(price.output),
    }


def _share(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
