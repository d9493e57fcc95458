"""Judge a stored run again, by its own policy or another; the new verdict is appended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evalcore.formats.policy import read_policy
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.policy import Policy
from evalcore.model.run import StoredRun
from evalcore.store import open_store
from evalcore.workflows.baselines import baseline_of
from evalcore.workflows.documents import standing
from evalcore.workflows.domains import check_domains
from evalcore.workflows.examine import Material
from evalcore.workflows.judgements import newest_judgement
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.reading import brought_up_to_date, examined_by, open_run


def gate_run(
    db: Path, name: str, *, policy: Path | Policy | None = None, baseline: str | None = None
) -> Outcome:
    """Judge run ``name`` by ``policy`` (its own when None) with today's signed diagnoses.

    It is held against ``baseline``; None takes the run that is promoted today.
    """
    given = read_policy(policy) if isinstance(policy, Path) else policy
    stored = open_run(brought_up_to_date(db), name)
    with open_store(db) as store:
        judged_by = given or store.policy(stored.record.policy_hash)
        check_domains(judged_by, stored.golden)
        examination = stored.examination
        if judged_by != stored.policy:
            examination = examined_by(judged_by, _material(stored), stored.record, stored.context)
        documented = standing(store, examination, stored.record.suite, run_id=stored.record.id)
        verdict = decide(
            Evidence(
                examination=examination,
                policy=judged_by,
                documented=documented,
                suite=stored.suite,
                judgement=newest_judgement(store, stored.record.id, judged_by),
                baseline=baseline_of(
                    store,
                    stored.record.suite,
                    judged_by,
                    named=baseline,
                    run_id=stored.record.id,
                ),
            )
        )
        store.append_verdict(
            stored.record.id, verdict=verdict, policy=judged_by, examination=examination
        )
    return replace(Outcome.of_stored(stored), examination=examination, verdict=verdict)


def _material(stored: StoredRun) -> Material:
    return Material(golden=stored.golden, manifest=stored.manifest, rankings=stored.rankings)
