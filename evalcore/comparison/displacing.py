"""The displacers of each case: who stands above the chunk that sank deepest, and did not before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from evalcore.comparison.displaced import above, first_ranks
from evalcore.comparison.moving import sunk
from evalcore.metrics.documents import to_documents
from evalcore.model.comparison import Displacement, Move
from evalcore.model.manifest import Manifest
from evalcore.model.ranking import Rankings
from evalcore.model.run import StoredRun
from evalcore.model.words import Level


@dataclass(frozen=True, eq=False)
class Displacers:
    """Reads the lists of both runs (the first sample's), a case at a time."""

    base: StoredRun
    candidate: StoredRun

    def of(self, case_id: str, moves: tuple[Move, ...]) -> tuple[Displacement, ...]:
        """In rank order; empty where no expected chunk sank, or a list is missing."""
        buried = sunk(moves)
        lists = self._lists
        before, after = _names(lists[0], case_id), _names(lists[1], case_id)
        if buried is None or before is None or after is None:
            return ()
        found = above(before, after, buried.chunk_id).displacers
        was, now = first_ranks(before), first_ranks(after)
        return tuple(self._displacement(name, was.get(name), now[name]) for name in found)

    def _displacement(self, chunk_id: str, was: int | None, now: int) -> Displacement:
        return Displacement(
            chunk_id=chunk_id,
            batch=self._batches.get(chunk_id),
            rank_before=was,
            rank_after=now,
            new=None if self._held is None else chunk_id not in self._held,
        )

    @cached_property
    def _lists(self) -> tuple[Rankings, Rankings]:
        return _first_sample(self.base), _first_sample(self.candidate)

    @cached_property
    def _batches(self) -> Mapping[str, str | None]:
        """Batch of each chunk of the candidate's index; of a document, that of its last chunk."""
        manifest = self.candidate.manifest
        chunks = () if manifest is None else manifest.chunks
        documents = {chunk.doc_id: chunk.batch for chunk in chunks if chunk.doc_id is not None}
        return {**documents, **{chunk.chunk_id: chunk.batch for chunk in chunks}}

    @cached_property
    def _held(self) -> frozenset[str] | None:
        return held_by(self.base, self.candidate)


def held_by(base: StoredRun, candidate: StoredRun) -> frozenset[str] | None:
    """What the base's index held: what is not there came later. None where a run does not say."""
    if base.manifest is None or candidate.manifest is None:
        return None
    return frozenset(base.manifest.by_id) | base.manifest.document_ids


def _first_sample(run: StoredRun) -> Rankings:
    first = run.rankings[0]
    if run.examination.exam.level is Level.DOCUMENT and run.manifest is not None:
        return to_documents(first, _doc_of(run.manifest))
    return first


def _doc_of(manifest: Manifest) -> Mapping[str, str]:
    return {c.chunk_id: c.doc_id for c in manifest.chunks if c.doc_id is not None}


def _names(rankings: Rankings, case_id: str) -> list[str] | None:
    """The chunks of a case's list; None where it has none."""
    row = rankings.row_of.get(case_id)
    if row is None or case_id in rankings.failures:
        return None
    codes = rankings.chunks[int(rankings.starts[row]) : int(rankings.starts[row + 1])]
    return [rankings.chunk_ids[code] for code in codes.tolist()]
