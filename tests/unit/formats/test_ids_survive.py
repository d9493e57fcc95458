"""Ids are the same bytes from file to value and back, and no two of them ever meet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import orjson
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.formats.golden import read_golden
from evalcore.formats.golden_export import write_golden
from evalcore.formats.manifest import read_manifest
from evalcore.formats.qrels import read_qrels
from evalcore.formats.rankings import read_rankings

LOOKALIKES = [
    "007",
    "7",
    "1e5",
    "100000",
    "0x10",
    "1_000",
    "١٢",
    "1009513310189256287",
    "1009513310189256288",
    "NaN",
    "null",
    "true",
    "año",
    "an\u0303o",
    "\ufb01n",
    "fin",
    "x",
    "x\u00a0",
    "x ",
    " x",
    "x\u200b",
    "X",
    'guide v2/§3 "intro"\t1',
    "a\nb",
    "a\r\nb",
    "a\u2028b",
    "a\u0085b",
    "=1+1",
    "-5",
    "@x",
    "../../x",
    "a,b;c|d",
    "#1",
    "{",
    "\U0001f600",
]
"""B32, B33, B35, B38 and relatives."""


def ids_of_golden(path: Path) -> list[str]:
    return [chunk.chunk_id for chunk in read_golden(path).cases[0].expected]


def test_ids_survive_golden_sets(tmp_path: Path) -> None:
    """B32, B33, B35, B38."""
    path, again = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    lines = [{"id": i, "pregunta": "?", "chunks_esperados": LOOKALIKES} for i in LOOKALIKES]
    path.write_bytes(b"\n".join(map(orjson.dumps, lines)))
    golden = read_golden(path)
    write_golden(golden, again)
    for found in (golden, read_golden(again)):
        assert [case.id for case in found.cases] == LOOKALIKES
        assert [chunk.chunk_id for chunk in found.cases[-1].expected] == LOOKALIKES


def test_ids_survive_manifests(tmp_path: Path) -> None:
    """B32, B33, B35, B38."""
    lines, table, columns = (tmp_path / f"m.{end}" for end in ("jsonl", "csv", "parquet"))
    lines.write_bytes(b"\n".join(orjson.dumps({"chunk_id": i, "doc_id": i}) for i in LOOKALIKES))
    table.write_bytes(as_csv(["chunk_id", "doc_id"], [[i, i] for i in LOOKALIKES]))
    pq.write_table(pa.table({"chunk_id": LOOKALIKES, "doc_id": LOOKALIKES}), columns)
    for path in (lines, table, columns):
        chunks = read_manifest(path).chunks
        assert [(chunk.chunk_id, chunk.doc_id) for chunk in chunks] == [(i, i) for i in LOOKALIKES]


def test_ids_survive_rankings(tmp_path: Path) -> None:
    """B32, B33, B35, B38."""
    lines, table, columns = (tmp_path / f"r.{end}" for end in ("jsonl", "csv", "parquet"))
    records = [{"case_id": i, "results": [{"chunk_id": i, "score": 1}]} for i in LOOKALIKES]
    lines.write_bytes(b"\n".join(map(orjson.dumps, records)))
    table.write_bytes(as_csv(["case_id", "chunk_id"], [[i, i] for i in LOOKALIKES]))
    pq.write_table(pa.table({"case_id": LOOKALIKES, "chunk_id": LOOKALIKES}), columns)
    for path in (lines, table, columns):
        (rankings,) = read_rankings(path).samples
        assert list(rankings.case_ids) == LOOKALIKES
        assert list(rankings.chunk_ids) == LOOKALIKES


def as_csv(header: list[str], rows: list[list[str]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([header, *rows])
    return text.getvalue().encode()


IDS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1),
    min_size=1,
    max_size=6,
    unique=True,
)


@settings(deadline=None, max_examples=80)
@given(ids=IDS)
def test_any_ids_survive_csv(ids: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("csv") / "m.csv"
    path.write_bytes(as_csv(["chunk_id"], [[i] for i in ids]))
    assert [chunk.chunk_id for chunk in read_manifest(path).chunks] == ids


@settings(deadline=None, max_examples=80)
@given(ids=IDS)
def test_any_ids_survive_json_lines(
    ids: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("json") / "g.jsonl"
    path.write_bytes(orjson.dumps({"id": "q", "question": "?", "expected": ids}))
    assert ids_of_golden(path) == ids


def test_ids_without_blanks_survive_qrels(tmp_path: Path) -> None:
    """B32, B35."""
    ids = [i for i in LOOKALIKES if not set(i) & set(" \t\n")]
    path = tmp_path / "qrels"
    path.write_text("".join(f"q 0 {i} 1\n" for i in ids), encoding="utf-8", newline="")
    (case,) = read_qrels(path).cases
    assert [chunk.chunk_id for chunk in case.expected] == ids
