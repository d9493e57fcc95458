"""Stored vectors: exact, never stale, safe for several processes, and without any text."""

import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.retrievers.vector_cache import VectorCache, key_of, read_vectors, write_vectors


def some(n=3, d=8):
    rows = np.random.default_rng(5).normal(size=(n, d)).astype(np.float32)
    return {key_of("m", "passage", f"t{row}"): vector for row, vector in enumerate(rows)}


def same(left, right):
    return left.keys() == right.keys() and all(
        left[key].tobytes() == right[key].tobytes() for key in left
    )


def test_a_key_tells_embedder_kind_and_text_apart():
    keys = {
        key_of(name, kind, text)
        for name in ("a", "b")
        for kind in ("passage", "query")
        for text in ("x", "x ", "X", "", "\ud800")
    }
    assert len(keys) == 20


def test_a_shipped_file_gives_back_the_exact_vectors(tmp_path):
    vectors = some() | {key_of("m", "query", "x"): np.float32([1e-45, -0.0, 3e38] + [0.1] * 5)}
    write_vectors(tmp_path / "v.npz", vectors)
    assert same(read_vectors(tmp_path / "v.npz"), vectors)


def test_equal_contents_give_equal_bytes_in_any_order(tmp_path):
    vectors = some(9)
    write_vectors(tmp_path / "a", vectors)
    write_vectors(tmp_path / "b", dict(reversed(vectors.items())))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_an_empty_file_of_vectors_is_still_one(tmp_path):
    write_vectors(tmp_path / "v.npz", {})
    assert read_vectors(tmp_path / "v.npz") == {}


def damaged(path: Path):
    write_vectors(path, some(40, 64))
    held = bytearray(path.read_bytes())
    held[len(held) // 2 : len(held) // 2 + 64] = b"\x55" * 64
    path.write_bytes(held)


def cut(path: Path):
    write_vectors(path, some())
    path.write_bytes(path.read_bytes()[:-200])


def foreign(path: Path):
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("readme.txt", "x")


def pickled(path: Path):
    with path.open("wb") as file:
        np.savez(file, format=np.int64(1), keys=np.array([{}], dtype=object), vectors=np.zeros(1))


def infinite(path: Path):
    write_vectors(path, {key: vector * np.float32("inf") for key, vector in some().items()})


def newer(path: Path):
    with path.open("wb") as file:
        np.savez(
            file,
            format=np.int64(99),
            keys=np.zeros((1, 32), np.uint8),
            vectors=np.zeros((1, 2), np.float32),
        )


@pytest.mark.parametrize(
    "make",
    [
        damaged,
        cut,
        foreign,
        pickled,
        infinite,
        newer,
        lambda path: path.write_text("hello"),
        lambda path: path.write_bytes(b""),
        lambda path: path.mkdir(),
        lambda path: None,
    ],
)
def test_a_file_that_is_none_is_an_input_error_that_names_it(tmp_path, make):
    path = tmp_path / "vectors.npz"
    make(path)
    with pytest.raises(InputError, match=r"vectors\.npz") as caught:
        read_vectors(path)
    assert caught.value.problems[0].field == "retriever.vectors"


def test_the_cache_gives_back_the_exact_vectors_and_only_those_it_has(tmp_path):
    cache = VectorCache(tmp_path / "deep" / "cache.db")
    vectors = some(1200)
    cache.put(vectors)
    unknown = key_of("m", "query", "t0")
    assert same(cache.get([unknown, *vectors]), vectors)
    assert same(VectorCache(tmp_path / "deep" / "cache.db").get(list(vectors)), vectors)


def test_a_folder_gets_a_file_of_its_own(tmp_path):
    VectorCache(tmp_path).put(some())
    assert (tmp_path / "vectors.db").is_file()


def test_a_file_that_is_no_cache_is_left_alone_and_nothing_is_found(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("mine " * 400)
    cache = VectorCache(path)
    cache.put(some())
    assert cache.get(list(some())) == {}
    assert path.read_text() == "mine " * 400


def test_a_vector_that_was_damaged_is_made_anew(tmp_path):
    import sqlite3
    from contextlib import closing

    cache = VectorCache(tmp_path / "c.db")
    vectors = some(3)
    cache.put(vectors)
    keys = list(vectors)
    with closing(sqlite3.connect(tmp_path / "c.db")) as database, database:
        nan = np.full(8, np.nan, dtype="<f4").tobytes()
        database.execute("UPDATE vectors SET vector = x'0102' WHERE key = ?", (keys[0],))
        database.execute("UPDATE vectors SET vector = ? WHERE key = ?", (nan, keys[1]))
    assert list(cache.get(keys)) == [keys[2]]


def test_neither_store_holds_any_text(tmp_path):
    vectors = {key_of("m", "passage", "dietas-canary"): np.ones(4, np.float32)}
    write_vectors(tmp_path / "v.npz", vectors)
    VectorCache(tmp_path / "c.db").put(vectors)
    for path in tmp_path.iterdir():
        assert b"canary" not in path.read_bytes()


WRITER = """
import sys
import numpy as np
from pathlib import Path
from evalcore.retrievers.vector_cache import VectorCache, key_of
cache = VectorCache(Path(sys.argv[1]))
for n in range(25):
    cache.put({key_of("m", "query", f"{sys.argv[2]}-{n}"): np.full(4, n, np.float32)})
"""


def test_b60_processes_that_start_at_once_lose_nothing(tmp_path):
    path = tmp_path / "c.db"
    root = str(Path(__file__).parents[3])
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(n)], cwd=root)
        for n in range(4)
    ]
    assert [process.wait(timeout=60) for process in running] == [0] * 4
    keys = [key_of("m", "query", f"{w}-{n}") for w in range(4) for n in range(25)]
    assert len(VectorCache(path).get(keys)) == 100
