"""The drift of a golden set from a query log as JSON values."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from evalcore.golden.drift import Drift, Figure, Segment, Uncovered


def drift_result(found: Drift, meaning: Figure | None) -> dict[str, Any]:
    """What ``golden drift --json`` answers; ``meaning`` is null where nothing was embedded."""
    return {
        "asked": found.asked,
        "distinct": found.distinct,
        "golden": found.golden,
        "unasked_words": asdict(found.unasked),
        "divergence": asdict(found.divergence),
        "coverage": asdict(found.coverage),
        "coverage_by_meaning": None if meaning is None else asdict(meaning),
        "words": [{"word": word, "times": times} for word, times in found.words],
        "categories": [_segment(one) for one in found.segments],
        "head": [_uncovered(one) for one in found.head],
        "tail": [_uncovered(one) for one in found.tail],
    }


def _segment(one: Segment) -> dict[str, Any]:
    return {
        "category": one.name,
        "log": one.log,
        "log_total": one.log_total,
        "golden": one.golden,
        "golden_total": one.golden_total,
        "golden_low": one.low,
        "golden_high": one.high,
        "drifted": one.drifted,
    }


def _uncovered(one: Uncovered) -> dict[str, Any]:
    return {
        "question": one.question.text,
        "times": one.question.times,
        "nearest": one.nearest,
        "likeness": round(one.likeness, 4),
    }
