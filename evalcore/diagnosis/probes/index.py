"""Probe 4: is it in the index at all? A chunk must find itself by its own description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask, Change
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.corpus import Corpus
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message

NAME = ProbeName.INDEX
_TOP = 5

_AS_IS = "as it is"
_EXACT = "exact search"
_AGAIN = "indexed again, unchanged"
_ITSELF = "its own description"
_ITSELF_OPEN = "its own description, without filters, boost and cut"
_OWN_QUESTIONS = (_ITSELF_OPEN, _ITSELF)


def asks(file: CaseFile, buried: Buried) -> tuple[Ask, ...]:
    """Exact search, the chunk indexed again, and its own description as a question.

    The last only for a chunk that did not come back at all: one that did is in the index.
    """
    corpus, chunk = file.corpus, buried.chunk
    if corpus is None or chunk is None:
        return file.ask(buried, _EXACT, Change(exact=True))
    asked = [
        *file.ask(buried, _AS_IS, Change()),
        *file.ask(buried, _EXACT, Change(exact=True)),
        *file.ask(buried, _AGAIN, Change(chunk=chunk)),
    ]
    own = corpus.held(chunk).strip()
    if own and buried.rank is None:
        open_ = Change(text=own, filters_off=True, boost_off=True, cut_off=True)
        asked += file.ask(buried, _ITSELF_OPEN, open_)
        asked += file.ask(buried, _ITSELF, Change(text=own))
    return tuple(asked)


def conclude(file: CaseFile, buried: Buried, answers: Answers) -> Finding:
    """Confirmed where indexing it again, or exact search, surfaces it; all else equal."""
    ranks = {it.what: it.rank for it in answers.asked if it.failed is None}
    evidence: dict[str, Any] = {"ranks": ranks}
    lost = _approximate(answers, evidence)
    if lost is not None:
        return lost
    if buried.rank is not None:
        return _came_back(answers, evidence)
    if file.corpus is None or buried.chunk is None:
        return _no_data()
    copies = _copies(file.corpus, buried.chunk)
    there = _is_there(answers, copies)
    if there is None:
        return _no_data()
    evidence = {**evidence, "copies": copies}
    return _indexed(evidence) if there else _missing(answers, evidence)


def _came_back(answers: Answers, evidence: Mapping[str, Any]) -> Finding:
    """A chunk that was returned is in the index; a part of it (its vector) may still be missing."""
    if answers.surfaces(_AGAIN) and not answers.surfaces(_AS_IS):
        return _missing(answers, evidence)
    return Finding(
        probe=NAME,
        answer=Answer.RULED_OUT,
        sentence=Message("It is in the index: the search returned it, if too low"),
        evidence=evidence,
    )


def _is_there(answers: Answers, copies: int) -> bool | None:
    """Whether the index holds it; None where nothing that was asked can tell.

    An index that holds it does not change when it is indexed again; and among the chunks
    that hold the very same text, its own description finds it at the top.
    """
    before, again = answers.of(_AS_IS), answers.of(_AGAIN)
    if before is not None and again is not None and again.rank is not None:
        return before.rank == again.rank or _finds_itself(answers, copies) is True
    return _finds_itself(answers, copies)


def _finds_itself(answers: Answers, copies: int) -> bool | None:
    itself = next((it for name in _OWN_QUESTIONS if (it := answers.of(name))), None)
    if itself is None:
        return None
    return itself.rank is not None and itself.rank <= _TOP + copies


def _missing(answers: Answers, evidence: Mapping[str, Any]) -> Finding:
    answer, undone = answers.undone(_AGAIN)
    return Finding(
        probe=NAME,
        answer=answer,
        sentence=Message("It is not in the index: asked for in its own words, it is not found"),
        evidence={**evidence, **undone},
        repair=Message("Index it again, and count what the index holds against the manifest"),
    )


def _approximate(answers: Answers, evidence: Mapping[str, Any]) -> Finding | None:
    """Exact search surfaces what the approximate index loses."""
    before = answers.of(_AS_IS)
    if not answers.surfaces(_EXACT) or (before is not None and answers.surfaces(_AS_IS)):
        return None
    answer, undone = answers.undone(_EXACT)
    return Finding(
        probe=NAME,
        answer=answer,
        sentence=Message("The approximate index loses it: an exact search finds it"),
        evidence={**evidence, **undone},
        repair=Message("Let the index search wider (its candidates per query), or exactly"),
    )


def _indexed(evidence: Mapping[str, Any]) -> Finding:
    return Finding(
        probe=NAME,
        answer=Answer.RULED_OUT,
        sentence=Message("It is in the index: it answers to its own description"),
        evidence=evidence,
    )


def _no_data() -> Finding:
    return Finding(
        probe=NAME,
        answer=Answer.NO_DATA,
        sentence=Message("The index cannot be asked whether it holds this chunk"),
    )


def _copies(corpus: Corpus, chunk: Chunk) -> int:
    """Chunks that hold the very same text, and may stand before it by chance."""
    own = corpus.held(chunk)
    return sum(corpus.held(other) == own for other in corpus.manifest.chunks) - 1
