"""Judge what was examined, store it whole, and hand back the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from evalcore import __version__
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.exam import Exam
from evalcore.model.policy import Policy
from evalcore.model.run import RunContents
from evalcore.workflows.context import conditions_to_plain
from evalcore.workflows.documents import standing
from evalcore.workflows.examine import Conditions, Material, examine
from evalcore.workflows.outcome import Outcome


@dataclass(frozen=True, eq=False, kw_only=True)
class Criterion:
    """By what a run is judged: the exam, the policy, and the suite they were written in."""

    suite_name: str
    suite: Mapping[str, Any]
    exam: Exam
    policy: Policy
    conditions: Conditions


def judge_and_store(
    material: Material,
    criterion: Criterion,
    *,
    db: Path,
    label: str | None,
    started: str,
    origin: str,
    context: Mapping[str, Any],
) -> Outcome:
    """Examine, decide and write in one transaction; nothing is kept if anything fails."""
    from evalcore.store import open_store  # the database is opened late: readers may fail first

    examination = examine(
        material, exam=criterion.exam, policy=criterion.policy, conditions=criterion.conditions
    )
    with open_store(db) as store:
        signed = standing(store, examination, criterion.suite_name)
        verdict = decide(
            Evidence(examination=examination, policy=criterion.policy, documented=signed)
        )
        contents = RunContents(
            label=label,
            suite_name=criterion.suite_name,
            suite=criterion.suite,
            golden=material.golden,
            manifest=material.manifest,
            policy=criterion.policy,
            rankings=tuple(material.rankings),
            examination=examination,
            verdict=verdict,
            started=started,
            finished=now(),
            seed=criterion.conditions.seed,
            version=__version__,
            origin=origin,
            context={**context, "conditions": conditions_to_plain(criterion.conditions)},
        )
        run_id = store.save_run(contents)
    return Outcome.of_contents(run_id, contents)


def now() -> str:
    """This moment in UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
