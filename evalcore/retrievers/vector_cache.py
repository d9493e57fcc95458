"""Vectors kept by what made them: a file that ships with a suite, and a cache of the user's.

A vector is found by the hash of embedder name, kind (passage or query) and text, so a changed
text or another embedder never meets a stale vector. Neither store holds any text.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

import numpy as np

from evalcore.errors import InputError, Problem
from evalcore.retrievers.embedders.protocol import Vectors

Kind = Literal["passage", "query"]
Key = bytes
_FORMAT = 1
_KEY_BYTES = 32
_LOOKUP = 500
_UNREADABLE = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    EOFError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


def key_of(embedder: str, kind: Kind, text: str) -> Key:
    """SHA-256 that names one vector."""
    written = f"{embedder}\0{kind}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(written).digest()


def write_vectors(path: Path, vectors: Mapping[Key, Vectors]) -> None:
    """Write a file that can ship with a suite (``vectors = "vectors.npz"``), float32 exact.

    ``vectors`` maps keys (``key_of``) to rows of one length. Equal contents give equal bytes,
    whatever the order they came in.
    """
    keys = sorted(vectors)
    rows = np.stack([vectors[key] for key in keys]) if keys else np.zeros((0, 0))
    names = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(len(keys), _KEY_BYTES)
    with path.open("wb") as file:
        np.savez_compressed(
            file, format=np.int64(_FORMAT), keys=names, vectors=rows.astype(np.float32)
        )


def read_vectors(path: Path, *, field: str = "retriever.vectors") -> dict[Key, Vectors]:
    """Every vector of a shipped file by its key; ``InputError`` where it cannot be read."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            version, keys, rows = int(stored["format"]), stored["keys"], stored["vectors"]
    except FileNotFoundError:
        raise _unusable(path, field, "there is no such file") from None
    except _UNREADABLE:
        raise _unusable(path, field, "this is not a file of vectors") from None
    sound = (
        version == _FORMAT
        and keys.dtype == np.uint8
        and keys.shape == (len(rows), _KEY_BYTES)
        and rows.dtype == np.float32
        and rows.ndim == 2
        and bool(np.isfinite(rows).all())
    )
    if not sound:
        raise _unusable(path, field, "this file of vectors is damaged or of another version")
    return {bytes(key): row for key, row in zip(keys, rows, strict=True)}


def _unusable(path: Path, field: str, what: str) -> InputError:
    hint = "write it again with write_vectors, or remove the option"
    return InputError([Problem(what=what, hint=hint, file=str(path), field=field)])


_HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE name = 'vectors'"
_CREATE = (
    "CREATE TABLE IF NOT EXISTS vectors"
    " (key BLOB PRIMARY KEY, vector BLOB NOT NULL) STRICT, WITHOUT ROWID"
)


class VectorCache:
    """The user's own cache: one SQLite file that several processes may use at once.

    It only ever saves time: where the file cannot be read or written, ``get`` finds nothing
    and ``put`` keeps nothing, and the vectors are made anew. A folder gets ``vectors.db``.
    """

    def __init__(self, path: Path) -> None:
        self._path = path / "vectors.db" if path.is_dir() else path

    def get(self, keys: Sequence[Key]) -> dict[Key, Vectors]:
        """The vectors that are kept, by key."""
        found: dict[Key, Vectors] = {}
        try:
            with self._open() as database:
                for start in range(0, len(keys), _LOOKUP):
                    found.update(_rows(database, keys[start : start + _LOOKUP]))
        except (sqlite3.Error, OSError):
            return {}
        return found

    def put(self, vectors: Mapping[Key, Vectors]) -> None:
        """Keep these vectors; one that is kept already stays as it is."""
        rows = [(key, vector.astype("<f4").tobytes()) for key, vector in vectors.items()]
        try:
            with self._open() as database:
                database.execute("BEGIN IMMEDIATE")
                database.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)
                database.execute("COMMIT")
        except (sqlite3.Error, OSError):
            return

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._path, timeout=30, isolation_level=None)) as database:
            if not database.execute(_HAS_TABLE).fetchall():
                # The lock first: of two first starts the second waits instead of failing.
                database.execute("BEGIN IMMEDIATE")
                database.execute(_CREATE)
                database.execute("COMMIT")
            yield database


def _rows(database: sqlite3.Connection, keys: Sequence[Key]) -> Iterable[tuple[Key, Vectors]]:
    marks = ",".join("?" * len(keys))
    # Only question marks are put into the text.
    query = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"  # noqa: S608 - see above
    for key, blob in database.execute(query, keys):
        if len(blob) % 4 == 0:
            vector = np.frombuffer(blob, dtype="<f4").astype(np.float32)
            if np.isfinite(vector).all():
                yield bytes(key), vector
