"""The one stable JSON object of ``compare`` (design.md, section 14)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from evalcore.model.comparison import CaseChange, Change, Comparison

Plain = dict[str, Any]


def comparison_result(changes: Comparison) -> Plain:
    """The whole comparison, strict JSON; ``cases`` leads with those that changed verdict."""
    return {
        "base": changes.base,
        "candidate": changes.candidate,
        "differences": [asdict(one) for one in changes.differences],
        "shared": changes.shared,
        "counts": counts(changes),
        "measures": {name: asdict(one) for name, one in changes.measures.items()},
        "cases": [_case(one) for one in changes.cases],
        "cells": [asdict(one) for one in changes.cells],
        "manifest": None if changes.manifest is None else asdict(changes.manifest),
    }


def counts(changes: Comparison) -> dict[str, int]:
    """How many cases each counter has; ``flipped`` ones are in another counter as well."""
    by_change = {change.value: len(changes.having(change)) for change in Change}
    return {
        "improved": by_change["improved"],
        "worsened": by_change["worsened"],
        "flipped": len(changes.flipped),
        "within_noise": by_change["within_noise"],
        "not_comparable": by_change["not_comparable"],
    }


def _case(one: CaseChange) -> Plain:
    return {
        "id": one.case_id,
        "change": one.change.value,
        "flipped": one.flipped,
        "from": None if one.state_before is None else one.state_before.value,
        "to": None if one.state_after is None else one.state_after.value,
        "quality_before": _number(one.quality_before),
        "quality_after": _number(one.quality_after),
        "expected": [asdict(move) for move in one.moves],
        "displacers": [asdict(who) for who in one.displacers],
        "reason": None if one.reason is None else str(one.reason),
    }


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
