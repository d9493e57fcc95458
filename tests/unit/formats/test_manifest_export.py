"""A manifest written out is the manifest that was read."""

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.formats.manifest import read_manifest
from evalcore.formats.manifest_export import write_manifest
from evalcore.model.manifest import Batch, Chunk, Manifest

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)
IDS = TEXT.filter(bool)
SAID = st.none() | TEXT
KEYS = st.sampled_from(["own", "extra", "año", "x y"])
JSON = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT | st.lists(TEXT, max_size=2)


@st.composite
def manifests(draw):
    ids = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    chunks = tuple(
        Chunk(
            chunk_id=chunk_id,
            text=draw(SAID),
            representation=draw(SAID),
            labels=draw(st.none() | st.lists(TEXT, max_size=2).map(tuple)),
            facets=draw(st.none() | st.dictionaries(TEXT, JSON, max_size=2)),
            valid_to=draw(st.none() | st.dates(date(1900, 1, 1))),
            position=draw(st.none() | st.integers(0, 9)),
            extra=draw(st.dictionaries(KEYS, JSON, max_size=2)),
        )
        for chunk_id in ids
    )
    batches = draw(st.sampled_from([(), (Batch(id="b", rejected=0, title="t"),)]))
    return Manifest(chunks=chunks, batches=batches)


@given(manifest=manifests())
@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_manifest_comes_back_as_it_was_written(tmp_path, manifest):
    path = tmp_path / "m.jsonl"
    write_manifest(manifest, path)
    assert read_manifest(path) == manifest


@pytest.mark.parametrize("name", ["m.csv", "m.parquet", "m", "m.jsonl.gz"])
def test_only_json_lines_are_written(tmp_path, name):
    with pytest.raises(InputError, match="JSON Lines"):
        write_manifest(Manifest(chunks=(Chunk(chunk_id="a"),)), tmp_path / name)
    assert not (tmp_path / name).exists()
