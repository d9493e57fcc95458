"""What a run's symptoms are read against: the last green run before it, and one run a day."""

from dataclasses import replace
from datetime import date, timedelta

from evalcore.model.symptom import SymptomName, SymptomState
from evalcore.model.words import Decision
from evalcore.workflows.symptoms_run import MOST_DAYS, symptoms_of

from support.stored_runs import TRAVEL, friday, green, week_run


def _table(run, *others):
    by_id = {one.record.id: one for one in (run, *others)}
    records = sorted((one.record for one in by_id.values()), key=lambda it: it.started)[::-1]
    return symptoms_of(run, records, lambda record: by_id[record.id], {})


def _row(table, name):
    return next(row for row in table.rows if row.name is name)


def _accepted(run, **changes):
    return replace(run, record=replace(run.record, decision=Decision.ACCEPT.value, **changes))


def _dated(number, *, buried=False):
    day = date(2026, 9, 1) + timedelta(days=number)
    run = week_run(f"d{number:02d}", friday=buried, started=f"{day}T08:00:00Z")
    return replace(run, record=replace(run.record, on=day))


def test_the_books_friday_is_a_regression_of_the_last_ingest():
    table = _table(friday(), _accepted(green()))
    row = _row(table, SymptomName.REGRESSION)
    assert (table.base, row.state, row.cases) == ("run-green", SymptomState.ACTIVE, (TRAVEL,))


def test_a_blocked_run_or_a_later_one_is_never_the_base():
    blocked = replace(
        green(), record=replace(green().record, decision=Decision.BLOCK.value, exit_code=1)
    )
    later = _accepted(green(), id="run-later", started="2026-11-28T08:00:00Z")
    assert _table(friday(), blocked).base is None
    assert _table(friday(), later).base is None


def test_a_run_of_another_suite_is_never_the_base():
    assert _table(friday(), _accepted(green(), suite="another")).base is None


def test_a_day_is_its_newest_run_and_later_days_do_not_count():
    days = [_dated(n) for n in range(6)]
    again = replace(days[2], record=replace(days[2].record, id="again", started="2026-09-03T20"))
    table = _table(days[4], *days, again)
    points = _row(table, SymptomName.DECLINE).picture.points
    assert [point.run_id for point in points] == [
        "run-d00",
        "run-d01",
        "again",
        "run-d03",
        "run-d04",
    ]


def test_a_history_goes_back_so_many_days_and_no_further():
    days = [_dated(n) for n in range(MOST_DAYS + 5)]
    points = _row(_table(days[-1], *days), SymptomName.DECLINE).picture.points
    assert len(points) == MOST_DAYS
    assert points[-1].on == days[-1].record.on
