"""One case beside the same case in the baseline: who moved, and what came to stand above."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evalcore.comparison.displaced import above, first_ranks
from evalcore.comparison.displacing import held_by
from evalcore.model.words import Place
from evalcore.views.chunks import ChunkFacts, facts_of
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from evalcore.views.outcome import Expectation, Outcome


class Kind(StrEnum):
    """What a moving chunk is to the case."""

    EXPECTED = "expected"
    KEPT = "kept"
    ROSE = "rose"
    NEW = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One chunk before and now; None is outside the list. NEW ones were not in the index."""

    facts: ChunkFacts
    before: int | None
    now: int | None
    kind: Kind
    found: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """The two lists side by side. ``name`` and ``batch`` are people's own text.

    ``words`` tell what pushed the worst expected chunk down; ``batch`` the ingest that most
    of the new ones above it came with, empty where unknown.
    """

    name: str
    cutoff: int
    moves: tuple[Move, ...]
    before: Mapping[str, int]
    new: frozenset[str]
    words: str
    batch: str


def against(now: Outcome, then: Outcome, t: Translator) -> Against | None:
    """The comparison; None where either has no list or the question is not the same one."""
    if now.ranking is None or then.ranking is None or now.case.hash != then.case.hash:
        return None
    lists = (then.ranking.chunk_ids, now.ranking.chunk_ids)
    before, after = first_ranks(lists[0]), first_ranks(lists[1])
    worst = _worst(now.expected)
    shown = max(now.cutoff, worst.rank or 0 if worst else 0) + 1
    near = [c for c, rank in after.items() if rank <= shown]
    ids = dict.fromkeys([*(one.chunk_id for one in now.expected), *near])
    facts = dict(facts_of(then.run, ids)) | {
        i: known for i, known in facts_of(now.run, ids).items() if known.known
    }
    held = held_by(then.run, now.run)
    new = frozenset() if held is None else frozenset(after) - held
    places = {one.chunk_id: one.place for one in now.expected}
    moves = [
        Move(
            facts=facts[chunk_id],
            before=before.get(chunk_id),
            now=after.get(chunk_id),
            kind=_kind(chunk_id, places, new, before, shown),
            found=places.get(chunk_id) is Place.FOUND,
        )
        for chunk_id in ids
    ]
    words, batch = _pushed(worst, lists, new, facts, t)
    return Against(
        name=name_of(then.run.record),
        cutoff=now.cutoff,
        moves=tuple(moves),
        before=before,
        new=new,
        words=words,
        batch=batch,
    )


def _worst(expected: Iterable[Expectation]) -> Expectation | None:
    """The expected chunk that a person asks about: the one furthest down that has a rank."""
    ranked = [one for one in expected if one.rank is not None]
    return max(ranked, key=lambda one: one.rank or 0, default=None)


def _kind(
    chunk_id: str,
    places: Mapping[str, Place],
    new: frozenset[str],
    before: Mapping[str, int],
    shown: int,
) -> Kind:
    if chunk_id in places:
        return Kind.EXPECTED
    if chunk_id in new:
        return Kind.NEW
    rank = before.get(chunk_id)
    return Kind.KEPT if rank is not None and rank <= shown else Kind.ROSE


def _pushed(
    worst: Expectation | None,
    lists: tuple[Sequence[str], Sequence[str]],
    new: frozenset[str],
    facts: Mapping[str, ChunkFacts],
    t: Translator,
) -> tuple[str, str]:
    """Who came to stand above the worst expected chunk, in words; and the ingest of most."""
    if worst is None:
        return "", ""
    if worst.chunk_id not in lists[0]:
        return t.text("It was not in the baseline's list either way."), ""
    displacers = above(*lists, worst.chunk_id).displacers
    if not displacers:
        return t.text("Nothing stands above the last expected chunk that did not before."), ""
    arrived = [c for c in displacers if c in new]
    words = t.plural(
        "One result now stands above the last expected chunk that did not before.",
        "{n} results now stand above the last expected chunk that did not before.",
        len(displacers),
    )
    if arrived:
        words += " " + t.plural(
            "One of them was not in the index then.",
            "{n} of them were not in the index then.",
            len(arrived),
        )
    return words, _commonest(facts[c].batch for c in arrived if c in facts)


def _commonest(batches: Iterable[str]) -> str:
    counted = Counter(batch for batch in batches if batch)
    return counted.most_common(1)[0][0] if counted else ""
