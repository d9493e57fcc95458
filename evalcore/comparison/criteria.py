"""What else is not the same in two runs: golden set, index, policy, retriever, day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evalcore.comparison.exams import NAMED, SAME, other_differences
from evalcore.model.comparison import Difference
from evalcore.model.plain import policy_to_plain
from evalcore.model.policy import Policy
from evalcore.model.run import RunRecord, StoredRun

SIGNATURE = ("author", "reason")
"""Who signed a criterion and why: said of it, and no part of what it asks."""

_SHORT = 12
_TOLD_APART = frozenset({*SAME, *NAMED, "name", "golden", "manifest", "policy", "date", *SIGNATURE})
"""What a suite's table says and another difference already tells, by content and not by name."""


def differences(base: StoredRun, candidate: StoredRun) -> tuple[Difference, ...]:
    """Every named thing that differs, the golden set first; empty for the same exam twice over.

    Settings of the retriever and of the policy are named one by one, by dotted names such as
    ``retriever.cut.min_share_of_best``.
    """
    before, after = base.record, candidate.record
    found = [
        *_stored("golden", before.golden_hash, after.golden_hash, base, candidate),
        *_stored("manifest", before.manifest_hash, after.manifest_hash, base, candidate),
        *criterion_differences(base.suite, candidate.suite),
        *policy_differences(base.policy, candidate.policy),
        *other_differences(base.examination.exam, candidate.examination.exam),
        *_recorded(before, after),
    ]
    return tuple(found)


def criterion_differences(
    base: Mapping[str, Any], candidate: Mapping[str, Any]
) -> tuple[Difference, ...]:
    """Settings of two suites that are not the same; files are told by content elsewhere."""
    tables = [
        {key: value for key, value in _flat(suite) if key not in _TOLD_APART}
        for suite in (base, candidate)
    ]
    return tuple(_unequal(tables[0], tables[1]))


def policy_differences(base: Policy, candidate: Policy) -> tuple[Difference, ...]:
    """Numbers of two policies that are not the same; who signed and why is no number."""
    tables = [
        {
            key: value
            for key, value in _flat(policy_to_plain(policy), "policy")
            if key not in _SIGNED
        }
        for policy in (base, candidate)
    ]
    return tuple(_unequal(tables[0], tables[1]))


_SIGNED = ("policy.author", "policy.reason")


def _unequal(base: Mapping[str, Any], candidate: Mapping[str, Any]) -> Iterator[Difference]:
    for name in dict.fromkeys((*base, *candidate)):
        before, after = base.get(name), candidate.get(name)
        if before != after:
            yield Difference(name=name, base=before, candidate=after)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, Mapping):
            yield from _flat(value, name)
        else:
            yield name, value


def _stored(
    name: str, before: str | None, after: str | None, base: StoredRun, candidate: StoredRun
) -> Iterator[Difference]:
    """Contents named by their hash; shown is the file's name, and the hash where that is equal."""
    if before == after:
        return
    file, other = base.context.get(name), candidate.context.get(name)
    if file == other:
        file, other = _short(file, before), _short(other, after)
    yield Difference(name=name, base=file, candidate=other)


def _short(file: str | None, digest: str | None) -> str | None:
    if digest is None:
        return None
    return f"{file} ({digest[:_SHORT]})" if file else digest[:_SHORT]


def _recorded(before: RunRecord, after: RunRecord) -> Iterator[Difference]:
    for name in ("suite", "on", "samples", "version"):
        one, other = getattr(before, name), getattr(after, name)
        if one != other:
            plain = [None if value is None else str(value) for value in (one, other)]
            yield Difference(name=_RECORDED.get(name, name), base=plain[0], candidate=plain[1])


_RECORDED = {"on": "date"}
