"""A scene's run as the store would give it back, without a database."""

from __future__ import annotations

from evalcore import __version__
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.canonical import content_hash
from evalcore.model.policy import Policy
from evalcore.model.ranking import Rankings
from evalcore.model.run import RunRecord, StoredRun
from evalcore.retrievers.protocol import Query
from evalcore.retrievers.registry import build
from evalcore.workflows.context import conditions_to_plain
from evalcore.workflows.examine import Conditions, Material, examine

from damages.scene import Scene

_SEED = 17


def stored_run(scene: Scene) -> StoredRun:
    """Build the index from its manifest, ask every case, examine and judge."""
    rankings = _rankings(scene)
    material = Material(golden=scene.golden, manifest=scene.manifest, rankings=(rankings,))
    policy, conditions = Policy(), Conditions(seed=_SEED)
    examination = examine(material, exam=scene.exam, policy=policy, conditions=conditions)
    verdict = decide(Evidence(examination=examination, policy=policy))
    suite = {"name": scene.name, "retriever": dict(scene.retriever)}
    moment = f"{scene.on}T12:00:00.000+00:00"
    record = RunRecord(
        id=f"{scene.name}-1",
        label=None,
        suite=scene.name,
        suite_hash=content_hash(suite),
        golden_hash="",
        manifest_hash=None,
        policy_hash="",
        exam=scene.exam,
        started=moment,
        finished=moment,
        samples=1,
        seed=_SEED,
        version=__version__,
        origin="run",
        decision=verdict.decision.value,
        exit_code=verdict.exit_code,
        counted=int(examination.counted.sum()),
        measured=int(examination.known.sum()),
        on=scene.on,
    )
    return StoredRun(
        record=record,
        suite=suite,
        context={
            "folder": str(scene.folder),
            "file": "suite.toml",
            "on": scene.on.isoformat(),
            "retriever": "embedded",
            "conditions": conditions_to_plain(conditions),
        },
        golden=scene.golden,
        manifest=scene.manifest,
        policy=policy,
        rankings=(rankings,),
        examination=examination,
        verdict=verdict,
    )


def _rankings(scene: Scene) -> Rankings:
    retriever = build(
        scene.retriever,
        manifest=scene.manifest,
        folder=scene.folder,
        on=scene.on,
        cache=scene.cache,
    )
    cases = scene.golden.cases
    queries = [Query(case_id=c.id, text=c.question, domain=c.domain) for c in cases]
    answers = retriever.search(queries, scene.exam.depth)
    return Rankings.pack((c.id, answer) for c, answer in zip(cases, answers, strict=True))
