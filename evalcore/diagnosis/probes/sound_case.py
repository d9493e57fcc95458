"""Probe 0: is the case itself sound? Chunk in the manifest, quote in the chunk, not replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import Corpus
from evalcore.diagnosis.cuts import quote_pieces
from evalcore.diagnosis.versions import successor
from evalcore.diagnosis.words import within
from evalcore.golden.checks.annotators import views_in_words
from evalcore.golden.twins import twin
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message
from evalcore.model.words import Level

NAME = ProbeName.CASE
_SHOWN = 300


def asks(_file: CaseFile, _buried: Buried) -> tuple[Ask, ...]:
    """Nothing: a label is read against the manifest, not against the index."""
    return ()


def conclude(file: CaseFile, buried: Buried, _answers: Answers) -> Finding:
    """Confirmed only where the label itself is provably wrong; suspected where it is outdated."""
    corpus = file.corpus
    if corpus is None:
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("There is no manifest to check the case against"),
        )
    if not _known(file, corpus, buried):
        return _unknown_id(file, corpus, buried)
    chunk = buried.chunk
    if chunk is None:
        return _sound(file, buried, {})
    return (
        _quote_elsewhere(corpus, buried, chunk)
        or _replaced(file, corpus, chunk)
        or _disputed(file)
        or _sound(file, buried, {"quote": _quote_evidence(buried, chunk)})
    )


def _known(file: CaseFile, corpus: Corpus, buried: Buried) -> bool:
    if file.exam.level is Level.DOCUMENT:
        return buried.label.chunk_id in corpus.manifest.document_ids
    return corpus.by_id(buried.label.chunk_id) is not None


def _unknown_id(file: CaseFile, corpus: Corpus, buried: Buried) -> Finding:
    wanted, quote = buried.label.chunk_id, buried.label.quote
    documents = file.exam.level is Level.DOCUMENT
    known = corpus.manifest.document_ids if documents else corpus.manifest.by_id
    found = twin(wanted, known)
    evidence: dict[str, Any] = {"chunk_id": wanted, "quote": quote}
    if found is not None:
        return Finding(
            probe=NAME,
            answer=Answer.CONFIRMED,
            sentence=Message(
                "The case expects an id that the index writes otherwise: they differ by {kind}",
                {"kind": found.kind},
            ),
            evidence={**evidence, "twin": found.id, "kind": found.kind},
            repair=Message("Write the id in the golden set as the index has it"),
        )
    holders = _holders(corpus, quote)
    if holders:
        return Finding(
            probe=NAME,
            answer=Answer.CONFIRMED,
            sentence=Message(
                "The expected chunk is not in the index; its quote now stands in {other}",
                {"other": ", ".join(holders)},
            ),
            evidence={**evidence, "quote_in": list(holders)},
            repair=Message("Anchor the case to the chunk that holds its quote now"),
        )
    return Finding(
        probe=NAME,
        answer=Answer.CONFIRMED,
        sentence=Message("The expected chunk is not in the index, and its quote is nowhere in it"),
        evidence={**evidence, "quote_in": []},
        repair=Message("Ingest the missing document again, or retire the case"),
    )


def _quote_elsewhere(corpus: Corpus, buried: Buried, chunk: Chunk) -> Finding | None:
    """The label names a chunk that does not say what the case quotes."""
    quote = buried.label.quote
    if not quote or not chunk.text or within(quote, chunk.text):
        return None
    if quote_pieces(corpus, chunk, quote):
        return None  # cut, not mislabelled: the next probe's question
    holders = _holders(corpus, quote)
    where = (
        Message("The quote of the case is not in the expected chunk but in {other}", _ids(holders))
        if holders
        else Message("The quote of the case is neither in the expected chunk nor anywhere else")
    )
    return Finding(
        probe=NAME,
        answer=Answer.CONFIRMED,
        sentence=where,
        evidence={"quote": quote, "text": chunk.text[:_SHOWN], "quote_in": list(holders)},
        repair=Message("Correct the expected chunk or its quote in the golden set"),
    )


def _replaced(file: CaseFile, corpus: Corpus, chunk: Chunk) -> Finding | None:
    """The expected chunk is an old version: a newer one in the manifest took over."""
    if file.on is None:
        return None
    heir = successor(corpus, chunk, file.on)
    if heir is None:
        return None
    return Finding(
        probe=NAME,
        answer=Answer.SUSPECTED,
        sentence=Message(
            "The case expects an old version: it ended on {end}, and {other} took over",
            {"end": str(chunk.valid_to), "other": heir.chunk_id},
        ),
        evidence={
            "on": file.on.isoformat(),
            "valid_to": str(chunk.valid_to),
            "successor": heir.chunk_id,
            "successor_valid_from": str(heir.valid_from),
            "text": (chunk.text or "")[:_SHOWN],
            "successor_text": (heir.text or "")[:_SHOWN],
        },
        repair=Message("Let the case expect the version in force"),
    )


def _disputed(file: CaseFile) -> Finding | None:
    """Two annotators disagree on the case, and nobody has settled it: perhaps it is no failure."""
    views = views_in_words(file.case)
    if not views:
        return None
    return Finding(
        probe=NAME,
        answer=Answer.SUSPECTED,
        sentence=Message("Two annotators disagree on this case, and nobody has settled it"),
        evidence={"views": list(views)},
        repair=Message("Settle which view holds, and examine the case again"),
    )


def _sound(file: CaseFile, buried: Buried, more: Mapping[str, Any]) -> Finding:
    return Finding(
        probe=NAME,
        answer=Answer.RULED_OUT,
        sentence=Message("The case is sound: its chunk is in the index and says what is expected"),
        evidence={
            "chunk_id": buried.label.chunk_id,
            "annotated_by": list(file.case.annotated_by),
            **more,
        },
    )


def _quote_evidence(buried: Buried, chunk: Chunk) -> str:
    if not buried.label.quote:
        return "none given"
    if not chunk.text:
        return "no text to look in"
    return "in the chunk" if within(buried.label.quote, chunk.text) else "in a neighbour"


def _holders(corpus: Corpus, quote: str | None) -> tuple[str, ...]:
    if not quote:
        return ()
    chunks = corpus.manifest.chunks
    return tuple(it.chunk_id for it in chunks if it.text and within(quote, it.text))[:3]


def _ids(holders: tuple[str, ...]) -> dict[str, str]:
    return {"other": ", ".join(holders)}
