"""The diagnosis put to every failing case of an index."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from evalcore.model.case import Case, GoldenSet
from evalcore.model.diagnosis import Answer, ProbeName, Trail
from evalcore.model.words import State
from evalcore.workflows.asking import asker_for
from evalcore.workflows.diagnose_run import diagnose

from damages.damage import Variant
from damages.figures import NOTHING, Named
from damages.scene import Scene
from damages.stored import stored_run
from damages.trial import Trial, Ward

UNDAMAGED = "nothing was damaged"


def damaged(trial: Trial, variants: Sequence[Variant]) -> Iterator[Named]:
    """What is said of every damage that bites."""
    for ward in trial.wards(variants):
        yield from _of_ward(trial.scene.name, ward)


def undamaged(scene: Scene, cases: Sequence[Case], rng: random.Random, most: int) -> list[Named]:
    """What is said of the healthy index's failures on questions that are far from their text."""
    chosen = rng.sample(cases, min(len(cases), most))
    trails = trails_of(replace(scene, golden=GoldenSet(name=scene.name, cases=tuple(chosen))))
    return [_named(scene.name, trail, None) for trail in trails.values()]


def trails_of(scene: Scene) -> dict[str, Trail]:
    """The trail of every case that fails, by its id."""
    stored = stored_run(scene)
    asker = asker_for(stored, cache=scene.cache)
    if asker is None:
        raise RuntimeError("the embedded index of a benchmark can always be asked")
    failing = stored.examination.is_state(State.FAIL)
    ids = set(stored.examination.ids(failing))
    return {trail.case_id: trail for trail in diagnose(stored, asker=asker) if trail.case_id in ids}


def _of_ward(corpus: str, ward: Ward) -> Iterator[Named]:
    trails = trails_of(ward.scene)
    for damage in ward.damages:
        named = _named(corpus, trails[damage.target.case.id], damage.kind)
        yield replace(named, variant=damage.variant)


def _named(corpus: str, trail: Trail, kind: ProbeName | None) -> Named:
    found = trail.diagnosis
    sure = {
        finding.probe.value
        for chunk in trail.chunks
        for finding in chunk.findings
        if finding.answer is Answer.CONFIRMED
    }
    return Named(
        corpus=corpus,
        kind=kind,
        variant=UNDAMAGED,
        case_id=trail.case_id,
        said=NOTHING if found is None else found.probe.value,
        certainty=trail.certainty.value,
        confirmed=tuple(sorted(sure)),
    )
