"""Which run a candidate is held against, and that run as the gate needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.errors import UsageError
from evalcore.gate.baseline import Baseline
from evalcore.model.policy import Policy
from evalcore.model.run import RunRecord
from evalcore.store import Reader, open_reader
from evalcore.store.names import BASELINE, LATEST, LATEST_GREEN, resolve
from evalcore.workflows.examine import Material
from evalcore.workflows.reading import brought_up_to_date, examined_by, material_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Reference:
    """A stored run read once, to be looked at by any policy."""

    record: RunRecord
    context: Mapping[str, Any]
    material: Material
    suite: Mapping[str, Any]
    policy: Policy
    """The one it was run by."""

    def under(self, policy: Policy) -> Baseline:
        """The baseline for a candidate that is judged by ``policy``."""
        return Baseline(
            run_id=self.record.id,
            name=self.record.label or self.record.id,
            exam=self.record.exam,
            examination=examined_by(policy, self.material, self.record, self.context),
            suite=self.suite,
            policy=self.policy,
        )


def read_reference(reader: Reader, record: RunRecord) -> Reference:
    """A recorded run as a reference, read with a reader that is already there."""
    return Reference(
        record=record,
        context=reader.context(record.id),
        material=material_of(reader, record),
        suite=reader.suite(record.suite_hash),
        policy=reader.policy(record.policy_hash),
    )


def baseline_record(
    reader: Reader, suite: str, named: str | None = None, *, run_id: str | None = None
) -> RunRecord | None:
    """The run to hold a candidate of ``suite`` against: the one named, else the promoted one.

    None where none is named and none is promoted, or where the candidate (``run_id``, if it
    is stored already) is the promoted run itself. The words ``baseline``, ``latest`` and
    ``latest-green`` speak of the runs of this suite. Raises ``RunNotFound``, and ``UsageError``
    for a run that is named as its own baseline.
    """
    promoted = reader.baseline(suite)
    if named is None:
        return None if promoted in {None, run_id} else reader.resolve(str(promoted))
    records = reader.runs()
    if named in {BASELINE, LATEST, LATEST_GREEN}:
        records = tuple(one for one in records if one.suite == suite and one.id != run_id)
    found = resolve(named, records, {} if promoted is None else {suite: promoted})
    if found.id == run_id:
        raise UsageError(
            f"run {found.id} is no baseline for itself", hint="name an earlier run with --baseline"
        )
    return found


def baseline_of(
    reader: Reader,
    suite: str,
    policy: Policy,
    *,
    named: str | None = None,
    run_id: str | None = None,
) -> Baseline | None:
    """What ``baseline_record`` finds, read and examined by ``policy``."""
    record = baseline_record(reader, suite, named, run_id=run_id)
    return None if record is None else read_reference(reader, record).under(policy)


def check_named(db: Path, suite: str, named: str | None) -> None:
    """Raise as ``baseline_record`` does, before a long run is begun for nothing."""
    if named is not None:
        with open_reader(brought_up_to_date(db)) as reader:
            baseline_record(reader, suite, named)
