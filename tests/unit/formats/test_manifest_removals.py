"""Declared removals: read, kept, written again, and never in contradiction to the chunks."""

import pytest

from evalcore.errors import InputError
from evalcore.formats.manifest import read_manifest
from evalcore.formats.manifest_export import write_manifest
from evalcore.model.manifest import Removal
from evalcore.store.manifests import pack_manifest

CHUNK = '{"chunk_id": "a", "doc_id": "d", "text": "t"}\n'


def read(tmp_path, text, name="m.jsonl"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return read_manifest(path)


def test_removals_are_read_and_written_back(tmp_path):
    line = (
        '{"removals": [{"doc_id": "guide-2019", "reason": "repealed", "on": "2026-01-31", '
        '"by": "M. R."}, {"chunk_id": "x-1", "reason": "duplicate"}]}\n'
    )
    manifest = read(tmp_path, line + CHUNK)
    assert [it.reason for it in manifest.removals] == ["repealed", "duplicate"]
    assert manifest.removed_documents == {"guide-2019"}
    assert manifest.removed_chunks == {"x-1"}
    out = tmp_path / "out.jsonl"
    write_manifest(manifest, out)
    assert read_manifest(out) == manifest


def test_beside_a_table_they_stand_in_the_batches_file(tmp_path):
    (tmp_path / "m.batches.json").write_text(
        '{"batches": [{"id": "b"}]}\n{"removals": [{"chunk_id": "x", "reason": "old"}]}\n', "utf-8"
    )
    manifest = read(tmp_path, "chunk_id\na\n", "m.csv")
    assert (len(manifest.batches), len(manifest.removals)) == (1, 1)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('{"chunk_id": "x"}', "without a reason"),
        ('{"chunk_id": "x", "reason": " "}', "without a reason"),
        ('{"reason": "old"}', "names one chunk_id or one doc_id"),
        ('{"chunk_id": "x", "doc_id": "y", "reason": "old"}', "names one chunk_id or one doc_id"),
        ('{"chunk_id": "x", "raison": "old"}', 'did you mean "reason"'),
        ('{"chunk_id": "a", "reason": "old"}', "yet the manifest lists it"),
        ('{"doc_id": "d", "reason": "old"}', "yet the manifest lists it"),
        ('"x"', "where a removal was expected"),
    ],
)
def test_a_removal_that_says_too_little_or_too_much_is_refused(tmp_path, entry, said):
    with pytest.raises(InputError, match=said):
        read(tmp_path, f'{{"removals": [{entry}]}}\n{CHUNK}')


def test_a_manifest_without_removals_keeps_the_hash_it_always_had(tmp_path):
    manifest = read(tmp_path, CHUNK)
    packed = pack_manifest(manifest)
    assert packed.batches == "[]"
    told = pack_manifest(
        read(tmp_path, '{"removals": [{"chunk_id": "x", "reason": "o"}]}\n' + CHUNK)
    )
    assert told.hash != packed.hash
    assert manifest.removals == ()
    assert Removal(reason="o", chunk_id="x").doc_id is None
