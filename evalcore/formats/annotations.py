"""Views of a case as the golden set keeps them, and a person's decisions as edits of its line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from evalcore.formats.findings import Findings
from evalcore.formats.golden import golden_of
from evalcore.formats.golden_edit import Edit, put
from evalcore.formats.golden_export import dump_case
from evalcore.formats.golden_fields import CASE_FIELDS, EXPECTED_FIELDS
from evalcore.formats.json_lines import Record
from evalcore.golden.annotation import VIEW_KEYS
from evalcore.golden.checks.annotators import DISAGREEMENT_KEYS
from evalcore.model.case import Case, Expected
from evalcore.model.words import Behaviour, CaseStatus

Entry = dict[str, Any]
SETTLED_KEYS = ("resuelto", "settled")
"""The key of a case that says who decided between two views, when, for which and why."""

_HAS_ANSWER = {Behaviour.ANSWER: True, Behaviour.ABSTAIN: False}
_EXPECTED = CASE_FIELDS.by_spelling[CASE_FIELDS.native["expected"]].spellings


def views_of(case: Case, *, file: str) -> tuple[Case, ...]:
    """The views that people gave of a case, oldest first; none where there are none.

    Raises ``InputError`` where what stands there is no view.
    """
    told = next((case.extra[key] for key in VIEW_KEYS if case.extra.get(key)), None)
    if told is None:
        return ()
    findings = Findings(file)
    views: list[Case] = []
    for entry in told if isinstance(told, list) else [told]:
        if not isinstance(entry, dict):
            findings.add(f'case "{case.id}" has a view that is no object', "take it out")
            continue
        record = Record(1, {**entry, "id": case.id})
        views += golden_of([record], findings, name=case.id).cases
    findings.stop()
    return tuple(views)


def settled_of(case: Case) -> Mapping[str, Any] | None:
    """Who decided between two views of the case, as it is written; None where nobody did."""
    told = next((case.extra[key] for key in SETTLED_KEYS if case.extra.get(key)), None)
    return told if isinstance(told, dict) else None


def with_view(view: Case) -> Edit:
    """Append a person's view to those of the case."""
    written = {key: it for key, it in dump_case(view).items() if key != "id"}

    def edit(value: Entry) -> None:
        key = _named(value, VIEW_KEYS)
        value[key] = [*value.get(key, []), written]

    return edit


def with_disagreement(views: Iterable[Case]) -> Edit:
    """Record that two people differ, with what each of them says."""
    told = [_summary(view) for view in views]

    def edit(value: Entry) -> None:
        _without(value, SETTLED_KEYS)
        value[_named(value, DISAGREEMENT_KEYS)] = told

    return edit


def decided(view: Case, *, on: date) -> Edit:
    """Make the case what this view says, active and verified on this day; no difference is left."""

    def edit(value: Entry) -> None:
        _without(value, DISAGREEMENT_KEYS)
        put(value, "has_answer", _HAS_ANSWER.get(view.behaviour))
        put(value, "behaviour", dump_case(view).get(CASE_FIELDS.native["behaviour"]))
        put_labels(value, view.expected)
        for field in ("requires_all", "reference_answer", "expected_abstention"):
            put(value, field, getattr(view, field))
        for field in ("category", "difficulty", "type", "domain"):
            put(value, field, getattr(view, field) or _said(value, field))
        names = list(view.annotated_by)
        put(value, "annotated_by", names[0] if len(names) == 1 else names)
        put(value, "annotated_on", on.isoformat())
        put(value, "verified_on", on.isoformat())
        put(value, "status", None)

    return edit


def retired(value: Entry) -> None:
    """Take the case out of the exam; what people said of it stays."""
    _without(value, DISAGREEMENT_KEYS)
    put(value, "status", CaseStatus.RETIRED.value)


def with_settlement(*, by: str, on: date, chosen: str, why: str) -> Edit:
    """Record who decided between two views, for which and why."""
    told = {"por": by, "fecha": on.isoformat(), "elegido": chosen, "motivo": why}

    def edit(value: Entry) -> None:
        value[_named(value, SETTLED_KEYS)] = told

    return edit


def put_labels(value: Entry, expected: Iterable[Expected]) -> None:
    """Write the chunks of a case; what the file says of a chunk beside its fields stays."""
    key = next((name for name in _EXPECTED if name in value), None)
    written = value.get(key, []) if key is not None else []
    before = {one["chunk_id"]: one for one in written if isinstance(one, dict)}
    entries = [_entry(one, before.get(one.chunk_id, {}), "question" in value) for one in expected]
    if key in _EXPECTED[2:] and entries:  # a list of plain ids takes no objects
        value.pop(key or "", None)
    put(value, "expected", entries)


def all_of(*edits: Edit) -> Edit:
    """The edits one after the other, as one."""

    def edit(value: Entry) -> None:
        for one in edits:
            one(value)

    return edit


def _entry(one: Expected, before: Mapping[str, Any], english: bool) -> Entry:
    entry: Entry = {}
    for name, native in EXPECTED_FIELDS.native.items():
        spellings = EXPECTED_FIELDS.by_spelling[native].spellings
        key = next((it for it in spellings if it in before), spellings[-1 if english else 0])
        said = getattr(one, name)
        unsaid = name == "grade" and said == 1 and before and key not in before
        if said is not None and not unsaid:
            entry[key] = said
    return {**entry, **one.extra}


def _summary(view: Case) -> Entry:
    """A view in short, for people who read the file."""
    told: Entry = {"por": view.annotated_by[0] if view.annotated_by else ""}
    told["comportamiento"] = view.behaviour.value
    told["fragmentos"] = {one.chunk_id: one.grade for one in view.expected}
    told["requiere_todos"] = not view.any_suffices
    return told


def _said(value: Mapping[str, Any], field: str) -> Any:
    spellings = CASE_FIELDS.by_spelling[CASE_FIELDS.native[field]].spellings
    return next((value[name] for name in spellings if name in value), None)


def _named(value: Mapping[str, Any], spellings: tuple[str, ...]) -> str:
    """The key as the case spells it already, else in the language of its question."""
    known = next((name for name in spellings if name in value), None)
    return known or spellings[1 if "question" in value else 0]


def _without(value: Entry, spellings: tuple[str, ...]) -> None:
    for name in spellings:
        value.pop(name, None)
