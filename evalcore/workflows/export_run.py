"""A stored run written out as one bundle file, for another machine's database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evalcore.formats.places import write_place
from evalcore.store import open_reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written: the run's id, where to, and how many bytes; ``notes`` are for people."""

    run_id: str
    place: str
    size: int
    notes: tuple[str, ...] = ()


def export_bundle(db: Path, name: str, place: str) -> Exported:
    """Write the run called ``name`` as a bundle at a path or URL.

    The same run with the same verdicts gives the same bytes. Raises ``RunNotFound``,
    ``InputError`` where the place cannot be written.
    """
    with open_reader(db) as reader:
        record = reader.resolve(name)
        data = reader.bundle(record.id)
    write_place(place, data)
    return Exported(run_id=record.id, place=place, size=len(data))
