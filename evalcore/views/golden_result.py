"""Golden-set answers as JSON values (design.md, section 14), and figures read from a shell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from evalcore.errors import UsageError
from evalcore.golden.anchors import Proposal
from evalcore.golden.growth import Sampled
from evalcore.golden.report import HealthReport
from evalcore.golden.versions import Versions
from evalcore.model.case import Case


def check_result(report: HealthReport) -> dict[str, Any]:
    """The stable object of ``golden check``; blind cases are counted, never named."""
    return {
        "cases": report.cases,
        "active": report.active,
        "blind": report.blind,
        "findings": [
            {
                "finding": one.name,
                "severity": one.severity.value,
                "cases": list(one.cases),
                "blind_cases": one.blind,
                "what": str(one.what),
                "do": str(one.do),
                "details": list(one.details),
            }
            for one in report.findings
        ],
        "composition": {kind.value: n for kind, n in report.kinds.items()},
        "sources": {origin.value: n for origin, n in report.origins.items()},
        "coverage": [
            {
                "axis": axis.name,
                "zones": len(axis.zones),
                "untouched": [zone.name for zone in axis.untouched],
            }
            for axis in report.axes
        ],
        "exit": report.exit_code,
    }


def patch_result(proposals: Sequence[Proposal], *, kept: int) -> dict[str, Any]:
    """How many labels stand, are taken, and wait, by state."""
    states = Counter(one.state.value for one in proposals)
    rulings = Counter(one.ruling.value for one in proposals)
    return {"kept": kept, "states": dict(states), "decisions": dict(rulings)}


def added_result(
    drafts: Sequence[Case], sampled: Sampled | None, golden_hash: str
) -> dict[str, Any]:
    """The drafts, and what the log held."""
    told: dict[str, Any] = {
        "drafts": [{"id": case.id, "question": case.question} for case in drafts],
        "hash": golden_hash,
    }
    if sampled is not None:
        told["log"] = {
            "asked": sampled.asked,
            "distinct": sampled.distinct,
            "known": sampled.known,
            "failed": len(sampled.failed),
            "head": len(sampled.head),
            "tail": len(sampled.tail),
        }
    return told


def diff_result(versions: Versions) -> dict[str, Any]:
    """Cases by what became of them; blind ones are counted, never named."""
    changed = [
        {"id": one.after.id, "fields": list(one.differs), "examined": one.examined}
        for one in versions.changed
        if not (one.before.blind or one.after.blind)
    ]
    return {
        "same": versions.same,
        "added": _named(versions.added),
        "removed": _named(versions.removed),
        "changed": changed,
        "blind_changed": len(versions.changed) - len(changed),
    }


def share_of(written: str) -> Fraction:
    """The share that ``25%``, ``1/4`` or ``0.25`` writes. Raises ``UsageError`` for others."""
    text = written.strip().removesuffix("%").strip()
    try:
        value = Fraction(text.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        raise UsageError(f"{written!r} is no share", hint="give --share 25%") from None
    return value / 100 if written.strip().endswith("%") else value


def _named(cases: Sequence[Case]) -> dict[str, Any]:
    visible = [case.id for case in cases if not case.blind]
    return {"cases": visible, "blind_cases": len(cases) - len(visible)}
