"""A probe's evidence as a person checks it: facts, passages side by side, small tables.

The core's evidence is data; here each value takes the shape that suits it. A key that has no
word yet is shown under its own name, so that nothing a probe found is ever left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from evalcore.views import amounts
from evalcore.views.evidence_words import LABELS, REPEATED, asked_words, label
from evalcore.views.evidence_words import value as fixed
from evalcore.views.language import Translator

PASSAGE = 90
"""A text longer than this, or of several lines, is a passage to read and not a fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure or short text under its label. ``value`` may be people's own text."""

    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A text to read, such as a chunk or a quote: people's own, or the note that it is empty."""

    label: str
    text: str
    empty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Several things of one kind. Cells may be people's own text."""

    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What can be checked, in the order in which it is read."""

    facts: tuple[Fact, ...] = ()
    passages: tuple[Passage, ...] = ()
    tables: tuple[Table, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.facts or self.passages or self.tables)


Part = Fact | Passage | Table


def evidence(data: Mapping[str, Any], t: Translator) -> Evidence:
    """The evidence of one finding. Empty lists and mappings say nothing and are left out."""
    order = tuple(LABELS)
    kept = [key for key in data if key not in REPEATED]
    kept.sort(key=lambda key: order.index(key) if key in LABELS else len(order))
    parts = [part for key in kept for part in _parts(key, data[key], t)]
    return Evidence(
        facts=tuple(part for part in parts if isinstance(part, Fact)),
        passages=tuple(part for part in parts if isinstance(part, Passage)),
        tables=tuple(part for part in parts if isinstance(part, Table)),
    )


def _parts(key: str, value: Any, t: Translator) -> Iterator[Part]:
    name = label(key, t)
    if isinstance(value, Mapping):
        if value:
            yield Fact(label=name, value=_mapping(value, t))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from _several(name, value, t)
    elif isinstance(value, str):
        yield _text(name, fixed(key, value, t), t)
    else:
        yield Fact(label=name, value=said(value, t))


def _text(name: str, text: str, t: Translator) -> Part:
    if not text.strip():
        return Passage(label=name, text=t.text("(empty)"), empty=True)
    if _long(text):
        return Passage(label=name, text=text)
    return Fact(label=name, value=said(text, t))


def _mapping(value: Mapping[str, Any], t: Translator) -> str:
    """Counts as ``viajes 9, laboral 1``; an undoing as its name and rank; else name and value."""
    if set(value) == {"by", "rank"}:
        rank = value["rank"]
        words = t.text("not found") if rank is None else t.text("rank {rank}", rank=rank)
        return f"{asked_words(str(value['by']), t)}: {words}"
    if all(isinstance(it, int) and not isinstance(it, bool) for it in value.values()):
        return ", ".join(f"{name} {t.number(n)}" for name, n in value.items())
    return "; ".join(f"{label(str(name), t)}: {said(it, t)}" for name, it in value.items())


def _several(name: str, values: Sequence[Any], t: Translator) -> Iterator[Part]:
    if not values:
        return
    if all(isinstance(one, Mapping) for one in values):
        yield from _records(name, values, t)
        return
    texts = [said(one, t) for one in values]
    if any(_long(text) for text in texts):
        for number, text in enumerate(texts, start=1):
            yield Passage(label=f"{name} {number}", text=text)
    else:
        yield Fact(label=name, value=", ".join(texts))


def _records(name: str, rows: Sequence[Mapping[str, Any]], t: Translator) -> Iterator[Part]:
    """Things of one kind: each its own passage where they carry texts, else a table."""
    if all("text" in row for row in rows):
        for row in rows:
            about = (said(it, t) for key, it in row.items() if key != "text" and it is not None)
            text = str(row["text"])
            yield Passage(
                label=" · ".join((name, *about)),
                text=text or t.text("(empty)"),
                empty=not text.strip(),
            )
        return
    keys = list(dict.fromkeys(key for row in rows for key in row))
    yield Table(
        label=name,
        columns=tuple(label(str(key), t) for key in keys),
        rows=tuple(tuple(said(row.get(key), t) for key in keys) for row in rows),
    )


def _long(text: str) -> bool:
    return len(text) > PASSAGE or "\n" in text


def said(value: Any, t: Translator) -> str:
    """One value: numbers and days as the language writes them, text as it is."""
    if value is None:
        return amounts.NOTHING
    if isinstance(value, bool):
        return t.text("yes") if value else t.text("no")
    if isinstance(value, int | float):
        return t.number(value)
    if isinstance(value, str):
        day = _day(value)
        return value if day is None else t.day(day)
    if isinstance(value, Mapping):
        pairs = (f"{label(str(key), t)}: {said(inner, t)}" for key, inner in value.items())
        return "; ".join(pairs)
    return ", ".join(said(one, t) for one in value)


def _day(text: str) -> date | None:
    if len(text) != len("2026-11-27"):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
