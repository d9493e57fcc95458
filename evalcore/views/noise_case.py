"""One case: its list as expected, noise and the rest; precision beside recall beside noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.gate.calibrate import clearly_healthy
from evalcore.metrics.noise_parts import NoiseParts
from evalcore.model.case_table import column
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.views import amounts
from evalcore.views.chunks import facts_of
from evalcore.views.language import Translator
from evalcore.views.outcome import outcome_of

MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One result: ``height`` from 0 to 1 within its list. ``title`` is people's own text."""

    rank: int
    title: str
    kind: int
    height: float
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A measure of the case with the sentence that says what it sees."""

    label: str
    value: str
    sees: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseCase:
    """The first K results of a case. ``question`` is people's own text.

    ``line`` is the height of the worst expected chunk, None where that lies below K.
    """

    case_id: str
    question: str
    results: tuple[Result, ...]
    line: float | None
    figures: tuple[Figure, ...]


def choices(run: StoredRun) -> tuple[str, ...]:
    """Ids of cases worth looking at: visible, passing, the most noise first."""
    examination = run.examination
    noise = examination.measured.noise
    passing = examination.is_state(State.PASS) & noise.defined
    values, healthy = noise.values(), clearly_healthy(examination)
    passing &= ~np.array(column(examination.cases, "blind"), dtype=np.bool_)
    places = np.flatnonzero(passing)
    order = np.lexsort((places, ~healthy[places], -values[places]))
    return tuple(examination.case_ids[place] for place in places[order[:MOST]].tolist())


def noise_case(run: StoredRun, parts: NoiseParts, case_id: str, t: Translator) -> NoiseCase | None:
    """The case as a picture of its first K results; None where it has no noise line."""
    outcome = outcome_of(run, case_id)
    if outcome is None or outcome.secret or outcome.ranking is None:
        return None
    mine = np.flatnonzero(parts.case == outcome.index).tolist()
    scores = outcome.ranking.scores
    if not mine or scores is None:
        return None
    ids = outcome.ranking.chunk_ids[: len(mine)]
    facts = facts_of(run, ids)
    results = tuple(
        Result(
            rank=rank,
            title=facts[chunk_id].title,
            kind=int(parts.kind[place]),
            height=float(parts.height[place]),
            score=score,
        )
        for rank, (place, chunk_id, score) in enumerate(zip(mine, ids, scores, strict=False), 1)
    )
    at_line = (one.height for one in results if one.score == outcome.threshold)
    return NoiseCase(
        case_id=case_id,
        question=outcome.case.question,
        results=results,
        line=next(at_line, None),
        figures=_figures(run, parts, outcome.index, t),
    )


def _figures(run: StoredRun, parts: NoiseParts, index: int, t: Translator) -> tuple[Figure, ...]:
    sample = run.examination.samples[0]
    told = (
        (t.text("Recall"), sample.recall, t.text("sees what is missing, not what is too much")),
        (
            t.text("Precision"),
            sample.precision,
            t.text("sees everything nobody annotated, relevant or not"),
        ),
        (
            t.text("Noise"),
            sample.noise,
            t.text("sees only what scores below the worst expected chunk"),
        ),
        (t.text("Perfect order"), parts.perfect, t.text("the noise if the expected came first")),
    )
    return tuple(
        Figure(label=label, value=amounts.ratio(ratios, index), sees=sees)
        for label, ratios, sees in told
    )
