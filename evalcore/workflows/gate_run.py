"""Judge a stored run again, by its own policy or another; the new verdict is appended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evalcore.formats.policy import read_policy
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.examination import Examination
from evalcore.model.policy import Policy
from evalcore.model.run import StoredRun
from evalcore.store import open_store
from evalcore.workflows.context import conditions_from
from evalcore.workflows.documents import still_documented
from evalcore.workflows.examine import Material, examine
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.reading import open_run


def gate_run(db: Path, name: str, *, policy: Path | None = None) -> Outcome:
    """Judge run ``name`` by ``policy`` (its own when None) with today's signed diagnoses."""
    stored = open_run(db, name)
    judged_by = stored.policy if policy is None else read_policy(policy)
    examination = _examined_by(stored, judged_by)
    verdict = decide(
        Evidence(
            examination=examination,
            policy=judged_by,
            documented=still_documented(examination, stored.documented),
        )
    )
    with open_store(db) as store:
        store.append_verdict(
            stored.record.id, verdict=verdict, policy=judged_by, examination=examination
        )
    return replace(Outcome.of_stored(stored), examination=examination, verdict=verdict)


def _examined_by(stored: StoredRun, policy: Policy) -> Examination:
    """The examination under this policy: its floor and min_grade change what a case scores."""
    if policy == stored.policy:
        return stored.examination
    return examine(
        Material(golden=stored.golden, manifest=stored.manifest, rankings=stored.rankings),
        exam=replace(stored.record.exam, min_grade=policy.recall.min_grade),
        policy=policy,
        conditions=conditions_from(stored.context),
    )
