"""The symptoms of a stored run, over its cases and over the runs before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from evalcore.comparison.compare import compare
from evalcore.model.diagnosis import Trail
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.symptom import SymptomTable
from evalcore.model.words import Decision
from evalcore.store import open_reader
from evalcore.symptoms.facts import Since
from evalcore.symptoms.gather import facts_of
from evalcore.symptoms.history import day_of, history_of
from evalcore.symptoms.since import since_green
from evalcore.symptoms.table import is_tested, readings_of, rows_of
from evalcore.workflows.reading import read_run

MOST_DAYS = 20
"""How many days a history goes back."""

CASES_WORTH_OPENING = 50_000
"""How many cases all the runs of a history may hold together; older days are left out."""


def symptoms_run(
    db: Path, name: str, *, opened: Callable[[RunRecord], StoredRun] | None = None
) -> SymptomTable:
    """The symptom table of run ``name``. Nothing is stored.

    ``opened`` gives runs that the caller has open already; None reads each of them. Raises
    ``RunNotFound``, ``StoreError`` for the database.
    """
    with open_reader(db) as reader:
        opened = opened or partial(read_run, reader)
        run = opened(reader.resolve(name))
        return symptoms_of(run, reader.runs(), opened, reader.trails(run.record.id))


def symptoms_of(
    run: StoredRun,
    records: Sequence[RunRecord],
    opened: Callable[[RunRecord], StoredRun],
    trails: Mapping[str, Trail],
) -> SymptomTable:
    """The symptom table of an opened run among all ``records``, newest first.

    Regressions are looked for against the newest accepted run of the same suite and exam that
    is older; the decline over one run a day of the same exam and golden set up to this one.
    """
    since = _since(run, records, opened)
    history = history_of(
        [run if one.id == run.record.id else opened(one) for one in _days(run.record, records)]
    )
    facts = facts_of(run, since=since, history=history, trails=trails)
    return SymptomTable(
        run_id=run.record.id,
        rows=rows_of(facts),
        failed=facts.failures,
        measured=len(facts),
        counted=int(run.examination.counted.sum()),
        tested=sum(is_tested(one) for one in readings_of(facts)),
        base=None if since is None else since.base,
    )


def _since(
    run: StoredRun, records: Sequence[RunRecord], opened: Callable[[RunRecord], StoredRun]
) -> Since | None:
    green = (one for one in records if one.decision == Decision.ACCEPT and _before(one, run.record))
    newest = next(green, None)
    if newest is None:
        return None
    base = opened(newest)
    return since_green(base, run, compare(base, run))


def _before(one: RunRecord, record: RunRecord) -> bool:
    same = (one.suite, one.exam) == (record.suite, record.exam)
    return same and (one.started, one.id) < (record.started, record.id)


def _days(own: RunRecord, records: Sequence[RunRecord]) -> list[RunRecord]:
    """The newest run of each day that does not come after this run's, oldest first."""
    budget, chosen = CASES_WORTH_OPENING - own.counted, {day_of(own): own}
    for one in records:
        day, fits = day_of(one), one.golden_hash == own.golden_hash and _before(one, own)
        if not fits or day in chosen or day > day_of(own) or len(chosen) == MOST_DAYS:
            continue
        budget -= one.counted
        if budget < 0:
            break
        chosen[day] = one
    return [chosen[day] for day in sorted(chosen)]
