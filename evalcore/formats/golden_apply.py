"""A patch's decisions as edits of the golden set's own lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from evalcore.errors import Problem
from evalcore.formats.golden_edit import Edit, put
from evalcore.formats.golden_fields import CASE_FIELDS, EXPECTED_FIELDS, PLAIN_IDS
from evalcore.golden.anchors import AnchorState, Join, Proposal, Ruling
from evalcore.model.case import Case, GoldenSet
from evalcore.model.words import CaseStatus

Entry = dict[str, Any]
OTHER_QUOTES = "otras_citas"
"""Where the quotes of labels that merged into one are kept beside its own."""

_EXPECTED = CASE_FIELDS.by_spelling[CASE_FIELDS.native["expected"]]
_OBJECTS = {"chunks_esperados": "fragmentos_relevantes", "expected": "relevant"}


def misfits(proposals: Iterable[Proposal], golden: GoldenSet) -> Iterator[Problem]:
    """Decisions that the golden set no longer fits: its label is gone or quotes something else."""
    for one in proposals:
        case = golden.by_id.get(one.case_id)
        if one.takes and not _fits(one, case):
            yield Problem(
                what=f'case "{one.case_id}" has no label "{one.chunk_id}" with that quote',
                hint="the golden set changed since; make the patch anew",
                field="from",
            )


def edits_of(proposals: Iterable[Proposal]) -> Mapping[str, Edit]:
    """One edit a case that some decision changes, by case id."""
    taken: dict[str, list[Proposal]] = {}
    for one in proposals:
        if one.takes:
            taken.setdefault(one.case_id, []).append(one)
    return {case_id: partial(_edit, ones) for case_id, ones in taken.items()}


def _fits(one: Proposal, case: Case | None) -> bool:
    labels = () if case is None else case.expected
    return any(it.chunk_id == one.chunk_id and it.quote == one.quote for it in labels)


def _edit(ones: Iterable[Proposal], value: Entry) -> None:
    by_chunk = {one.chunk_id: one for one in ones}
    if any(one.ruling is Ruling.RETIRE for one in by_chunk.values()):
        put(value, "status", CaseStatus.RETIRED.value)
        return
    key = next(name for name in _EXPECTED.spellings if name in value)
    english = "question" in value
    any_suffices = value.get("requiere_todos", value.get("requires_all")) is False
    entries: list[Entry] = []
    for written in value[key]:
        entry = {"chunk_id": written} if isinstance(written, str) else written
        one = by_chunk.get(entry["chunk_id"])
        entries += [entry] if one is None else _replaced(entry, one, english, any_suffices)
    _write(value, key, list(_joined(entries)))


def _replaced(entry: Entry, one: Proposal, english: bool, any_suffices: bool) -> list[Entry]:
    """The entries that stand for this one now, each with its own quote."""
    pairs = list(zip(one.to, one.found, strict=True))
    if one.join is Join.ALL and any_suffices:
        pairs = [max(pairs, key=lambda pair: len(pair[1]))]  # half a quote must not be enough
    group = entry.get("grupo", entry.get("group")) or one.chunk_id
    said = _Spelled(english).set
    made = []
    for chunk_id, passage in pairs:
        fresh = dict(entry)
        said(fresh, "chunk_id", chunk_id)
        if one.state is not AnchorState.QUOTE or "doc_id" not in entry:
            said(fresh, "doc_id", one.new_doc_id or entry.get("doc_id"))
        said(fresh, "quote", passage or None)
        if one.join is Join.ANY and len(pairs) > 1:
            said(fresh, "group", group)
        made.append(fresh)
    return made


class _Spelled:
    """Fields of a label written in the language of their case, in their usual order."""

    def __init__(self, english: bool) -> None:
        self._english = english

    def set(self, entry: Entry, field: str, said: Any) -> None:
        spec = EXPECTED_FIELDS.by_spelling[EXPECTED_FIELDS.native[field]]
        known = next((name for name in spec.spellings if name in entry), None)
        name = known or spec.spellings[-1 if self._english else 0]
        if said is None:
            entry.pop(name, None)
            return
        entry[name] = said
        order = [s for it in EXPECTED_FIELDS.specs for s in it.spellings]
        items = sorted(
            entry.items(), key=lambda kv: order.index(kv[0]) if kv[0] in order else len(order)
        )
        if known is None:
            entry.clear()
            entry.update(items)


def _joined(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Each chunk once: the best grade, required where any label required it, quotes kept."""
    kept: dict[str, Entry] = {}
    for entry in entries:
        first = kept.setdefault(entry["chunk_id"], entry)
        if first is not entry:
            _absorb(first, entry)
    yield from kept.values()


def _absorb(first: Entry, other: Entry) -> None:
    for name in ("grado", "grade"):
        if name in first or name in other:
            first[name] = max(first.get(name, 1), other.get(name, 1))
    for name in ("grupo", "group"):
        if name in first and name not in other:
            del first[name]
    for name in ("cita", "quote"):
        quote = other.get(name)
        if quote and not first.get(name):
            first[name] = quote
        elif quote and quote != first.get(name):
            first[OTHER_QUOTES] = [*first.get(OTHER_QUOTES, []), quote]


def _write(value: Entry, key: str, entries: list[Entry]) -> None:
    """The entries under their key; a list of plain ids that became objects changes its name."""
    plain = all(set(entry) == {"chunk_id"} for entry in entries)
    name = key if plain or key not in _OBJECTS else _OBJECTS[key]
    said: list[Any] = list(entries)
    if plain and key in (PLAIN_IDS, "expected"):
        said = [entry["chunk_id"] for entry in entries]
    items = [(name, said) if k == key else (k, it) for k, it in value.items()]
    value.clear()
    value.update(items)
