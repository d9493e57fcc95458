"""What storing a large run costs, and reading one case or every case of it back."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from section import Ground, Section
from trec_data import SIZES

from evalcore.model.run import RunContents, StoredRun
from evalcore.store import open_reader, open_store
from evalcore.workflows.import_run import ImportOptions, import_run
from evalcore.workflows.reading import open_run

TURNS, LOOKS = 3, 50
MEGABYTE = 1e6


def section(ground: Ground) -> Section:
    """Write a run that is already examined, and read from the file that it became."""
    size = ground.large
    db = _imported(ground, size)
    run = open_run(db, "latest")
    contents = _contents(run)
    copy = ground.folder / "stored.db"
    writes = []
    for _ in range(TURNS):
        copy.unlink(missing_ok=True)
        with open_store(copy) as store:
            writes.append(_seconds(lambda: store.save_run(contents)))
    run_id = run.record.id
    cases = random.Random(SIZES[size].cases).sample(run.golden.cases, LOOKS)  # noqa: S311
    looks = [_seconds(partial(_one_case, db, run_id, case.id)) for case in cases]
    every = [_seconds(lambda: _all_measures(db, run_id)) for _ in range(TURNS)]
    whole = [_seconds(lambda: open_run(db, "latest")) for _ in range(TURNS)]
    results = SIZES[size].cases * SIZES[size].depth
    rows = [
        ["store it, committed to the disk", _told(median(writes))],
        ["the file", f"{copy.stat().st_size / MEGABYTE:,.0f} MB"],
        [f"open the file and read one case's list (median of {LOOKS})", _told(median(looks))],
        ["the same, the slowest", _told(max(looks))],
        ["open the file and read every measure of every case", _told(median(every))],
        ["open the whole run and examine it again, as the dashboard does", _told(median(whole))],
    ]
    return Section(
        title="Storing",
        text=f"The run of size {size} ({SIZES[size].cases:,} cases, {results:,} results) in this "
        "process, by the library's own calls. Ids stay text and scores 64-bit; every reading "
        "opens the file anew.",
        columns=("work", "wall"),
        rows=rows,
    )


def _imported(ground: Ground, size: str) -> Path:
    db = ground.folder / f"{size}.db"
    if not db.exists():
        files = ground.trec(size)
        import_run(ImportOptions(golden=files.qrels, rankings=files.run), db=db)
    return db


def _contents(run: StoredRun) -> RunContents:
    record = run.record
    return RunContents(
        label=record.label,
        suite_name=record.suite,
        suite=run.suite,
        golden=run.golden,
        manifest=run.manifest,
        policy=run.policy,
        rankings=run.rankings,
        examination=run.examination,
        verdict=run.verdict,
        started=record.started,
        finished=record.finished,
        seed=record.seed,
        version=record.version,
        origin=record.origin,
        context=run.context,
    )


def _one_case(db: Path, run_id: str, case_id: str) -> None:
    with open_reader(db) as reader:
        if reader.ranking(run_id, case_id) is None:
            raise RuntimeError(f"{case_id} has no list")


def _all_measures(db: Path, run_id: str) -> None:
    with open_reader(db) as reader:
        reader.case_rows(run_id)


def _seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _told(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1_000 * seconds:.1f} ms"
