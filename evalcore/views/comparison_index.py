"""What else is not the same in two runs: the chunks of the index, and the criterion itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.model.canonical import canonical_json
from evalcore.model.comparison import Difference
from evalcore.views.chunks import ChunkFacts
from evalcore.views.compared import Compared
from evalcore.views.language import N_, Translator

MOST_LISTED = 200
"""So many chunks of one kind are listed; the rest is counted."""

SHORT_VALUE = 60

_NAMES: Mapping[str, str] = {
    "cutoff": N_("Cutoff"),
    "depth": N_("Depth"),
    "min_grade": N_("Least relevant grade"),
    "gain": N_("Gain"),
    "level": N_("Level"),
    "direction": N_("Direction of the scores"),
    "suite": N_("Suite"),
    "policy": N_("Policy"),
    "retriever": N_("Retriever"),
    "manifest": N_("Manifest"),
    "golden": N_("Golden set"),
    "golden_set": N_("Golden set"),
    "samples": N_("Samples"),
    "date": N_("Day of the index"),
    "version": N_("Version of Unbury"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLine:
    """An ingest that only the candidate has. ``title`` is people's own text."""

    title: str
    when: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Chunks with one fate: ``words`` count them; at most ``MOST_LISTED`` are in ``chunks``."""

    key: str
    words: str
    n: int
    chunks: tuple[ChunkFacts, ...]
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexView:
    """The manifest diff: a sentence, the ingests that came, and the chunks by their fate."""

    words: str
    batches: tuple[BatchLine, ...]
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceLine:
    """One thing that differs, with both values as text. Values are people's own text."""

    name: str
    base: str
    candidate: str


def index_view(both: Compared, t: Translator) -> IndexView:
    """What came into the index, left it or changed in it; said plainly where nobody can tell."""
    diff = both.changes.manifest
    if diff is None:
        words = t.text("One of the two runs has no manifest, so nobody can say what came or went.")
        return IndexView(words=words, batches=(), piles=())
    piles = (
        _pile("added", diff.added, _added(len(diff.added), t), both, t),
        _pile("removed", diff.removed, _removed(len(diff.removed), t), both, t),
        _pile("changed", diff.changed, _changed(len(diff.changed), t), both, t),
    )
    there = tuple(pile for pile in piles if pile.n)
    words = "" if there else t.text("The index holds the same chunks in both runs.")
    return IndexView(words=words, batches=_batches(both, diff.new_batches, t), piles=there)


def difference_lines(differences: Sequence[Difference], t: Translator) -> list[DifferenceLine]:
    """The named differences, each with both values."""
    return [
        DifferenceLine(
            name=t.text(_NAMES[one.name]) if one.name in _NAMES else one.name,
            base=value_text(one.base, t),
            candidate=value_text(one.candidate, t),
        )
        for one in differences
    ]


def value_text(value: Any, t: Translator) -> str:
    """A setting as text: short, whatever it holds."""
    if value is None:
        return t.text("none")
    shown = value if isinstance(value, str) else _json(value)
    return shown if len(shown) <= SHORT_VALUE else shown[: SHORT_VALUE - 1] + "…"


def _json(value: Any) -> str:
    try:
        return canonical_json(value).decode()
    except TypeError:
        return str(value)


def _batches(both: Compared, ids: Sequence[str], t: Translator) -> tuple[BatchLine, ...]:
    manifest = both.candidate.manifest
    told = {batch.id: batch for batch in manifest.batches} if manifest else {}
    lines = []
    for one in ids:
        batch = told.get(one)
        title = batch.title or batch.id if batch else one
        when = t.moment(batch.at, short=True) if batch and batch.at else ""
        lines.append(BatchLine(title=title, when=when, words=documents_words(batch, t)))
    return tuple(lines)


def documents_words(batch: Any, t: Translator) -> str:
    """``80 documents, none rejected``; empty where the ingest does not say."""
    if batch is None or batch.accepted is None:
        return ""
    words = t.plural("{n} document", "{n} documents", batch.accepted)
    if batch.rejected is None:
        return words
    if not batch.rejected:
        return words + ", " + t.text("none rejected")
    return words + ", " + t.plural("{n} rejected", "{n} rejected", batch.rejected)


def _pile(key: str, ids: Sequence[str], words: str, both: Compared, t: Translator) -> Pile:
    listed = tuple(ids[:MOST_LISTED])
    facts = both.facts(listed)
    rest = len(ids) - len(listed)
    return Pile(
        key=key,
        words=words,
        n=len(ids),
        chunks=tuple(facts[one] for one in listed),
        more=t.plural("and {n} more", "and {n} more", rest) if rest else "",
    )


def _added(n: int, t: Translator) -> str:
    return t.plural("{n} chunk came in", "{n} chunks came in", n)


def _removed(n: int, t: Translator) -> str:
    return t.plural("{n} chunk is gone", "{n} chunks are gone", n)


def _changed(n: int, t: Translator) -> str:
    return t.plural("{n} chunk was changed", "{n} chunks were changed", n)
