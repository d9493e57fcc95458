"""What changed between two versions of a golden set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from evalcore.model.case import Case, GoldenSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A case in both versions; ``differs`` names its fields with (before, after).

    ``examined`` is true where what is examined changed: the case's hash is another, so that
    its results before and after cannot be compared.
    """

    before: Case
    after: Case
    differs: Mapping[str, tuple[Any, Any]]
    examined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """Cases added, removed and changed from one version to the next; the rest is ``same``."""

    added: tuple[Case, ...]
    removed: tuple[Case, ...]
    changed: tuple[Changed, ...]
    same: int


def compare(before: GoldenSet, after: GoldenSet) -> Versions:
    """Matched by case id; the order in the file does not matter."""
    both = [(case, after.by_id[case.id]) for case in before.cases if case.id in after.by_id]
    changed = tuple(_changed(old, new) for old, new in both if old != new)
    return Versions(
        added=tuple(case for case in after.cases if case.id not in before.by_id),
        removed=tuple(case for case in before.cases if case.id not in after.by_id),
        changed=changed,
        same=len(both) - len(changed),
    )


def _changed(old: Case, new: Case) -> Changed:
    pairs = {spec.name: (getattr(old, spec.name), getattr(new, spec.name)) for spec in fields(Case)}
    return Changed(
        before=old,
        after=new,
        differs={name: pair for name, pair in pairs.items() if pair[0] != pair[1]},
        examined=old.hash != new.hash,
    )
