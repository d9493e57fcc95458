"""Manifests in JSON Lines, CSV and Parquet."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evalcore.errors import InputError
from evalcore.formats.manifest import read_manifest
from evalcore.model.manifest import Batch, Chunk, Manifest

DATA = Path(__file__).parents[4] / "shared" / "data"

FULL = {
    "chunk_id": "c1",
    "doc_id": "d",
    "text": "t",
    "representation": "r",
    "title": "T",
    "kind": "table",
    "domain": "legal",
    "facets": {"year": "2025"},
    "labels": ["A", "SINTESIS_CURADA"],
    "tier": "gold",
    "valid_from": "2025-01-01",
    "valid_to": "2025-12-31",
    "batch": "b-1",
    "ingested_at": "2026-01-02T17:40:00Z",
    "position": 3,
    "página": 7,
}
CHUNK = Chunk(
    chunk_id="c1",
    doc_id="d",
    text="t",
    representation="r",
    title="T",
    kind="table",
    domain="legal",
    facets={"year": "2025"},
    labels=("A", "SINTESIS_CURADA"),
    tier="gold",
    valid_from=date(2025, 1, 1),
    valid_to=date(2025, 12, 31),
    batch="b-1",
    ingested_at="2026-01-02T17:40:00Z",
    position=3,
    extra={"página": 7},
)


def load(tmp_path: Path, name: str, data: bytes | str) -> Manifest:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_manifest(path)


def parquet(tmp_path: Path, columns: dict[str, Any]) -> Manifest:
    path = tmp_path / "m.parquet"
    pq.write_table(pa.table(columns), path)
    return read_manifest(path)


def test_every_field_of_a_line_is_read_and_the_rest_is_kept(tmp_path: Path) -> None:
    assert load(tmp_path, "m.jsonl", orjson.dumps(FULL)).chunks == (CHUNK,)


def test_only_the_id_is_required_and_nothing_is_made_up(tmp_path: Path) -> None:
    manifest = load(tmp_path, "m.jsonl", '{"chunk_id":"a"}\n{"chunk_id":"b","labels":[]}\n')
    assert manifest.chunks == (Chunk(chunk_id="a"), Chunk(chunk_id="b", labels=()))


def test_batches_are_described_on_a_line_of_their_own(tmp_path: Path) -> None:
    lines = '{"batches":[{"id":"b","at":"2026-01-02","title":"Friday","accepted":80,"rejected":0}]}'
    manifest = load(tmp_path, "m.jsonl", lines + '\n{"chunk_id":"a","batch":"b"}\n')
    friday = Batch(id="b", at="2026-01-02", title="Friday", accepted=80, rejected=0)
    assert manifest.batches == (friday,)
    assert len(manifest.chunks) == 1


def test_batches_of_a_table_stand_beside_it(tmp_path: Path) -> None:
    (tmp_path / "m.batches.json").write_text('{\n  "batches": [{"id": "b", "rejected": 23}]\n}\n')
    assert load(tmp_path, "m.csv", "chunk_id\na\n").batches == (Batch(id="b", rejected=23),)
    assert parquet(tmp_path, {"chunk_id": ["a"]}).batches == (Batch(id="b", rejected=23),)
    (tmp_path / "m.batches.json").write_text('{"batches": [{"id": 5}]}')
    with pytest.raises(InputError, match=r"m\.batches\.json:1"):
        load(tmp_path, "m.csv", "chunk_id\na\n")


def test_a_csv_says_the_same_as_a_line(tmp_path: Path) -> None:
    header = [key for key in FULL if key != "página"]
    cells = {**FULL, "facets": "year=2025", "labels": "A|SINTESIS_CURADA"}
    text = ",".join(header) + "\n" + ",".join(str(cells[key]) for key in header) + "\n"
    (chunk,) = load(tmp_path, "m.csv", text).chunks
    assert chunk == Chunk(**{**_fields(CHUNK), "extra": {}})
    as_json = text.replace("year=2025", '"{""year"":""2025""}"').replace(
        "A|SINTESIS_CURADA", '"[""A"",""SINTESIS_CURADA""]"'
    )
    assert load(tmp_path, "m.csv", as_json).chunks == (chunk,)


def _fields(chunk: Chunk) -> dict[str, Any]:
    return {name: getattr(chunk, name) for name in Chunk.__dataclass_fields__}


def test_csv_ids_that_look_like_numbers_stay_text(tmp_path: Path) -> None:
    """B32."""
    ids = ["007", "7", "1e5", "100000", "0x10", "1_000", "١٢", " 7", "7 "]
    manifest = load(tmp_path, "m.csv", "chunk_id\n" + "\n".join(ids) + "\n")
    assert [chunk.chunk_id for chunk in manifest.chunks] == ids


def test_a_line_break_in_a_quoted_cell_is_data(tmp_path: Path) -> None:
    (first, second) = load(
        tmp_path, "m.csv", 'chunk_id,text\r\na,"x\r\ny, ""z"""\r\n\r\nb,"p\nq"\r\n'
    ).chunks
    assert first.text == 'x\r\ny, "z"'
    assert second.text == "p\nq"


