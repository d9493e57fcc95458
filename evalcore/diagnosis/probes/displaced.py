"""Probe 5: who stands above it, and by what: a boost, a cut, copies, old versions, one batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask, Change
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import Corpus
from evalcore.diagnosis.versions import is_older
from evalcore.diagnosis.words import content, lacking, likeness
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message

NAME = ProbeName.DISPLACED
_COPY = 0.9
_LISTED = 10

_UNBOOSTED = "without boost"
_UNCUT = "without the score cut"
_WITHOUT = "without {what} above it"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cause:
    name: str
    sentence: Message
    repair: Message
    undoings: tuple[tuple[str, Change], ...]
    evidence: Mapping[str, Any] = field(default_factory=dict)
    seen: bool = True
    """False where only the question itself can show it."""


def asks(file: CaseFile, buried: Buried) -> tuple[Ask, ...]:
    """Where it stands without boost or cut, and without the copies, versions or batch above."""
    return tuple(
        ask
        for cause in _causes(file, buried)
        for what, change in cause.undoings
        for ask in file.ask(buried, what, change)
    )


def conclude(file: CaseFile, buried: Buried, answers: Answers) -> Finding:
    """The first cause whose undoing surfaces the chunk, else the first that can be seen."""
    above = file.above(buried, file.cutoff)
    if file.ranking is None or not above:
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("There is no list to see who stands above it"),
        )
    causes = list(_causes(file, buried))
    proven = next((it for it in causes if answers.first(*_names(it))), None)
    cause = proven or next((it for it in causes if it.seen), None)
    shared = _shared(file, buried)
    if cause is None:
        return Finding(
            probe=NAME,
            answer=Answer.RULED_OUT,
            sentence=Message("What stands above it was not raised there, nor is it a copy"),
            evidence=shared,
        )
    answer, undone = answers.undone(*_names(cause))
    return Finding(
        probe=NAME,
        answer=answer,
        sentence=cause.sentence,
        evidence={"cause": cause.name, **cause.evidence, **shared, **undone},
        repair=cause.repair,
    )


def _names(cause: _Cause) -> tuple[str, ...]:
    return tuple(what for what, _ in cause.undoings)


def _causes(file: CaseFile, buried: Buried) -> Iterator[_Cause]:
    for cause in (_boost(file, buried), _cut(file, buried)):
        if cause is not None:
            yield cause
    if file.corpus is not None and buried.chunk is not None:
        yield from _crowd(file, file.corpus, buried, buried.chunk)


def _boost(file: CaseFile, buried: Buried) -> _Cause | None:
    """Chunks that the boost (or a rerank) put above it against their raw scores."""
    named = bool(file.option("boost"))
    raised = _raised(file, buried)
    needed = 1 if buried.rank is None else buried.rank - file.cutoff
    if not named and not raised:
        return None
    return _Cause(
        name="boost",
        sentence=Message("The boost buries it: by the raw scores it would be found"),
        repair=Message("Calibrate the boost, or the labels it raises"),
        undoings=((_UNBOOSTED, Change(boost_off=True)),),
        evidence={"boost": dict(file.option("boost")), "raised_above_it": list(raised)},
        seen=len(raised) >= needed,
    )


def _raised(file: CaseFile, buried: Buried) -> tuple[str, ...]:
    """Results above it with a lower raw score than its own, or nothing where that is unknown."""
    ranking = file.ranking
    if ranking is None or ranking.raw_scores is None or buried.rank is None:
        return ()
    if buried.rank > len(ranking.raw_scores):
        return ()
    own = ranking.raw_scores[buried.rank - 1]
    ahead = zip(ranking.chunk_ids, ranking.raw_scores[: buried.rank - 1], strict=False)
    return tuple(chunk_id for chunk_id, raw in ahead if raw < own)


def _cut(file: CaseFile, buried: Buried) -> _Cause | None:
    """The score cut drops it, though it speaks as the question does.

    A cut that drops a chunk which lacks most of the question's words does what it is for; the
    fault is then in those words.
    """
    if not file.option("cut") or buried.rank is not None or not _speaks_alike(file, buried):
        return None
    return _Cause(
        name="cut",
        sentence=Message("The score cut drops it: without the cut it would be found"),
        repair=Message("Calibrate the score cut on the questions that pass"),
        undoings=((_UNCUT, Change(cut_off=True)),),
        evidence={"cut": dict(file.option("cut"))},
        seen=False,
    )


def _speaks_alike(file: CaseFile, buried: Buried) -> bool:
    """Whether what the index holds of it has at least half of the question's content words."""
    if file.corpus is None or buried.chunk is None:
        return False
    asked = content(file.case.question)
    return len(lacking(file.case.question, file.corpus.held(buried.chunk))) * 2 <= len(asked)


