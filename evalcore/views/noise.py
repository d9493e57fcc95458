"""Noise over the cases of a run: who is healthy, how much noise they carry, what it means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np

from evalcore.gate.calibrate import clearly_healthy, highest_noise
from evalcore.metrics.documents import to_documents
from evalcore.metrics.noise_parts import NoiseParts, noise_parts
from evalcore.metrics.sheet import sheet_of
from evalcore.model.estimate import Estimate
from evalcore.model.examination import Examination
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.run import StoredRun
from evalcore.model.words import Level, State
from evalcore.stats.estimate import estimate
from evalcore.views import amounts
from evalcore.views.language import Translator

_SEED = 17


class Group(StrEnum):
    """How a case stands to noise; only passing cases are held against a ceiling."""

    HEALTHY = "healthy"
    PASSING = "passing"
    FAILING = "failing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """How many counted cases there are of each kind, and why some have no noise to show.

    ``misranked`` fail with their worst expected chunk below K: noise 0 by the literal rule.
    ``without`` fail with one absent (or lost, or an empty list): no noise at all.
    """

    healthy: int
    passing: int
    misranked: int
    without: int
    unmeasured: int
    scored: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Mean noise of the clearly healthy cases, and what the perfect order would give them."""

    noise: Estimate
    perfect: Estimate


def group_masks(examination: Examination) -> dict[Group, Mask]:
    """Counted cases that have a noise, by how they stand to it; each mask (n,)."""
    defined = examination.measured.noise.defined
    healthy = clearly_healthy(examination)
    return {
        Group.HEALTHY: healthy,
        Group.PASSING: examination.is_state(State.PASS) & defined & ~healthy,
        Group.FAILING: examination.is_state(State.FAIL, State.LOST) & defined,
    }


def groups(examination: Examination) -> Groups:
    """The counts behind every sentence about healthy and failing cases."""
    masks = group_masks(examination)
    failing = examination.is_state(State.FAIL, State.LOST)
    unknown = examination.counted & ~examination.known
    half_read = examination.is_state(State.PASS) & ~examination.measured.noise.defined
    return Groups(
        healthy=int(masks[Group.HEALTHY].sum()),
        passing=int(masks[Group.PASSING].sum()),
        misranked=int(masks[Group.FAILING].sum()),
        without=int((failing & ~masks[Group.FAILING]).sum()),
        unmeasured=int((unknown | half_read).sum()),
        scored=examination.scored,
    )


def parts_of(run: StoredRun) -> NoiseParts:
    """Every result within K of the run's first sample, as what it is to its case."""
    examination, rankings = run.examination, run.rankings[0]
    if examination.exam.level is Level.DOCUMENT and run.manifest is not None:
        known = run.manifest.chunks
        rankings = to_documents(
            rankings, {c.chunk_id: c.doc_id for c in known if c.doc_id is not None}
        )
    labels = examination.samples[0].placements.labels
    return noise_parts(sheet_of(labels, rankings, examination.exam))


def means(examination: Examination, parts: NoiseParts) -> Means:
    """Both means over the clearly healthy cases, each with its interval."""
    healthy = clearly_healthy(examination)
    return Means(
        noise=_mean(examination.measured.noise, healthy),
        perfect=_mean(parts.perfect, healthy & parts.perfect.defined),
    )


def about_groups(counts: Groups, t: Translator) -> list[str]:
    """Who is in the picture and who is not, sentence by sentence."""
    return list(_about(counts, t))


def explanation(cutoff: int, t: Translator) -> list[str]:
    """What the noise figure is and is not (design.md, section 4), as bullet points."""
    lines = [
        t.text(
            "It counts results that score **worse than the worst expected chunk** of the same "
            "question. The scale of the scores does not matter: it survives another embedder."
        ),
        t.text(
            "With lists of fixed length it therefore looks at **one thing only**: the rank of "
            "the worst expected chunk."
        ),
        t.text(
            "Ordering better can **raise** the noise: what moves up leaves more below it. "
            "A ceiling below the perfect order blocks good lists."
        ),
        t.text(
            "What brings it down: a **score cut** in the retriever (shorter lists), or "
            "annotating every chunk that answers."
        ),
    ]
    return lines if cutoff > 1 else lines[:1]


