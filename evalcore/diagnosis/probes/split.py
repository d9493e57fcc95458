"""Probe 1: was the chunk split? Cut through, parted from its heading, or fused (chapter 10)."""

from __future__ import annotations

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.cuts import Mark, cut_marks
from evalcore.diagnosis.fusions import fusion_mark
from evalcore.diagnosis.words import sequence
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.message import Message

NAME = ProbeName.SPLIT
CHAPTER = "10"


def asks(file: CaseFile, buried: Buried) -> tuple[Ask, ...]:
    """Where the chunk would stand rejoined, with its heading, or cut back to its own part."""
    return tuple(
        ask
        for mark in _marks(file, buried)
        for what, change in mark.undoings
        for ask in file.ask(buried, what, change)
    )


def conclude(file: CaseFile, buried: Buried, answers: Answers) -> Finding:
    """The first mark whose undoing surfaces the chunk, else the plainest mark there is."""
    if file.corpus is None or buried.chunk is None or buried.chunk.text is None:
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("The manifest keeps no text of this chunk"),
        )
    marks = _marks(file, buried)
    told = [it for it in marks if answers.first(*_names(it))] or [it for it in marks if not it.weak]
    if not told:
        return _whole(file, buried)
    mark = told[0]
    answer, undone = answers.undone(*_names(mark))
    fused = mark.name == "fused"
    return Finding(
        probe=NAME,
        answer=answer,
        sentence=mark.sentence,
        evidence={"mark": mark.name, **mark.evidence, **undone},
        repair=Message("Cut the document again so that each topic is a chunk of its own")
        if fused
        else Message("Cut the document again so that the chunk stays whole, heading included"),
        chapter=CHAPTER,
    )


def _marks(file: CaseFile, buried: Buried) -> list[Mark]:
    corpus, chunk = file.corpus, buried.chunk
    if corpus is None or chunk is None or not chunk.text:
        return []
    marks = list(cut_marks(corpus, chunk, buried.label.quote))
    fused = fusion_mark(corpus, chunk, buried.label.quote, file.case.question)
    return marks if fused is None else [*marks, fused]


def _names(mark: Mark) -> tuple[str, ...]:
    return tuple(what for what, _ in mark.undoings)


def _whole(file: CaseFile, buried: Buried) -> Finding:
    corpus, chunk = file.corpus, buried.chunk
    if corpus is None or chunk is None:
        raise ValueError("a chunk that is not there is neither whole nor split")
    before, after = corpus.neighbours(chunk)
    evidence = {
        "words": len(sequence(chunk.text or "")),
        "usual_words": corpus.usual_length(chunk),
        "before": before.chunk_id if before else None,
        "after": after.chunk_id if after else None,
    }
    if chunk.doc_id is None or chunk.position is None:
        return Finding(
            probe=NAME,
            answer=Answer.NO_DATA,
            sentence=Message("The manifest does not say which chunks stand beside this one"),
            evidence=evidence,
        )
    return Finding(
        probe=NAME,
        answer=Answer.RULED_OUT,
        sentence=Message("It is whole: no table, quote or sentence of it goes on next door"),
        evidence=evidence,
    )
