"""Zones of the corpus that no case touches."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.golden.coverage import Axis, coverage
from evalcore.golden.finding import Finding, Severity
from evalcore.golden.subject import Subject
from evalcore.model.message import Figure, Message

_WHAT = {
    "domain": Message("Domains that no case touches: {zones} of {all}."),
    "kind": Message("Kinds of chunk that no case touches: {zones} of {all}."),
    "doc_id": Message("Documents that no case touches: {zones} of {all}."),
}
_SECTION = Message("Sections ({axis}) that no case touches: {zones} of {all}.")
_DO = Message("Write cases for them: what nobody asks about may be broken and nobody sees it.")


def check(subject: Subject) -> Iterator[Finding]:
    """One finding an axis with untouched zones; whole domains and kinds weigh more."""
    if subject.manifest is None:
        return
    for axis in coverage(subject.active, subject.manifest, subject.exam):
        if axis.untouched:
            yield _finding(subject, axis)


def _finding(subject: Subject, axis: Axis) -> Finding:
    heavy = axis.name in ("domain", "kind") and not axis.facet
    template = _SECTION if axis.facet else _WHAT[axis.name]
    zones = axis.untouched
    figures: dict[str, Figure] = {"zones": len(zones), "all": len(axis.zones), "axis": axis.name}
    return subject.finding(
        f"untouched_{'section' if axis.facet else axis.name.removesuffix('_id')}",
        Severity.WARNING if heavy else Severity.NOTE,
        what=Message(template.template, figures),
        do=_DO,
        details=(zone.name for zone in zones),
    )
