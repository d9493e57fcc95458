"""Probe 2: is there a description, and does it say what the chunk is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask, Change
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import TEXT, Corpus
from evalcore.diagnosis.describe import descriptions, holding
from evalcore.diagnosis.words import content, covered, figures, likeness, sequence
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message

NAME = ProbeName.DESCRIPTION
CHAPTER = "11-12"

_MOSTLY = 0.5
_FEW = 6
_LEAST = 4
_USUAL = 8
_COMMON = 5
_MANY_COPIES = 3
_COPY = 0.9
_UNLIKE = 0.7
_NOT_ITS_OWN = 0.35
_ANOTHERS = 0.8
_ITS_TEXT = 0.9
_WRITTEN = "described anew"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fault:
    name: str
    sentence: Message
    evidence: dict[str, Any] = field(default_factory=dict)


def asks(file: CaseFile, buried: Buried) -> tuple[Ask, ...]:
    """Where the chunk would stand with a description written from what it says of itself."""
    corpus, chunk = file.corpus, buried.chunk
    if corpus is None or chunk is None or _fault(file, corpus, chunk) is None:
        return ()
    return tuple(
        ask
        for n, text in enumerate(descriptions(corpus, chunk))
        for ask in file.ask(buried, _what(n), Change(chunk=holding(corpus, chunk, text)))
    )


def conclude(file: CaseFile, buried: Buried, answers: Answers) -> Finding:
    """Confirmed where a description is missing or says nothing, and a written one surfaces it."""
    corpus, chunk = file.corpus, buried.chunk
    if corpus is None or chunk is None or _unknown(file, corpus):
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("The manifest keeps no descriptions"),
        )
    evidence: dict[str, Any] = {
        "description": corpus.held(chunk),
        "content_words": len(content(corpus.held(chunk))),
        "usual_words": corpus.usual_words(chunk),
    }
    fault = _fault(file, corpus, chunk)
    if fault is None:
        return Finding(
            probe=NAME,
            answer=Answer.RULED_OUT,
            sentence=Message("It has a description of its own, in words"),
            evidence=evidence,
        )
    drafts = descriptions(corpus, chunk)
    answer, undone = answers.undone(*(_what(n) for n in range(len(drafts))))
    return Finding(
        probe=NAME,
        answer=answer,
        sentence=fault.sentence,
        evidence={
            **evidence,
            "fault": fault.name,
            **fault.evidence,
            "draft": drafts[0] if drafts else None,
            **undone,
        },
        repair=Message("Write its description in the words people ask with, and ingest it again"),
        chapter=CHAPTER,
    )


def _what(number: int) -> str:
    return _WRITTEN if number == 0 else f"{_WRITTEN} ({number + 1})"


def _unknown(file: CaseFile, corpus: Corpus) -> bool:
    """Nothing is known of descriptions that no chunk has, unless the suite's index needs them."""
    return not corpus.describes and corpus.field != TEXT and not file.embedded


def _fault(file: CaseFile, corpus: Corpus, chunk: Chunk) -> _Fault | None:
    return None if _unknown(file, corpus) else next(_faults(corpus, chunk), None)


def _faults(corpus: Corpus, chunk: Chunk) -> Iterator[_Fault]:
    held = corpus.held(chunk)
    if not sequence(held):
        yield _Fault(
            name="empty",
            sentence=Message("It has no description, so no question can meet it"),
        )
        return
    if figures(held) > _MOSTLY and len(content(held)) < corpus.usual_words(chunk):
        yield _Fault(
            name="figures",
            sentence=Message("Its description is nearly all figures, and no question looks so"),
            evidence={"share_of_figures": round(figures(held), 3)},
        )
    yield from _generic(corpus, held, chunk)
    yield from _copied(corpus, held, chunk)
    yield from _of_another(corpus, held, chunk)


def _generic(corpus: Corpus, held: str, chunk: Chunk) -> Iterator[_Fault]:
    """A few words where the others say much more, and hardly one of them tells what it is.

    A word tells something that stands in few descriptions and in the chunk's own text.
    """
    words, usual = content(held), corpus.usual_words(chunk)
    if usual < _USUAL or len(words) > _FEW or len(words) * 2 > usual:
        return
    own = content(f"{chunk.title or ''}\n{chunk.text or ''}")
    telling = {word for word in words & own if corpus.spread[word] < _COMMON}
    its_own = telling if len(words) <= _LEAST else words & own
    if len(its_own) <= len(words) // 3:
        yield _Fault(
            name="generic",
            sentence=Message("Its description says too little to tell it from others"),
            evidence={"in_how_many": {word: corpus.spread[word] for word in sorted(words)}},
        )


def _copied(corpus: Corpus, held: str, chunk: Chunk) -> Iterator[_Fault]:
    """The same description, but for figures, over several chunks whose texts differ.

    A description that holds the whole of the chunk's own text copies nobody's.
    """
    words = content(held)
    if chunk.text and covered(chunk.text, held) >= _ITS_TEXT:
        return
    own = content(chunk.text or "")
    short = corpus.usual_words(chunk) >= _USUAL and len(words) * 4 <= 3 * corpus.usual_words(chunk)
    twins = [
        other
        for other in corpus.manifest.chunks
        if other.chunk_id != chunk.chunk_id
        and _alike(words, content(corpus.held(other)), own=own, short=short)
        and other.text
        and likeness(other.text, chunk.text or "") < _UNLIKE
    ]
    if len(twins) >= _MANY_COPIES:
        yield _Fault(
            name="copied",
            sentence=Message("{n} other chunks have the same description", {"n": len(twins)}),
            evidence={"same_description": [it.chunk_id for it in twins[:10]]},
        )


def _alike(
    words: frozenset[str], theirs: frozenset[str], *, own: frozenset[str], short: bool
) -> bool:
    """Whether nine in ten of all the words of both are in both.

    More than half in the other is enough of a description that is ``short`` for its index, or
    where the words they share are a template's: most of them not the ``own`` text's. What is
    left, a name mostly, cannot tell what the chunk says.
    """
    shared = words & theirs
    if len(shared) > len(words) / 2 and (short or len(shared & own) * 2 < len(shared)):
        return True
    return bool(shared) and len(shared) >= _COPY * len(words | theirs)


def _of_another(corpus: Corpus, held: str, chunk: Chunk) -> Iterator[_Fault]:
    """A description that speaks of another chunk's text and hardly of its own."""
    own = f"{chunk.title or ''}\n{chunk.text or ''}"
    if len(content(held)) < _LEAST or not chunk.text or covered(held, own) > _NOT_ITS_OWN:
        return
    for other in corpus.manifest.chunks:
        if other.chunk_id == chunk.chunk_id or not other.text:
            continue
        if covered(held, f"{other.title or ''}\n{other.text}") >= _ANOTHERS:
            yield _Fault(
                name="of_another",
                sentence=Message("Its description is that of {other}", {"other": other.chunk_id}),
                evidence={"described": other.chunk_id, "text": other.text[:300]},
            )
            return
