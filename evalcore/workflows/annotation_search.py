"""Chunks for an annotator: found by words, by vectors, and by what past runs returned (pooling).

A search by words alone would label only what words find; the pool brings in what any examined
index has ever put before a user, so that no system is judged by another's finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from evalcore.errors import RetrieverError, StoreError
from evalcore.model.case import Case
from evalcore.model.folding import fold
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Ranking
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.words import Level
from evalcore.retrievers.embedded.cut import Cut
from evalcore.retrievers.embedded.filters import ChunkFilter
from evalcore.retrievers.embedded.lexical import LexicalIndex
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.embedded.tokens import Language, Tokenizer
from evalcore.retrievers.protocol import Query
from evalcore.store import open_reader
from evalcore.workflows.asking import Setup
from evalcore.workflows.index_asker import IndexAsker

WORDS, VECTORS = "words", "vectors"
"""The two ways of searching the manifest; any other source of a find is a run's name."""

_DEPTH = 20
_RRF_K = 60
_RUNS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """One chunk (a document, where labels name documents), and where each source ranked it."""

    id: str
    chunk: Chunk
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooled:
    """What one past run returned for the question, best first. ``run`` names it for people."""

    run: str
    ids: tuple[str, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class ManifestSearch:
    """The manifest of a run, made searchable. ``vectors`` is None where only words are searched."""

    manifest: Manifest
    level: Level
    language: Language = "es"
    vectors: EmbeddedRetriever | None = None

    @cached_property
    def _words(self) -> LexicalIndex:
        texts = [_all_of(chunk) for chunk in self.manifest.chunks]
        return LexicalIndex.build(texts, tokenizer=Tokenizer(self.language))

    def find(self, query: str, pool: Sequence[Pooled] = (), *, most: int = _DEPTH) -> list[Find]:
        """The chunks that any source ranks, by reciprocal rank fusion; at most ``most``.

        Every chunk of the pool's first places is among them, however low its fused rank.
        """
        lists: dict[str, list[str]] = {WORDS: self._by_words(query)}
        if self.vectors is not None:
            lists[VECTORS] = self._by_vectors(query)
        for one in pool:
            lists[one.run] = self._units(one.ids)
        ranks: dict[str, dict[str, int]] = {}
        for source, ids in lists.items():
            for rank, unit in enumerate(ids, start=1):
                ranks.setdefault(unit, {})[source] = rank
        best = sorted(ranks, key=lambda unit: -_fused(ranks[unit].values()))
        return [Find(id=unit, chunk=self._held[unit], ranks=ranks[unit]) for unit in best[:most]]

    def unit(self, chunk: Chunk) -> str:
        """What a label of this suite names: the chunk, or its document."""
        return (chunk.doc_id or chunk.chunk_id) if self.level is Level.DOCUMENT else chunk.chunk_id

    def held(self, unit: str) -> Chunk | None:
        """The chunk of an id, or the first chunk of a document; None where there is none."""
        return self._held.get(unit)

    @cached_property
    def _held(self) -> Mapping[str, Chunk]:
        held: dict[str, Chunk] = {}
        for chunk in self.manifest.chunks:
            held.setdefault(self.unit(chunk), chunk)
        return held

    def _by_words(self, query: str) -> list[str]:
        order = self._words.search([query]).order(0, _DEPTH * 3)
        return self._units(self.manifest.chunks[int(row)].chunk_id for row in order)[:_DEPTH]

    def _by_vectors(self, query: str) -> list[str]:
        if self.vectors is None or not query.strip():
            return []
        try:
            (answer,) = self.vectors.search([Query(case_id="", text=query)], _DEPTH * 3)
        except RetrieverError:
            return []
        return self._units(answer.chunk_ids)[:_DEPTH] if isinstance(answer, Ranking) else []

    def _units(self, chunk_ids: Iterable[str]) -> list[str]:
        """Labels' ids of chunks in their order, each once; what the manifest lacks is left out."""
        found: dict[str, None] = {}
        for chunk_id in chunk_ids:
            chunk = self.manifest.by_id.get(chunk_id)
            if chunk is not None:
                found.setdefault(self.unit(chunk))
        return list(found)


def manifest_search(run: StoredRun, setup: Setup) -> ManifestSearch | None:
    """The search over a run's manifest, None without one; vectors as far as the suite has them.

    The vectors are searched without the index's filters, boost and cut: an annotator looks for
    what is there, not for what this index lets through.
    """
    if run.manifest is None:
        return None
    asker = setup.asker
    index = asker.retriever if isinstance(asker, IndexAsker) else None
    bare = None
    if index is not None and index.dense is not None:
        bare = replace(index, mode="vectors", boost=None, cut=Cut(), filters=ChunkFilter())
    language = run.suite.get("retriever", {}).get("language", "es")
    return ManifestSearch(
        manifest=run.manifest,
        level=run.record.exam.level,
        language=language if language in ("es", "en", "none") else "es",
        vectors=bare,
    )


def pool(db: Path, record: RunRecord, case: Case, runs: Sequence[RunRecord]) -> tuple[Pooled, ...]:
    """What the newest runs of the suite returned within the cutoff for this very question.

    A run counts where its case of this id asks the same, case and accents aside: a draft that
    was never run has no pool.
    """
    found: list[Pooled] = []
    try:
        with open_reader(db) as reader:
            for one in [it for it in runs if it.suite == record.suite][:_RUNS]:
                then = reader.golden(one.golden_hash).by_id.get(case.id)
                if then is None or then.blind or fold(then.question) != fold(case.question):
                    continue
                answer = reader.ranking(one.id, case.id)
                if isinstance(answer, Ranking):
                    ids = answer.chunk_ids[: one.exam.cutoff]
                    found.append(Pooled(run=one.label or one.id, ids=ids))
    except StoreError:
        return ()
    return tuple(found)


def asked_now(setup: Setup, run: StoredRun, question: str) -> tuple[Pooled, ...]:
    """What the index of this run returns for a question that no run has asked; empty if nobody can.

    It is asked as a user would ask it: with its filters, boost and cut.
    """
    if not isinstance(setup.asker, IndexAsker):
        return ()
    try:
        (answer,) = setup.asker.retriever.search(
            [Query(case_id="", text=question)], run.record.exam.cutoff
        )
    except RetrieverError:
        return ()
    if not isinstance(answer, Ranking):
        return ()
    return (Pooled(run=run.record.label or run.record.id, ids=answer.chunk_ids),)


def _all_of(chunk: Chunk) -> str:
    parts = (chunk.title, chunk.text, chunk.representation)
    return "\n".join(part for part in parts if part)


def _fused(ranks: Iterable[int]) -> float:
    return sum(1 / (_RRF_K + rank) for rank in ranks)
