"""Makes the states of symptoms.toml and examines them for real, into one database.

    python sample_runs/despacho/symptoms.py --db symptoms.db --folder symptoms
    unbury symptoms domain --db symptoms.db
    unbury serve --db symptoms.db

Every state has a suite of its own, in ``--folder``, and two runs or more: its green state, then the
damaged one under the symptom's name (the decline has one a week).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from symptom_states import SymptomState, symptom_states

from evalcore.workflows.diagnose_run import diagnose_and_keep
from evalcore.workflows.run_suite import RunOptions, run_suite

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Exit code 0 when every state was examined."""
    parser = argparse.ArgumentParser(description="Runs one sample state for each symptom.")
    parser.add_argument("--db", type=Path, required=True, help="the database to write into")
    parser.add_argument("--folder", type=Path, required=True, help="where the states are written")
    parser.add_argument("--only", help="one symptom")
    asked = parser.parse_args()
    for state in symptom_states(HERE):
        if asked.only in (None, state.symptom):
            run_id = examined(state, folder=asked.folder, db=asked.db)
            print(f"{state.symptom:<12} {run_id}  {state.title}")
    return 0


def examined(state: SymptomState, *, folder: Path, db: Path) -> str:
    """Runs the green and the damaged state; the id of the last run, which shows the symptom."""
    home = folder.resolve() / state.symptom
    state.write(home)
    run_id = ""
    for suite, label, day in _runs(state):
        options = RunOptions(label=label, on=day, blind=state.blind)
        run_id = run_suite(home / suite, db=db, options=options).run_id
    if state.diagnose:
        diagnose_and_keep(db, run_id)
    return run_id


def _runs(state: SymptomState) -> Iterator[tuple[str, str, date]]:
    """Suite, label and day of each run; the last one carries the symptom's name."""
    name = state.symptom
    yield "green.toml", f"{name}-green", state.green_day
    *before, last = state.days
    for number, day in enumerate(before, start=1):
        yield "damaged.toml", f"{name}-{number}", day
    yield "damaged.toml", name, last


if __name__ == "__main__":
    raise SystemExit(main())