def _crowd(file: CaseFile, corpus: Corpus, buried: Buried, chunk: Chunk) -> Iterator[_Cause]:
    """Old versions and copies of it that take its place, and one later batch that does."""
    wanted = {label.chunk_id for label in file.case.expected}
    ids = file.above(buried, file.exam.depth)
    above = [it for i in ids if i not in wanted and (it := corpus.by_id(i)) is not None]
    needed = 1 if buried.rank is None else buried.rank - file.cutoff
    near = above if buried.rank is not None else above[: file.cutoff]
    old = [it for it in near if is_older(it, chunk)]
    copies = [it for it in near if it not in old and _is_copy(it, chunk)]
    if old:
        yield _Cause(
            name="old_versions",
            sentence=Message(
                "Its old version stands above it: {other}",
                {"other": ", ".join(it.chunk_id for it in old[:3])},
            ),
            repair=Message("Withdraw the old versions, or filter by validity"),
            undoings=_removal("its old versions", old),
            evidence={"old_versions": [_dated(it) for it in old]},
        )
    if copies:
        yield _Cause(
            name="copies",
            sentence=Message("{n} near-copies of it stand above it", {"n": len(copies)}),
            repair=Message("Keep one of the copies, or add it to the case if it answers as well"),
            undoings=_removal("its copies", copies),
            evidence={"copies": [it.chunk_id for it in copies]},
            seen=len(copies) >= needed,
        )
    yield from _batch(file, corpus, buried, chunk, above)


def _batch(
    file: CaseFile, corpus: Corpus, buried: Buried, chunk: Chunk, above: list[Chunk]
) -> Iterator[_Cause]:
    """A later ingest that holds enough of the chunks above it to have pushed it out."""
    later = [it for it in above if _came_later(corpus, it, chunk)]
    batches = Counter(it.batch for it in later if it.batch is not None)
    if not batches:
        return
    batch, count = batches.most_common(1)[0]
    at_the_top = sum(it.batch == batch for it in above[: file.cutoff])
    if at_the_top * 2 < min(file.cutoff, len(above)):
        return
    if buried.rank is not None and count < buried.rank - file.cutoff:
        return
    pushed = [it for it in later if it.batch == batch]
    titles = {it.id: it.title or it.id for it in corpus.manifest.batches}
    yield _Cause(
        name="batch",
        sentence=Message(
            "A later ingest stands above it: {n} chunks of «{batch}»",
            {"n": count, "batch": titles.get(batch, batch)},
        ),
        repair=Message("Describe and label the newcomers, and this chunk, by what each is about"),
        undoings=_removal("that ingest's chunks", pushed),
        evidence={"batch": batch, "from_batch": [it.chunk_id for it in pushed]},
        seen=buried.rank is not None,
    )


def _removal(what: str, chunks: list[Chunk]) -> tuple[tuple[str, Change], ...]:
    ids = tuple(it.chunk_id for it in chunks)
    return ((_WITHOUT.format(what=what), Change(without=ids)),)


def _is_copy(one: Chunk, other: Chunk) -> bool:
    return bool(one.text and other.text) and likeness(one.text or "", other.text or "") >= _COPY


def _came_later(corpus: Corpus, one: Chunk, other: Chunk) -> bool:
    """Whether one chunk came by another ingest than the other, and after it."""
    if one.batch is None or one.batch == other.batch:
        return False
    mine, theirs = _arrived(corpus, one), _arrived(corpus, other)
    return mine is not None and theirs is not None and mine > theirs


def _arrived(corpus: Corpus, chunk: Chunk) -> datetime | None:
    """When a chunk came, by itself or by its batch; None where no time can be read."""
    batch = next((it for it in corpus.manifest.batches if it.id == chunk.batch), None)
    written = chunk.ingested_at or (None if batch is None else batch.at)
    try:
        read = datetime.fromisoformat(written or "")
    except ValueError:
        return None
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def _dated(chunk: Chunk) -> dict[str, Any]:
    ends = None if chunk.valid_to is None else chunk.valid_to.isoformat()
    return {"chunk_id": chunk.chunk_id, "valid_to": ends, "text": (chunk.text or "")[:200]}


def _shared(file: CaseFile, buried: Buried) -> dict[str, Any]:
    """What those above within the cutoff have in common."""
    ids = file.above(buried, file.cutoff)
    corpus = file.corpus
    known = [it for i in ids if corpus is not None and (it := corpus.by_id(i)) is not None]
    words = Counter(word for it in known for word in content(it.title or ""))
    return {
        "above": list(ids[:_LISTED]),
        "domains": dict(Counter(it.domain for it in known if it.domain)),
        "batches": dict(Counter(it.batch for it in known if it.batch)),
        "title_words": [word for word, n in words.most_common(5) if n > 1],
    }
