"""Two stored runs, opened by name and compared."""

from __future__ import annotations

from pathlib import Path

from evalcore.comparison.compare import compare
from evalcore.model.comparison import Comparison
from evalcore.model.run import StoredRun
from evalcore.store import open_reader
from evalcore.workflows.reading import read_run


def compare_runs(db: Path, base: str, candidate: str) -> Comparison:
    """What changed from run ``base`` to run ``candidate``; names as everywhere.

    Nothing is stored. Raises ``RunNotFound``, and ``UsageError`` where the two runs did not
    sit the same exam.
    """
    return opened(db, base, candidate)[2]


def opened(db: Path, base: str, candidate: str) -> tuple[StoredRun, StoredRun, Comparison]:
    """Both runs as they were opened, and what ``compare_runs`` gives for them."""
    with open_reader(db) as reader:
        records = reader.resolve(base), reader.resolve(candidate)
        before, after = (read_run(reader, record) for record in records)
    return before, after, compare(before, after)