def worked_example(cutoff: int, t: Translator) -> list[str]:
    """One example in numbers for lists of K: rank 4, the perfect order, and the surprise."""
    if cutoff < 4:
        return []
    expected, worst = min(3, cutoff - 1), min(cutoff - 1, 6)
    at_worst = f"({cutoff} − {worst})/{cutoff} = {cutoff - worst}/{cutoff}"
    at_best = f"1 − {expected}/{cutoff} = {cutoff - expected}/{cutoff}"
    return [
        t.text(
            "Worst expected chunk at rank {worst} of {K}: noise {noise}.",
            worst=worst,
            K=cutoff,
            noise=at_worst,
        ),
        t.text(
            "The same list in **perfect order**, its {E} expected at ranks 1 to {E}: noise "
            "{noise}. Nothing got worse, and the noise rose.",
            E=expected,
            noise=at_best,
        ),
    ]


def about_means(found: Means, t: Translator) -> str:
    """The healthy mean beside the perfect one, and what that leaves to clean up."""
    noise, perfect = found.noise.mean, found.perfect.mean
    if noise is None or perfect is None:
        return t.text("No case passes clearly, so there is no healthy noise to read.")
    if noise <= perfect:
        return t.text(
            "The healthy lists carry no more noise than a perfect order would: sorting better "
            "cannot lower it. Shorter lists can."
        )
    return t.text(
        "The healthy lists carry more noise than a perfect order would: some of it can be "
        "ordered away, some only cut."
    )


def mean_words(mean: Estimate, t: Translator) -> str:
    """A mean noise with two decimals; a dash where nothing was measured."""
    return amounts.NOTHING if mean.mean is None else t.number(mean.mean, 2)


def interval_words(mean: Estimate, t: Translator) -> str:
    """The interval of a mean noise, and of how many cases it speaks."""
    if mean.low is None or mean.high is None:
        return t.text("no case")
    return t.text(
        "{low:.2f} to {high:.2f} · {n}/{N}", low=mean.low, high=mean.high, n=mean.n, N=mean.N
    )


def ceiling_options(cutoff: int, *also: Fraction) -> list[Fraction]:
    """The ceilings that can be tried: every twentieth that some list could exceed.

    ``also`` (the ceiling in force) is always among them; empty where K leaves no room.
    """
    most = highest_noise(cutoff)
    steps = (Fraction(n, 20) for n in range(20))
    return sorted({*(step for step in steps if step < most), *also})


def _about(counts: Groups, t: Translator) -> Iterator[str]:
    if counts.misranked:
        yield t.plural(
            "{n} failing case shows noise 0: its expected chunk lies below the cutoff, so "
            "nothing scores worse than it. That is not a clean list.",
            "{n} failing cases show noise 0: an expected chunk lies below the cutoff, so "
            "nothing scores worse than it. Those are not clean lists.",
            counts.misranked,
        )
    if counts.without:
        yield t.plural(
            "{n} failing case has no noise: an expected chunk did not come back, so there is "
            "no line to measure from.",
            "{n} failing cases have no noise: an expected chunk did not come back, so there is "
            "no line to measure from.",
            counts.without,
        )
    if counts.unmeasured:
        yield t.plural(
            "{n} case could not be measured; it counts as possibly over the ceiling.",
            "{n} cases could not be measured; they count as possibly over the ceiling.",
            counts.unmeasured,
        )
    if counts.passing:
        yield t.plural(
            "{n} case passes without everything it needs; it is held against the ceiling, but "
            "a ceiling is not read off it.",
            "{n} cases pass without everything they need; they are held against the ceiling, "
            "but a ceiling is not read off them.",
            counts.passing,
        )


def _mean(ratios: Ratios, among: Mask) -> Estimate:
    return estimate(
        ratios.values(),
        applicable=among,
        known=among,
        rng=np.random.default_rng(_SEED),
        higher_is_better=False,
        ratios=ratios,
    )
