"""Judge a stored run again, by its own policy or another; the new verdict is appended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evalcore.formats.policy import read_policy
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.run import StoredRun
from evalcore.store import open_store
from evalcore.workflows.documents import standing
from evalcore.workflows.domains import check_domains
from evalcore.workflows.examine import Material
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.reading import brought_up_to_date, examined_by, open_run


def gate_run(db: Path, name: str, *, policy: Path | None = None) -> Outcome:
    """Judge run ``name`` by ``policy`` (its own when None) with today's signed diagnoses."""
    given = None if policy is None else read_policy(policy)
    stored = open_run(brought_up_to_date(db), name)
    with open_store(db) as store:
        judged_by = given or store.policy(stored.record.policy_hash)
        check_domains(judged_by, stored.golden)
        examination = stored.examination
        if judged_by != stored.policy:
            examination = examined_by(judged_by, _material(stored), stored.record, stored.context)
        documented = standing(store, examination, stored.record.suite, run_id=stored.record.id)
        verdict = decide(Evidence(examination=examination, policy=judged_by, documented=documented))
        store.append_verdict(
            stored.record.id, verdict=verdict, policy=judged_by, examination=examination
        )
    return replace(Outcome.of_stored(stored), examination=examination, verdict=verdict)


def _material(stored: StoredRun) -> Material:
    return Material(golden=stored.golden, manifest=stored.manifest, rankings=stored.rankings)
