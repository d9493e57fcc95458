"""Whatever bytes a file holds, a reader gives a value or an InputError: nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.formats.golden import read_golden
from evalcore.formats.labels import read_labels
from evalcore.formats.manifest import read_manifest
from evalcore.formats.policy import read_policy
from evalcore.formats.qrels import read_qrels
from evalcore.formats.rankings import read_rankings
from evalcore.formats.suite import read_suite

READERS: list[tuple[Callable[[Path], Any], str]] = [
    (read_golden, "f.jsonl"),
    (read_labels, "f"),
    (read_qrels, "f.txt"),
    (read_manifest, "f.jsonl"),
    (read_manifest, "f.csv"),
    (read_manifest, "f.parquet"),
    (read_rankings, "f.jsonl"),
    (read_rankings, "f.csv"),
    (read_rankings, "f.parquet"),
    (read_policy, "f.toml"),
    (read_suite, "f.toml"),
]

KEYS = st.sampled_from(
    [
        "id",
        "pregunta",
        "question",
        "relevant",
        "expected",
        "chunks_esperados",
        "chunk_id",
        "doc_id",
        "grado",
        "has_answer",
        "tipo",
        "comportamiento",
        "estado",
        "ciego",
        "anotado_por",
        "case_id",
        "sample",
        "results",
        "score",
        "raw_score",
        "rank",
        "error",
        "labels",
        "facets",
        "valid_from",
        "ingested_at",
        "position",
        "batches",
        "batch",
        "rejected",
        "other",
    ]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(["q1", "c1", "2026-01-31", "abstain", "draft", "ambiguous", "0,5", "NaN"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)
LINES = st.dictionaries(KEYS, VALUES, max_size=6).map(orjson.dumps)
CELLS = st.text(st.sampled_from('ab1.,;\t"\n\r| =[{-'), max_size=6)
HEADERS = st.sampled_from(
    ["chunk_id,labels,facets,position", "case_id,chunk_id,score,rank", "chunk_id;text", ""]
)


def attempt(read: Callable[[Path], Any], path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with suppress(InputError):
        assert read(path) is not None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.mark.parametrize(("read", "name"), READERS)
@settings(deadline=None, max_examples=25)
@given(data=st.binary(max_size=200))
def test_random_bytes(read: Callable[[Path], Any], name: str, data: bytes, folder: Path) -> None:
    attempt(read, folder / name, data)


@pytest.mark.parametrize("read", [read_golden, read_manifest, read_rankings])
@settings(deadline=None, max_examples=60)
@given(lines=st.lists(LINES, max_size=4), cut=st.integers(0, 400), put=st.binary(max_size=3))
def test_json_lines_of_known_keys_with_something_put_in_or_cut_off(
    read: Callable[[Path], Any], lines: list[bytes], cut: int, put: bytes, folder: Path
) -> None:
    whole = b"\n".join(lines)
    attempt(read, folder / "lines.jsonl", whole)
    attempt(read, folder / "lines.jsonl", whole[:cut] + put + whole[cut:])
    attempt(read, folder / "lines.jsonl", whole[:cut])


@pytest.mark.parametrize("read", [read_manifest, read_rankings])
@settings(deadline=None, max_examples=60)
@given(header=HEADERS, rows=st.lists(st.lists(CELLS, min_size=1, max_size=5), max_size=5))
def test_ragged_and_badly_quoted_tables(
    read: Callable[[Path], Any], header: str, rows: list[list[str]], folder: Path
) -> None:
    text = "\n".join([header, *(",".join(row) for row in rows)])
    attempt(read, folder / "table.csv", text.encode())


TOML_KEYS = st.sampled_from(
    [
        "recall",
        "noise",
        "tolerance",
        "sampling",
        "golden",
        "floor",
        "ceiling",
        "pass",
        "min_agreement",
        "gold",
        "name",
        "cutoff",
        "depth",
        "retriever",
        "kind",
        "date",
        "policy",
        "level",
        "[recall]",
        "[retriever]",
        "[[noise]]",
        "[",
    ]
)
TOML_VALUES = st.sampled_from(
    ["0.9", '"9/10"', "nan", "-inf", "1e400", "[1,2]", "{}", "true", "2026-01-31", '"', "07:00:00"]
)


@pytest.mark.parametrize("read", [read_policy, read_suite])
@settings(deadline=None, max_examples=60)
@given(lines=st.lists(st.tuples(TOML_KEYS, TOML_VALUES), max_size=5), table=TOML_KEYS)
def test_tables_of_known_keys_with_any_value(
    read: Callable[[Path], Any], lines: list[tuple[str, str]], table: str, folder: Path
) -> None:
    text = "\n".join([f"[{table}]", *(f"{key} = {value}" for key, value in lines)])
    attempt(read, folder / "table.toml", text.encode())


@settings(deadline=None, max_examples=60)
@given(
    rows=st.lists(
        st.lists(st.text(max_size=4) | st.sampled_from(["q", "0", "1", "-1"]), max_size=6),
        max_size=5,
    )
)
def test_any_columns_as_qrels(rows: list[list[str]], folder: Path) -> None:
    attempt(read_qrels, folder / "qrels", "\n".join(map(" ".join, rows)).encode())


@pytest.fixture(scope="module")
def parquet(folder: Path) -> bytes:
    table = pa.table(
        {
            "case_id": ["q", "q", "r"],
            "chunk_id": ["a", "b", "c"],
            "score": [0.5, 0.4, 0.1],
            "valid_from": [date(2026, 1, 1), None, None],
            "labels": [["x"], [], None],
        }
    )
    pq.write_table(table, folder / "whole.parquet", compression="none")
    return (folder / "whole.parquet").read_bytes()


@pytest.mark.parametrize("read", [read_manifest, read_rankings])
@settings(deadline=None, max_examples=100)
@given(place=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255), cut=st.booleans())
def test_damaged_parquet(
    read: Callable[[Path], Any], place: float, byte: int, cut: bool, parquet: bytes, folder: Path
) -> None:
    at = int(place * len(parquet))
    rest = b"" if cut else parquet[at + 1 :]
    attempt(read, folder / "damaged.parquet", parquet[:at] + bytes([byte]) + rest)
