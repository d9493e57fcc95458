"""Whether runs are repetitions of one another: everything that could move a number is the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from itertools import combinations
from typing import Any

import numpy as np

from evalcore.model.canonical import content_hash
from evalcore.model.exam import Exam
from evalcore.model.plain import policy_to_plain
from evalcore.model.ranking import Rankings
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.stability import Unfrozen

_SHORT = 8
_EXAM = tuple(one.name for one in fields(Exam))
_RECORDED = "recorded"


def unfrozen(runs: Sequence[StoredRun]) -> tuple[Unfrozen, ...]:
    """What is not the same in all runs, named as people know it; empty where all is frozen.

    The policy is the one that the newest verdict of each run was given by, since it decides
    what passes.
    """
    return tuple(
        Unfrozen(name=name, values=tuple(value_of(run) for run in runs))
        for name, value_of in _FROZEN.items()
        if len({value_of(run) for run in runs}) > 1
    )


def may_repeat(record: RunRecord, other: RunRecord) -> bool:
    """Whether two runs look like repetitions, as far as the list of runs can tell."""
    return _criterion(record) == _criterion(other)


def same_recording(runs: Sequence[StoredRun]) -> bool:
    """Whether recorded runs hold one and the same recording: read again, it measures nothing."""
    if any(run.suite.get("retriever", {}).get("kind") != _RECORDED for run in runs):
        return False
    return any(_same_lists(one, other) for one, other in combinations(runs, 2))


def _criterion(record: RunRecord) -> tuple[Any, ...]:
    return (
        record.golden_hash,
        record.suite_hash,
        record.manifest_hash,
        record.policy_hash,
        record.exam,
        record.samples,
        record.version,
        record.on,
    )


def _of_exam(name: str) -> Callable[[StoredRun], str]:
    return lambda run: str(getattr(run.examination.exam, name))


def _conditions(run: StoredRun) -> str:
    written = run.context.get("conditions", {})
    return ", ".join(f"{name} {value}" for name, value in sorted(written.items()))


def _policy(run: StoredRun) -> str:
    return content_hash(policy_to_plain(run.policy))[:_SHORT]


_FROZEN: Mapping[str, Callable[[StoredRun], str]] = {
    "golden set": lambda run: run.record.golden_hash[:_SHORT],
    "suite": lambda run: run.record.suite_hash[:_SHORT],
    "manifest": lambda run: (run.record.manifest_hash or "none")[:_SHORT],
    "policy": _policy,
    **{name: _of_exam(name) for name in _EXAM},
    "samples": lambda run: str(run.record.samples),
    "version": lambda run: run.record.version,
    "day": lambda run: str(run.record.on or "none"),
    "conditions": _conditions,
}


def _same_lists(one: StoredRun, other: StoredRun) -> bool:
    samples = zip(one.rankings, other.rankings, strict=False)
    alike = all(_equal(mine, theirs) for mine, theirs in samples)
    return alike and len(one.rankings) == len(other.rankings)


def _equal(one: Rankings, other: Rankings) -> bool:
    """Whether two samples hold the same lists; the arrays first, where a difference shows soon."""
    if one.scores is None or other.scores is None:
        scores = one.scores is other.scores
    else:
        scores = np.array_equal(one.scores, other.scores)
    return (
        scores
        and np.array_equal(one.starts, other.starts)
        and np.array_equal(one.chunks, other.chunks)
        and (one.case_ids, one.chunk_ids) == (other.case_ids, other.chunk_ids)
    )
