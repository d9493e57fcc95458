"""Promote a run to be the baseline of its suite: who, when, why and from which runs are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from evalcore.comparison.exams import exam_differences, listed
from evalcore.errors import DamagedDatabase, UsageError
from evalcore.gate.rules import mean_quality
from evalcore.golden.batches import newest_batch
from evalcore.model.manifest import Batch
from evalcore.model.run import RunRecord
from evalcore.model.verdict import Verdict
from evalcore.model.words import Decision
from evalcore.stability.median import Repetition, median_run
from evalcore.store import Reader, open_reader, open_store
from evalcore.workflows.reading import brought_up_to_date


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proposed:
    """A run that may become the baseline: its entry, its newest verdict, its newest ingest."""

    record: RunRecord
    verdict: Verdict
    batch: Batch | None

    @property
    def quality(self) -> Fraction:
        """Its mean quality, exactly as its verdict says; 0 where there is none."""
        rules = {rule.rule: rule for rule in self.verdict.rules}
        return rules[mean_quality.NAME].value or Fraction(0)


def promote_run(db: Path, *names: str, who: str, why: str) -> RunRecord:
    """Make one of the runs named the baseline of their suite; its entry.

    Of several repetitions it is the median by mean quality: of an even number the lower middle,
    of equal ones the earlier (the two-noises text). Every run named must be one that could be
    promoted alone: accepted, every case with an outcome, no document of its newest ingest
    rejected whatever the policy allows (chapter 17, the 23), and all of one suite and exam.
    Raises ``UsageError`` for others, or where nobody or no reason is named, and
    ``DamagedDatabase`` for a run whose list entry does not say what its verdict says.
    """
    for said, option in ((who, "--who"), (why, "--why")):
        if not said.strip():
            raise UsageError("a baseline has somebody and a reason", hint=f"give {option}")
    with open_reader(brought_up_to_date(db)) as reader:
        proposed = [_proposed(reader, reader.resolve(name)) for name in names]
    for one in proposed:
        _check_alone(one)
    _check_together([one.record for one in proposed])
    chosen = _median(proposed)
    with open_store(db) as store:
        store.promote(
            suite=chosen.suite,
            run_id=chosen.id,
            who=who,
            why=why,
            from_runs=[one.record.id for one in proposed],
        )
    return chosen


def _proposed(reader: Reader, record: RunRecord) -> _Proposed:
    digest = record.manifest_hash
    return _Proposed(
        record=record,
        verdict=reader.verdicts(record.id)[-1].verdict,
        batch=None if digest is None else newest_batch(reader.manifest(digest)),
    )


def _check_alone(one: _Proposed) -> None:
    record, decision = one.record, one.verdict.decision
    if record.decision != decision.value:
        raise DamagedDatabase(
            f"run {record.id} is listed as {record.decision}, and its verdict is {decision.value}",
            hint=f"somebody changed the file: unbury verify {record.id}",
        )
    if one.batch is not None and one.batch.rejected:
        raise UsageError(
            f"run {record.id} cannot be promoted: the ingest «{one.batch.title or one.batch.id}» "
            f"rejected {one.batch.rejected} documents, so the index lacks what it was to hold",
            hint="ingest the rejected documents, or withdraw them; run the suite on that index, "
            "and promote that run",
        )
    if record.measured != record.counted:
        open_cases = record.counted - record.measured
        raise UsageError(
            f"run {record.id} has {open_cases} cases without an outcome (undecided or in error), "
            "and would be a baseline of coin tosses",
            hint=f"unbury show {record.id} lists them; run the suite again and promote that run",
        )
    if decision is not Decision.ACCEPT:
        raise UsageError(
            f"run {record.id} is {decision.value}, and only an accepted run becomes a baseline",
            hint="repair what it shows, run the suite again, and promote that run",
        )


def _check_together(records: Sequence[RunRecord]) -> None:
    if len({record.id for record in records}) < len(records):
        raise UsageError("a run is named twice", hint="name each run once")
    first = records[0]
    for record in records[1:]:
        if record.suite != first.suite:
            raise UsageError(
                f"run {first.id} is of suite {first.suite!r}, run {record.id} of {record.suite!r}",
                hint="a median is taken of runs of one suite",
            )
        other = exam_differences(first.exam, record.exam)
        if other:
            raise UsageError(
                f"runs {first.id} and {record.id} sat different exams: {listed(other)}",
                hint="a median is taken of runs of one exam",
            )


def _median(proposed: Sequence[_Proposed]) -> RunRecord:
    repetitions = [
        Repetition(run_id=one.record.id, quality=one.quality, started=one.record.started)
        for one in proposed
    ]
    chosen = median_run(repetitions)
    return next(one.record for one in proposed if one.record.id == chosen)
