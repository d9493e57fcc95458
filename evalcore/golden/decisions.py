"""The four decisions of an annotation put together, and what in them cannot stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from evalcore.errors import InputError, Problem
from evalcore.golden.passages import as_written, normal
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk
from evalcore.model.message import Message
from evalcore.model.words import Behaviour


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What the annotator says of one chunk. ``same_as`` is a chunk that says the same thing."""

    id: str
    grade: int
    quote: str = ""
    same_as: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """The four decisions, in the order in which the golden-set text takes them.

    ``all_needed`` is None while nobody chose; it matters from two relevant chunks on.
    """

    behaviour: Behaviour | None
    marks: tuple[Mark, ...] = ()
    all_needed: bool | None = None
    answer: str = ""
    category: str = ""
    difficulty: str = ""


def objections(said: Decisions, held: Mapping[str, Chunk], *, by: str) -> tuple[Message, ...]:
    """Everything that cannot stand, one sentence each; empty where the view may be signed.

    No signature, an answer without a chunk or a text, chunks without an answer, a quote that its
    chunk does not hold. ``held`` are the marked chunks of the manifest.
    """
    return tuple(_objections(said, held, by))


def view_of(case: Case, said: Decisions, held: Mapping[str, Chunk], *, by: str, on: date) -> Case:
    """The case as this person would have it. Raises ``InputError`` with every objection."""
    wrong = objections(said, held, by=by)
    if wrong or said.behaviour is None:
        raise InputError([Problem(what=str(one), hint="decide it, then sign") for one in wrong])
    answers = said.behaviour is Behaviour.ANSWER
    answer = said.answer.strip() or None
    return replace(
        case,
        behaviour=said.behaviour,
        expected=_expected(said.marks, held),
        requires_all=said.all_needed if needs_choice(said.marks) else None,
        reference_answer=answer if answers else None,
        expected_abstention=None if answers else answer,
        category=said.category.strip() or None,
        difficulty=said.difficulty.strip() or None,
        annotated_by=(by.strip(),),
        annotated_on=on,
        extra={},
    )


def _objections(said: Decisions, held: Mapping[str, Chunk], by: str) -> Iterator[Message]:
    relevant = [mark for mark in said.marks if mark.grade > 0]
    if not by.strip():
        yield Message("Nobody signs: write your name.")
    if said.behaviour is None:
        yield Message("1: say whether it has an answer in the corpus.")
    if said.behaviour is Behaviour.ANSWER and not relevant:
        yield Message("2: mark the chunks that hold the answer.")
    if said.behaviour in (Behaviour.ABSTAIN, Behaviour.DECLINE) and relevant:
        yield Message("2: chunks are marked as relevant, yet there is to be no answer.")
    if needs_choice(said.marks) and said.all_needed is None:
        yield Message("2: several chunks are marked; say whether all are needed.")
    if said.behaviour is Behaviour.ANSWER and not said.answer.strip():
        yield Message("3: write the right answer, short and factual.")
    for mark in said.marks:
        yield from _misquoted(mark, held.get(mark.id))


def _misquoted(mark: Mark, chunk: Chunk | None) -> Iterator[Message]:
    if chunk is None:
        yield Message("2: the manifest has no chunk {id}; take its mark off.", {"id": mark.id})
    elif mark.grade > 0 and mark.quote.strip() and _quoted(mark, chunk) is None:
        yield Message(
            "2: {id} does not hold the quote «{quote}»: copy it word for word, or leave it empty.",
            {"id": mark.id, "quote": mark.quote.strip()},
        )


def _expected(marks: Sequence[Mark], held: Mapping[str, Chunk]) -> tuple[Expected, ...]:
    groups = _groups(marks)
    return tuple(
        Expected(
            chunk_id=mark.id,
            doc_id=held[mark.id].doc_id,
            grade=mark.grade,
            quote=_quoted(mark, held[mark.id]) if mark.grade > 0 else None,
            group=groups.get(mark.id),
        )
        for mark in marks
    )


def _quoted(mark: Mark, chunk: Chunk) -> str | None:
    """The quote as the chunk writes it; None where it is empty or not there."""
    sought = normal(mark.quote)
    return as_written(chunk.text or "", sought) if sought else None


def _groups(marks: Sequence[Mark]) -> Mapping[str, str]:
    """The any-of group of each relevant chunk that shares one, named after its first chunk."""
    relevant = {mark.id: mark for mark in marks if mark.grade > 0}
    root = {chunk_id: chunk_id for chunk_id in relevant}
    for mark in relevant.values():
        if mark.same_as in relevant:
            kept, gone = root[str(mark.same_as)], root[mark.id]
            root = {one: kept if to == gone else to for one, to in root.items()}
    shared = list(root.values())
    return {one: to for one, to in root.items() if shared.count(to) > 1}


def _units(marks: Sequence[Mark]) -> int:
    """How many things are needed at most: a group of chunks that say the same is one."""
    groups = _groups(marks)
    return len({groups.get(mark.id, mark.id) for mark in marks if mark.grade > 0})


def needs_choice(marks: Sequence[Mark]) -> bool:
    """Whether it has to be said if all are needed: several different things are marked."""
    return _units(marks) > 1
