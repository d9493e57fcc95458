"""Probe 6: is the embedding the problem? Everything above ruled out, and still buried (ch. 12)."""

from __future__ import annotations

from typing import Any

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask, Change
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.describe import holding
from evalcore.diagnosis.words import lacking
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.message import Message

NAME = ProbeName.EMBEDDING
CHAPTER = "12"

_WORDS = "BM25 alone"
_VECTORS = "vectors alone"
_USERS_WORDS = "with the question's words in its description"


def asks(file: CaseFile, buried: Buried) -> tuple[Ask, ...]:
    """Its rank by words and by vectors apart, and with the user's words in its description.

    The last is asked only where nothing before is suspected: those words would lift nearly
    any chunk, whatever really is wrong with it.
    """
    asked = [
        *file.ask(buried, _WORDS, Change(mode="bm25")),
        *file.ask(buried, _VECTORS, Change(mode="vectors")),
    ]
    corpus, chunk = file.corpus, buried.chunk
    if corpus is not None and chunk is not None and not buried.suspected:
        held = corpus.held(chunk)
        words = lacking(file.case.question, held)
        if words:
            spoken = holding(corpus, chunk, f"{held.rstrip('. ')}. {' '.join(words)}.".lstrip(". "))
            asked += file.ask(buried, _USERS_WORDS, Change(chunk=spoken))
    return tuple(asked)


def conclude(file: CaseFile, buried: Buried, answers: Answers) -> Finding:
    """Suspected, as what is left; confirmed where the user's words in it surface the chunk."""
    corpus, chunk = file.corpus, buried.chunk
    if corpus is None or chunk is None:
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("The manifest does not say what the index holds of this chunk"),
        )
    held = corpus.held(chunk)
    words = lacking(file.case.question, held)
    spoken = answers.of(_USERS_WORDS) is not None
    answer, undone = answers.undone(_USERS_WORDS) if spoken else (Answer.SUSPECTED, {})
    evidence: dict[str, Any] = {
        "question": file.case.question,
        "description": held,
        "lacking": list(words),
        "ranks": {it.what: it.rank for it in answers.asked if it.failed is None},
        **undone,
    }
    if words:
        sentence = Message(
            "Question and description speak differently: it lacks {words}",
            {"words": ", ".join(words)},
        )
    else:
        sentence = Message("Its description holds the question's words, and it is buried still")
    return Finding(
        probe=NAME,
        answer=answer,
        sentence=sentence,
        evidence=evidence,
        repair=Message("Say it in the description as people ask for it, or embed another field"),
        chapter=CHAPTER,
    )