def test_separators_bom_and_unicode_line_ends_in_csv(tmp_path: Path) -> None:
    """B36."""
    semicolons = load(tmp_path, "m.csv", "\ufeffchunk_id;text\na\u2028b;x, y\n").chunks
    assert semicolons == (Chunk(chunk_id="a\u2028b", text="x, y"),)
    assert load(tmp_path, "m.tsv", "chunk_id\ttext\na\tx, y\n").chunks[0].text == "x, y"


def test_unknown_columns_are_kept_and_empty_cells_say_nothing(tmp_path: Path) -> None:
    manifest = load(tmp_path, "m.csv", "chunk_id,owner,tier,\na,ana,,\nb,,gold,\n")
    assert manifest.chunks == (
        Chunk(chunk_id="a", extra={"owner": "ana"}),
        Chunk(chunk_id="b", tier="gold"),
    )


def test_a_text_longer_than_the_csv_modules_own_limit_loads(tmp_path: Path) -> None:
    (chunk,) = load(tmp_path, "m.csv", "chunk_id,text\na," + "x" * 300_000 + "\n").chunks
    assert len(chunk.text or "") == 300_000


def test_parquet_keeps_types_and_says_none_for_missing(tmp_path: Path) -> None:
    manifest = parquet(
        tmp_path,
        {
            "chunk_id": pa.array(["007", "b"]).dictionary_encode(),
            "position": pa.array([3.0, float("nan")]),
            "labels": pa.array([["A"], []]),
            "facets": pa.array([{"year": "2025"}, None]),
            "valid_from": pa.array([date(2025, 1, 1), None]),
            "owner": ["ana", None],
        },
    )
    assert manifest.chunks == (
        Chunk(
            chunk_id="007",
            position=3,
            labels=("A",),
            facets={"year": "2025"},
            valid_from=date(2025, 1, 1),
            extra={"owner": "ana"},
        ),
        Chunk(chunk_id="b", labels=()),
    )


def test_parquet_number_ids_are_refused_with_a_hint(tmp_path: Path) -> None:
    """B32."""
    with pytest.raises(InputError, match="007 and 1e5"):
        parquet(tmp_path, {"chunk_id": [7, 8]})
    with pytest.raises(InputError, match="doc_id"):
        parquet(tmp_path, {"chunk_id": ["a"], "doc_id": [7.0]})


def test_a_parquet_file_without_the_column_says_what_it_has(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file has id, text"):
        parquet(tmp_path, {"id": ["a"], "text": ["x"]})


@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason="the shared data are not beside the project")
def test_real_corpora_load_whole() -> None:
    history = read_manifest(DATA / "es_legal" / "history" / "et_article_versions.jsonl.gz")
    assert len(history.chunks) == 264
    assert all(chunk.valid_from is not None for chunk in history.chunks)
    xquad = read_manifest(DATA / "xquad_es" / "corpus_es.jsonl")
    assert len(xquad.chunks) == 240
    assert (xquad.chunks[0].text or "").startswith("\ufeff")
