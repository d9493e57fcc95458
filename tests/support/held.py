"""A stored run made in memory, held ready to be judged by other policies."""

from __future__ import annotations

from evalcore.model.run import StoredRun
from evalcore.store.signed import StoredVerdict
from evalcore.workflows.examine import Material
from evalcore.workflows.held_run import HeldRun
from evalcore.workflows.policies import InForce, hash_of


def held_of(run: StoredRun) -> HeldRun:
    return HeldRun(
        record=run.record,
        context=run.context,
        material=Material(golden=run.golden, manifest=run.manifest, rankings=run.rankings),
        stored=StoredVerdict(
            at=run.record.finished,
            policy_hash=run.record.policy_hash,
            verdict=run.verdict,
            counted=run.record.counted,
            measured=run.record.measured,
        ),
        policy=run.policy,
        suite=run.suite,
        signed=run.documented,
        exams={run.record.id: run.record.exam},
        causes={},
        judgement=None,
    )


def in_force_of(run: StoredRun) -> InForce:
    return InForce(policy=run.policy, hash=hash_of(run.policy), file=None)
