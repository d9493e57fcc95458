"""Who stands above a buried chunk, and what is known of each."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import Corpus
from evalcore.diagnosis.versions import is_older
from evalcore.diagnosis.words import likeness
from evalcore.model.diagnosis import Displacer
from evalcore.model.manifest import Chunk
from evalcore.model.words import Level

MOST = 30
"""How many displacers are listed: those that take the places, best first."""

_EQUAL = 0.9


def displacers_of(file: CaseFile, buried: Buried) -> tuple[Displacer, ...]:
    """The results above a buried chunk that the case does not expect; the first ``MOST``.

    For a chunk that is absent, those within the cutoff. ``likeness`` is 0 where a text is not
    kept. ``maybe_unlabelled``: nearly equal to a chunk that the case expects, and no label of
    the case speaks of it.
    """
    return tuple(_displacers(file, buried))[:MOST]


def _displacers(file: CaseFile, buried: Buried) -> Iterator[Displacer]:
    if file.ranking is None:
        return
    last = file.cutoff if buried.rank is None else buried.rank - 1
    labelled = {label.chunk_id for label in file.case.expected}
    wanted = _wanted(file)
    seen = set(labelled)
    for place, chunk_id in enumerate(file.ranking.chunk_ids[:last]):
        if chunk_id in seen or _document(file, chunk_id) in labelled:
            continue
        seen.add(chunk_id)
        scores = file.ranking.scores
        score = None if scores is None else scores[place]
        yield _displacer(file.corpus, buried.chunk, wanted, chunk_id, place + 1, score)


def _document(file: CaseFile, chunk_id: str) -> str | None:
    """The document that a result stands for, where the labels name documents."""
    chunk = None if file.corpus is None else file.corpus.by_id(chunk_id)
    return chunk.doc_id if chunk is not None and file.exam.level is Level.DOCUMENT else None


def _wanted(file: CaseFile) -> tuple[Chunk, ...]:
    corpus = file.corpus
    if corpus is None:
        return ()
    relevant = (it for it in file.case.expected if it.grade >= file.exam.min_grade)
    return tuple(chunk for it in relevant if (chunk := corpus.by_id(it.chunk_id)) is not None)


def _displacer(
    corpus: Corpus | None,
    buried: Chunk | None,
    wanted: tuple[Chunk, ...],
    chunk_id: str,
    rank: int,
    score: float | None,
) -> Displacer:
    chunk = None if corpus is None else corpus.by_id(chunk_id)
    if chunk is None:
        return Displacer(
            chunk_id=chunk_id,
            rank=rank,
            score=score,
            domain=None,
            batch=None,
            valid_to=None,
            likeness=0.0,
        )
    old = buried is not None and is_older(chunk, buried)
    return Displacer(
        chunk_id=chunk_id,
        rank=rank,
        score=score,
        domain=chunk.domain,
        batch=chunk.batch,
        valid_to=None if chunk.valid_to is None else chunk.valid_to.isoformat(),
        likeness=0.0 if buried is None else _likeness(chunk, buried),
        old_version=old,
        maybe_unlabelled=not old and any(_likeness(chunk, it) >= _EQUAL for it in wanted),
    )


def _likeness(one: Chunk, other: Chunk) -> float:
    return round(likeness(one.text, other.text), 3) if one.text and other.text else 0.0
