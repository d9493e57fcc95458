"""Judge what was examined, store it whole, and hand back the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore import __version__
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.policy import Policy
from evalcore.model.run import RunContents
from evalcore.workflows.baselines import baseline_of
from evalcore.workflows.context import conditions_to_plain
from evalcore.workflows.documents import standing
from evalcore.workflows.examine import Conditions, Material, examine
from evalcore.workflows.outcome import Outcome

if TYPE_CHECKING:
    from evalcore.store import Store


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
    db: Path | None,
    label: str | None,
    started: str,
    origin: str,
    context: Mapping[str, Any],
    baseline: str | None = None,
) -> Outcome:
    """Examine, decide and write in one transaction; nothing is kept if anything fails.

    ``baseline`` names the run to hold it against; None takes the promoted one of the suite.
    Without a database nothing is stored, no signed diagnosis counts, and the run has no id.
    """
    from evalcore.store import open_store  # the database is opened late: readers may fail first

    examination = examine(
        material, exam=criterion.exam, policy=criterion.policy, conditions=criterion.conditions
    )
    with nullcontext() if db is None else open_store(db) as store:
        verdict = decide(_evidence(examination, criterion, store, baseline))
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
        run_id = "" if store is None else store.save_run(contents)
    return Outcome.of_contents(run_id, contents)


def _evidence(
    examination: Examination, criterion: Criterion, store: Store | None, baseline: str | None
) -> Evidence:
    """What the gate may know: the examination, and what the database holds beside it."""
    evidence = Evidence(examination=examination, policy=criterion.policy, suite=criterion.suite)
    if store is None:
        return evidence
    return replace(
        evidence,
        documented=standing(store, examination, criterion.suite_name),
        baseline=baseline_of(store, criterion.suite_name, criterion.policy, named=baseline),
    )


def now() -> str:
    """This moment in UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
