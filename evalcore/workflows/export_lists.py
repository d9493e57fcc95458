"""A stored run's lists or labels written for other tools, in any format of the registry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evalcore.errors import InputError, Problem, UsageError
from evalcore.formats.registry import function
from evalcore.formats.results_csv import write_results_csv
from evalcore.formats.written import Out
from evalcore.model.run import StoredRun
from evalcore.workflows.export_run import Exported
from evalcore.workflows.reading import open_run

_EVERY_SAMPLE = ("jsonl", "columns", "csv")


def export_lists(
    db: Path, name: str, path: Path, *, format_name: str, labels: bool = False, sample: int = 1
) -> Exported:
    """Write a run's lists (or its labels) at ``path``; what the format cannot hold is noted.

    Reserved (blind) cases are left out. Raises ``RunNotFound``, ``UsageError`` where the
    format cannot hold what there is, ``InputError`` where the file cannot be written.
    """
    stored = open_run(db, name)
    out, notes = _out(stored, sample, every=format_name in _EVERY_SAMPLE)
    try:
        if format_name == "csv" and not labels:
            states = {
                case.id: stored.examination.state_of(n).value
                for n, case in enumerate(stored.examination.cases)
            }
            write_results_csv(out, states, path)
        else:
            write = function(format_name, "writes_labels" if labels else "writes_rankings")
            notes += write(out, path)
    except OSError as refused:
        hint = "check that its folder exists and may be written"
        what = f"cannot be written: {refused.strerror}"
        raise InputError([Problem(what=what, hint=hint, file=str(path))]) from None
    size = path.stat().st_size if path.is_file() else 0
    return Exported(run_id=stored.record.id, place=str(path), size=size, notes=tuple(notes))


def _out(stored: StoredRun, sample: int, *, every: bool) -> tuple[Out, list[str]]:
    """What may leave the house: visible cases, and the sample asked for."""
    samples = tuple(stored.rankings)
    if not 1 <= sample <= len(samples):
        hint = f"the run has {len(samples)}, counted from 1"
        raise UsageError(f"there is no sample {sample}", hint=hint)
    notes = []
    if not every:
        if len(samples) > 1:
            notes.append(f"sample {sample} of {len(samples)}; --jsonl writes them all")
        samples = samples[sample - 1 : sample]
    visible = tuple(case for case in stored.golden.cases if not case.blind)
    hidden = len(stored.golden.cases) - len(visible)
    if hidden:
        notes.append(f"reserved cases that were left out: {hidden}")
    golden = replace(stored.golden, cases=visible)
    return (
        Out(
            golden=golden,
            samples=samples,
            manifest=stored.manifest,
            name=stored.record.label or stored.record.suite,
        ),
        notes,
    )
