"""Bundles from many machines merged into one database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import BundleRefused, InputError, UsageError
from evalcore.formats.places import expanded, read_place
from evalcore.store.bundles import (
    BUNDLE_ENDING,
    Bundle,
    Merged,
    Proven,
    merge_bundles,
    read_bundle,
)
from evalcore.workflows.progress import Progress, silent

TOGETHER = 50
"""Bundles in one transaction: a commit waits for the disk, and others wait for a commit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeReport:
    """What became of each file, in the order given."""

    files: tuple[Merged, ...]

    @property
    def refused(self) -> tuple[Merged, ...]:
        """The bundles of which nothing was taken in."""
        return tuple(one for one in self.files if one.refused is not None)

    @property
    def runs(self) -> int:
        """Runs that were new here."""
        return sum(one.runs for one in self.files)

    @property
    def rows(self) -> int:
        """Verdicts, signatures, trails and tasks that were new for runs known already."""
        return sum(one.rows for one in self.files)

    @property
    def unchanged(self) -> int:
        """Bundles that held nothing new."""
        return sum(1 for one in self.files if one.refused is None and not one.changed)


def merge(places: Sequence[str], *, db: Path, progress: Progress = silent) -> MergeReport:
    """Merge the bundles at these paths and URLs: files, folders of them, or names with ``*``.

    Each goes in whole or not at all, and a bad one keeps no other out. Merging again changes
    nothing. Raises ``UsageError`` where the names stand for no file, ``StoreError`` where the
    database cannot be written.
    """
    files = [file for place in places for file in expanded(place, BUNDLE_ENDING)]
    if not files:
        raise UsageError(
            f"no bundle at {', '.join(places)}",
            hint=f"name files, a folder with *{BUNDLE_ENDING} files, or a URL",
        )
    merged: list[Merged] = []
    proven = Proven()
    for start in range(0, len(files), TOGETHER):
        progress("merging", start, len(files))
        merged.extend(_batch(files[start : start + TOGETHER], db, proven))
    progress("merging", len(files), len(files))
    return MergeReport(files=tuple(merged))


def _batch(files: Sequence[str], db: Path, proven: Proven) -> Iterator[Merged]:
    """Read and prove first, so that the database is locked only for the writing itself."""
    read: list[Bundle | Merged] = [_read(file, proven) for file in files]
    done = iter(merge_bundles(db, [one for one in read if isinstance(one, Bundle)]))
    for one in read:
        yield one if isinstance(one, Merged) else next(done)


def _read(file: str, proven: Proven) -> Bundle | Merged:
    try:
        return read_bundle(read_place(file), file, proven)
    except BundleRefused as refusal:
        return Merged(file=file, run_id="", refused=refusal.what)
    except InputError as refusal:
        return Merged(file=file, run_id="", refused=refusal.problems[0].what)
