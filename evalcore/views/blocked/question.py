"""Step 3: the question, what a user would have received, and what they should have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from evalcore.model.words import Place
from evalcore.views.blocked.material import Material
from evalcore.views.chunks import ChunkFacts, facts_of
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from evalcore.views.outcome import Expectation, Outcome
from evalcore.views.passage import Passage, passage


class Mark(StrEnum):
    """What a result is to the reader."""

    EXPECTED = "expected"
    NEW = "new"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One result of the list; its facts are people's own text."""

    rank: int
    facts: ChunkFacts
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The list as it is delivered, the line it ends at, and expected chunks further down."""

    headline: str
    items: tuple[Item, ...]
    cut: str
    below: tuple[Item, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """One expected chunk: found or not, where it was before, and its text where it is missing."""

    facts: ChunkFacts
    gold: bool
    found: bool
    place: str
    before: str
    passage: Passage | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """``question``, ``reference`` and all facts are people's own text.

    Everything but ``headline`` and ``body`` is empty where no question fails.
    """

    headline: str
    body: tuple[str, ...]
    question: str
    case_id: str
    received: Received | None
    owed: tuple[Owed, ...]
    reference: str


def question(material: Material, t: Translator) -> Question:
    """The told case, from the side of the user who asks."""
    outcome = material.outcome
    if outcome is None:
        return _nobody(material, t)
    before = material.then(material.before)
    owed = tuple(owed_of(outcome, before, t))
    return Question(
        headline=_headline(outcome, owed, t),
        body=tuple(_body(material, outcome, t)),
        question=outcome.case.question,
        case_id=outcome.case.id,
        received=received(outcome, before, t),
        owed=owed,
        reference=outcome.case.reference_answer or "",
    )


def received(outcome: Outcome, before: Outcome | None, t: Translator) -> Received | None:
    """The delivered results with their marks; None where the search gave no list."""
    if outcome.ranking is None:
        return None
    ids = outcome.ranking.chunk_ids[: outcome.cutoff]
    buried = [one for one in outcome.expected if one.place is Place.MISRANKED]
    facts = facts_of(outcome.run, [*ids, *(one.chunk_id for one in buried)])
    expected = {one.chunk_id for one in outcome.expected}
    fresh = _fresh(outcome, before)
    items = tuple(
        Item(rank=rank, facts=facts[one], mark=_mark(one, expected, fresh))
        for rank, one in enumerate(ids, start=1)
    )
    new = sum(item.mark is Mark.NEW for item in items)
    return Received(
        headline=_list_words(len(items), new, t),
        items=items,
        cut=t.text("What is delivered ends here"),
        below=tuple(
            Item(rank=one.rank or 0, facts=facts[one.chunk_id], mark=Mark.EXPECTED)
            for one in sorted(buried, key=lambda it: it.rank or 0)
        ),
        note=t.text("In orange: what came with the new index.") if new else "",
    )


def _list_words(n: int, new: int, t: Translator) -> str:
    if not n:
        return t.text("Nothing at all")
    words = t.plural("{n} result", "{n} results", n)
    return words + ", " + t.plural("{n} is new", "{n} are new", new) if new else words


def _fresh(outcome: Outcome, before: Outcome | None) -> frozenset[str]:
    """Results that the earlier index did not hold, where both manifests say what they hold."""
    ours = outcome.run.manifest
    theirs = None if before is None else before.run.manifest
    if ours is None or theirs is None or outcome.ranking is None:
        return frozenset()
    held = theirs.by_id.keys() | theirs.document_ids
    return frozenset(one for one in outcome.ranking.chunk_ids if one not in held)


def _mark(chunk_id: str, expected: set[str], fresh: frozenset[str]) -> Mark:
    if chunk_id in expected:
        return Mark.EXPECTED
    return Mark.NEW if chunk_id in fresh else Mark.OTHER


def owed_of(outcome: Outcome, before: Outcome | None, t: Translator) -> list[Owed]:
    """The expected chunks, found ones first; the text of a missing one is told."""
    facts = facts_of(outcome.run, [one.chunk_id for one in outcome.expected])
    then = {} if before is None else {one.chunk_id: one for one in before.expected}
    told = []
    for one in outcome.expected:
        known, found = facts[one.chunk_id], one.place is Place.FOUND
        text = known.text or one.quote
        told.append(
            Owed(
                facts=known,
                gold=one.gold,
                found=found,
                place=_place(one, t),
                before=_before(then.get(one.chunk_id), t),
                passage=None if found or not text else passage(text, t),
            )
        )
    return sorted(told, key=lambda it: not it.found)


def _place(one: Expectation, t: Translator) -> str:
    if one.place is Place.FOUND:
        return t.text("came at rank {rank}", rank=one.rank or 0)
    if one.rank is None:
        return t.text("missing: not in the list at all")
    return t.text("missing: buried at rank {rank}", rank=one.rank)


def _before(then: Expectation | None, t: Translator) -> str:
    if then is None:
        return ""
    if then.rank is None:
        return t.text("not in the list before either")
    return t.text("rank {rank} before", rank=then.rank)


def _headline(outcome: Outcome, owed: Sequence[Owed], t: Translator) -> str:
    missing = [one for one in owed if not one.found]
    if outcome.ranking is None:
        return t.text("Whoever asked this would have received no answer at all")
    if not missing:
        return t.text("Whoever asked this could not have been served for certain")
    if len(missing) == 1:
        title = missing[0].facts.title
        return t.text("Whoever asked this would not have seen «{title}»", title=title)
    return t.text(
        "Whoever asked this would not have seen {n} of the {total} texts it takes",
        n=len(missing),
        total=len(owed),
    )


def _body(material: Material, outcome: Outcome, t: Translator) -> list[str]:
    words = []
    if outcome.failure:
        words.append(t.text("The search did not answer: {why}", why=outcome.failure))
    others = len(material.failing) - 1
    if others:
        words.append(
            t.plural(
                "This is the question that weighs most; {n} more was not served either.",
                "This is the question that weighs most; {n} more were not served either.",
                others,
            )
        )
    before = material.then(material.before)
    if before is not None and material.before is not None:
        words.append(_with_before(before, name_of(material.before.record), t))
    return words


def _with_before(before: Outcome, name: str, t: Translator) -> str:
    ranks = [one.rank for one in before.expected if one.place is Place.FOUND and one.rank]
    if len(ranks) == len(before.expected):
        return t.text(
            "With the version before, «{name}», everything it takes came by rank {rank}.",
            name=name,
            rank=max(ranks, default=0),
        )
    return t.text("With the version before, «{name}», not everything came either.", name=name)


def _nobody(material: Material, t: Translator) -> Question:
    body = t.text("The rules that stopped it look at something else than single questions.")
    return Question(
        headline=t.text("No single question failed"),
        body=(body,) if material.withheld else (),
        question="",
        case_id="",
        received=None,
        owed=(),
        reference="",
    )
