"""The reserved cases: asked on request, kept as an aggregate, never shown one by one."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from evalcore.model.words import State
from evalcore.workflows.examine import Material, examine
from evalcore.workflows.judge_run import Criterion


def blind_aggregate(material: Material, criterion: Criterion) -> dict[str, Any]:
    """Counts and measures of the blind cases, as JSON values for the run's context.

    Their lists are not kept: what nobody stored, nobody tunes to (the golden-set text).
    """
    examination = examine(
        material,
        exam=criterion.exam,
        policy=criterion.policy,
        conditions=replace(criterion.conditions, blind=True),
    )
    return {
        "counted": int(examination.counted.sum()),
        "measured": int(examination.known.sum()),
        "passed": int(examination.is_state(State.PASS).sum()),
        "measures": {name: asdict(it) for name, it in examination.estimates.items()},
    }
