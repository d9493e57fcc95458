"""The retrievers of a suite, one a sample; a recording brings its own samples."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from evalcore.errors import InputError, Problem
from evalcore.formats.rankings import RankingFile, read_rankings
from evalcore.model.manifest import Manifest
from evalcore.model.ranking import Rankings
from evalcore.model.suite import Suite
from evalcore.retrievers.protocol import Retriever
from evalcore.retrievers.recorded import RecordedOptions
from evalcore.retrievers.registry import build, check


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a retriever is built from: the suite and its file, the index's chunks, the day."""

    path: Path
    suite: Suite
    manifest: Manifest | None
    on: date
    cache: Path | None


def retrievers_of(place: Place, samples: int) -> Sequence[Retriever]:
    """One retriever for each sample: the same one asked again, or each recorded sample's own.

    Raises ``InputError`` for the options and for a recording, ``RetrieverError`` where the
    search system cannot be set up.
    """
    options = check(place.suite.retriever, file=place.path.name)
    if isinstance(options, RecordedOptions):
        return [_build(place, one) for one in _recorded(place, options, samples)]
    return [_build(place, None)] * samples


def orders_itself(suite: Suite) -> bool:
    """A recording that names its order has said what its scores mean; it is not checked again."""
    return suite.retriever.get("kind") == "recorded" and "order" in suite.retriever


def user_cache() -> Path:
    """Where computed vectors are kept between runs: $UNBURY_CACHE, or the user's cache folder."""
    named = os.environ.get("UNBURY_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "unbury"


def _recorded(place: Place, options: RecordedOptions, samples: int) -> Sequence[Rankings]:
    file = read_rankings(
        place.suite.folder / options.rankings,
        format=options.format,
        order=options.order_named,
        direction=place.suite.exam.direction,
    )
    if len(file.samples) < samples:
        problem = Problem(
            what=f"{samples} samples are asked and the recording holds {len(file.samples)}",
            hint="ask for as many as were recorded, or record more",
            file=options.rankings,
        )
        raise InputError([problem])
    own = _own_ids(place, file)
    return own[:samples] if samples > 1 else own


def _own_ids(place: Place, file: RankingFile) -> Sequence[Rankings]:
    """The samples by the golden set's ids, where the recording knows only its questions."""
    if type(file) is RankingFile:
        return file.samples
    from evalcore.formats.golden import read_golden
    from evalcore.formats.label_file import LabelFile
    from evalcore.workflows.match_ids import matched

    labels = LabelFile(golden=read_golden(place.suite.golden), format="jsonl")
    return matched(labels, file, place.manifest).samples


def _build(place: Place, rankings: Rankings | None) -> Retriever:
    return build(
        place.suite.retriever,
        manifest=place.manifest,
        folder=place.suite.folder,
        on=place.on,
        cache=place.cache or user_cache(),
        rankings=rankings,
        file=place.path.name,
    )
