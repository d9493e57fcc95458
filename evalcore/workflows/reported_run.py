"""A stored run opened with the run it is held against, for reports."""

from __future__ import annotations

from pathlib import Path

from evalcore.comparison.compare import compare
from evalcore.errors import UsageError
from evalcore.model.run import RunRecord, StoredRun
from evalcore.store import Reader, open_reader
from evalcore.views.blocked.material import Material, last_accepted, next_accepted
from evalcore.views.charts.trend import MOST_RUNS
from evalcore.views.compared import Compared
from evalcore.views.history import Past
from evalcore.views.reported import Reported
from evalcore.workflows.reading import read_run

CASES_WORTH_OPENING = 50_000
"""How many cases the runs behind a trend may hold in all; older runs are left out."""


def reported_run(
    db: Path, name: str, *, base: str | None = None, with_past: bool = False
) -> Reported:
    """Run ``name`` with its newest verdict, beside ``base``.

    Without a base it stands beside the run that its verdict was held against, else the
    promoted one, else alone. A base that sat another exam is no error: why there is no
    comparison is said in ``unlike``. Raises ``RunNotFound``.
    """
    with open_reader(db) as reader:
        run = read_run(reader, reader.resolve(name))
        both, unlike = _beside(reader, run, base)
        return Reported(
            run=run,
            both=both,
            unlike=unlike,
            trails=reader.trails(run.record.id),
            past=_past(reader, run) if with_past else (),
        )


def blocked_material(db: Path, name: str) -> Material:
    """Run ``name`` with the accepted runs before and after it, for the walkthrough."""
    with open_reader(db) as reader:
        run = read_run(reader, reader.resolve(name))
        records = reader.runs()
        before = _opened(reader, last_accepted(records, run.record))
        after = _opened(reader, next_accepted(records, run.record))
        both, _ = (None, "") if before is None else _compared(before, run)
        return Material(
            stopped=run,
            before=before,
            after=after,
            came=None if both is None else both.changes,
            trails=reader.trails(run.record.id),
        )


def _beside(reader: Reader, run: StoredRun, base: str | None) -> tuple[Compared | None, str]:
    chosen = base or run.verdict.baseline or reader.baseline(run.record.suite)
    if chosen is None:
        return None, ""
    record = reader.resolve(chosen)
    if record.id == run.record.id:
        return None, ""
    return _compared(read_run(reader, record), run)


def _compared(base: StoredRun, run: StoredRun) -> tuple[Compared | None, str]:
    try:
        return Compared(base=base, candidate=run, changes=compare(base, run)), ""
    except UsageError as error:
        return None, error.what


def _opened(reader: Reader, record: RunRecord | None) -> StoredRun | None:
    return None if record is None else read_run(reader, record)


def _past(reader: Reader, run: StoredRun) -> list[Past]:
    """The newest runs of the suite up to this one, oldest first, this one always among them."""
    mine = run.record
    earlier = [
        one for one in reader.runs() if one.suite == mine.suite and one.started < mine.started
    ]
    chosen, budget = [], CASES_WORTH_OPENING - mine.counted
    for record in earlier[: MOST_RUNS - 1]:
        budget -= record.counted
        if budget < 0:
            break
        chosen.append(Past.of(read_run(reader, record)))
    return [*reversed(chosen), Past.of(run)]
