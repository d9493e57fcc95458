"""Redundant neighbours in the lists of healthy cases: told apart from noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.diagnosis.redundant import redundant_neighbours
from evalcore.gate.calibrate import clearly_healthy
from evalcore.metrics.noise_parts import NOISE, NoiseParts
from evalcore.model.run import StoredRun
from evalcore.views.chunks import facts_of
from evalcore.views.language import Translator
from evalcore.views.outcome import outcome_of

MOST_CASES = 1_000
"""Texts are compared for so many cases, those with the most noise: a second of work at most."""
MOST_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RedundantRow:
    """A neighbour and the expected chunk it repeats; titles are people's own text."""

    case_id: str
    rank: int
    title: str
    like: str
    likeness: float
    below: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Redundancy:
    """``below`` of the ``n`` neighbours score under the noise line and are counted as noise.

    ``looked`` of ``healthy`` cases were read; ``has_texts`` is False where the manifest keeps
    none, so that nothing can be told.
    """

    rows: tuple[RedundantRow, ...]
    n: int
    below: int
    looked: int
    healthy: int
    has_texts: bool


def redundancy_of(run: StoredRun, parts: NoiseParts) -> Redundancy:
    """The redundant neighbours of the healthy cases, those under the line first."""
    examination, manifest = run.examination, run.manifest
    healthy = clearly_healthy(examination)
    noise = examination.measured.noise.values()
    order = sorted(np.flatnonzero(healthy).tolist(), key=lambda i: (-noise[i], i))[:MOST_CASES]
    if manifest is None or not any(chunk.text for chunk in manifest.chunks):
        return Redundancy(
            rows=(), n=0, below=0, looked=0, healthy=int(healthy.sum()), has_texts=False
        )
    kind_of = _kinds(parts)
    found: list[RedundantRow] = []
    for index in order:
        found.extend(_of_case(run, index, kind_of))
    found.sort(key=lambda row: (not row.below, -row.likeness))
    return Redundancy(
        rows=tuple(found[:MOST_SHOWN]),
        n=len(found),
        below=sum(row.below for row in found),
        looked=len(order),
        healthy=int(healthy.sum()),
        has_texts=True,
    )


def about_redundancy(found: Redundancy, t: Translator) -> str:
    """What the neighbours are, in a sentence or two."""
    if not found.has_texts:
        return t.text("The manifest keeps no texts, so redundant neighbours cannot be told.")
    if not found.n:
        return t.plural(
            "No result of the {n} healthy case read says nearly the same as an expected chunk.",
            "No result of the {n} healthy cases read says nearly the same as an expected chunk.",
            found.looked,
        )
    words = t.plural(
        "{n} result says nearly the same as an expected chunk. It is relevant, not noise.",
        "{n} results say nearly the same as an expected chunk. They are relevant, not noise.",
        found.n,
    )
    if not found.below:
        return words
    return f"{words} " + t.plural(
        "{n} scores under the line and is counted as noise all the same: annotating it, or "
        "grouping it with its twin, makes the figure honest.",
        "{n} score under the line and are counted as noise all the same: annotating them, or "
        "grouping them with their twins, makes the figure honest.",
        found.below,
    )


def _kinds(parts: NoiseParts) -> dict[tuple[int, int], int]:
    places = zip(parts.case.tolist(), parts.rank.tolist(), strict=True)
    return dict(zip(places, parts.kind.tolist(), strict=True))


def _of_case(run: StoredRun, index: int, kind_of: dict[tuple[int, int], int]) -> list[RedundantRow]:
    case = run.examination.cases[index]
    outcome = outcome_of(run, case.id)
    if outcome is None or outcome.secret or outcome.ranking is None or run.manifest is None:
        return []
    exam = run.examination.exam
    results = outcome.ranking.chunk_ids[: exam.cutoff]
    found = list(redundant_neighbours(index, case, results, run.manifest, exam))
    facts = facts_of(run, [chunk for one in found for chunk in (one.chunk_id, one.like)])
    return [
        RedundantRow(
            case_id=case.id,
            rank=one.rank,
            title=facts[one.chunk_id].title,
            like=facts[one.like].title,
            likeness=one.likeness,
            below=kind_of.get((index, one.rank)) == NOISE,
        )
        for one in found
    ]
