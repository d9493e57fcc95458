"""Recompute a stored verdict from its stored inputs and compare it bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.canonical import canonical_json
from evalcore.model.plain_verdict import verdict_to_plain
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.verdict import Verdict
from evalcore.store import Reader, open_reader
from evalcore.store.case_rows import columns_of
from evalcore.workflows.reading import read_run


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """``differences`` is empty when everything recomputed equals what is stored."""

    run_id: str
    decision: str
    cases: int
    differences: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Every bit is the same."""
        return not self.differences


def verify_run(db: Path, name: str) -> Verification:
    """Examine and judge again from the stored inputs; list whatever differs.

    Damaged contents raise ``DamagedDatabase`` while they are read.
    """
    with open_reader(db) as reader:
        record = reader.resolve(name)
        stored = read_run(reader, record)
        differences = (*_cases(reader, record, stored), *_verdict(stored))
    return Verification(
        run_id=record.id,
        decision=stored.verdict.decision.value,
        cases=len(stored.examination.cases),
        differences=differences,
    )


def _cases(reader: Reader, record: RunRecord, stored: StoredRun) -> Iterator[str]:
    kept, again = reader.case_rows(record.id), columns_of(stored.examination)
    for name, column in again.items():
        if list(kept[name]) != list(column):
            rows = zip(kept["case_id"], kept[name], column, strict=True)
            case_id, old, new = next((row for row in rows if row[1] != row[2]), ("?", None, None))
            yield f"{name} of case {case_id!r}: stored {old!r}, recomputed {new!r}"


def _verdict(stored: StoredRun) -> Iterator[str]:
    again = decide(
        Evidence(
            examination=stored.examination,
            policy=stored.policy,
            documented=frozenset(stored.verdict.documented),
        )
    )
    if _bytes(again) == _bytes(stored.verdict):
        return
    if again.decision is not stored.verdict.decision:
        yield f"verdict: stored {stored.verdict.decision}, recomputed {again.decision}"
    for old, new in zip(stored.verdict.rules, again.rules, strict=False):
        if old != new:
            yield f"rule {old.rule}: stored {old.status}, recomputed {new.status}"
    yield "the stored verdict is not, byte for byte, the one its inputs give"


def _bytes(verdict: Verdict) -> bytes:
    return canonical_json(verdict_to_plain(verdict))
