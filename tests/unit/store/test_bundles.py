"""A run leaves one database and enters another: whole, proven, once."""

import hashlib
import io
import json
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.errors import BundleRefused
from evalcore.model.diagnosis import Trail
from evalcore.store import open_reader, open_store
from evalcore.store.bundles import BUNDLE_VERSION, merge_bundles, read_bundle
from evalcore.store.bundles.rows import BY_GOLDEN, BY_ID, BY_KEY
from evalcore.store.migrate import STEPS

KEPT_APART = {"case_results", "id_tables", "ranking_sets", "tasks"}
"""Tables of a run that travel in entries of their own."""


def exported(db, run_id):
    with open_reader(db) as reader:
        return reader.bundle(run_id)


def merge(db, *bundles):
    return merge_bundles(db, [read_bundle(data, f"f{n}") for n, data in enumerate(bundles)])


def contents(db):
    """Every row of every table but its own keys, as the file holds them."""
    with closing(sqlite3.connect(db)) as connection:
        connection.row_factory = sqlite3.Row
        names = [
            n for (n,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {n: len(connection.execute(f"SELECT * FROM {n}").fetchall()) for n in sorted(names)}


def everything(reader, run_id):
    record = reader.resolve(run_id)
    return (
        record,
        reader.golden(record.golden_hash),
        reader.manifest(record.manifest_hash),
        reader.suite(record.suite_hash),
        reader.policy(record.policy_hash),
        reader.case_rows(run_id),
        reader.verdicts(run_id),
        reader.trails(run_id),
        reader.documented(record.suite),
        reader.promotions(record.suite),
        [replace(task, key=0) for task in reader.tasks()],
        [{c: one.of(c) for c in one.case_ids} for one in reader.rankings(run_id)],
    )


@pytest.fixture
def lived(stored, made):
    """A run that people signed, promoted and diagnosed."""
    with open_store(stored.db) as store:
        store.document(made.note(stored.run_id))
        store.promote(
            suite="despacho", run_id=stored.run_id, who="Ana", why="x", from_runs=[stored.run_id]
        )
        store.save_trails(stored.run_id, [Trail(case_id="q2", chunks=())], version="0.1")
        store.append_verdict(
            stored.run_id,
            verdict=stored.contents.verdict,
            policy=replace(stored.contents.policy, reason="later"),
            examination=stored.contents.examination,
        )
    return stored


def test_everything_of_a_run_arrives_and_reads_back_equal(lived, tmp_path):
    there = tmp_path / "there.db"
    (merged,) = merge(there, exported(lived.db, lived.run_id))
    assert (merged.run_id, merged.runs, merged.refused) == (lived.run_id, 1, None)
    with open_reader(lived.db) as here, open_reader(there) as reader:
        assert everything(reader, lived.run_id) == everything(here, lived.run_id)


def test_the_same_run_gives_the_same_bytes_also_from_where_it_was_merged(lived, tmp_path):
    data = exported(lived.db, lived.run_id)
    assert exported(lived.db, lived.run_id) == data
    merge(tmp_path / "there.db", data)
    assert exported(tmp_path / "there.db", lived.run_id) == data


def test_merged_twice_changes_nothing(lived, tmp_path):
    there, data = tmp_path / "there.db", exported(lived.db, lived.run_id)
    merge(there, data)
    before = contents(there)
    (again,) = merge(there, data)
    assert (again.changed, again.refused, contents(there)) == (False, None, before)


def test_what_was_signed_later_is_added_and_the_newest_by_its_time_counts(stored, made, tmp_path):
    there = tmp_path / "there.db"
    merge(there, exported(stored.db, stored.run_id))
    with open_store(there) as store:
        store.document(made.note(stored.run_id, text="there", written="2026-12-02T10:00:00+00:00"))
    with open_store(stored.db) as store:
        store.document(made.note(stored.run_id, text="here", written="2026-12-01T10:00:00+00:00"))
    (merged,) = merge(there, exported(stored.db, stored.run_id))
    assert (merged.runs, merged.rows) == (0, 1)
    with open_reader(there) as reader:
        assert [note.text for note in reader.documented("despacho")] == ["here", "there"]


def test_labels_may_collide(stored, made, tmp_path):
    with open_store(tmp_path / "other.db") as store:
        other = store.save_run(made.contents())
    merged = merge(
        tmp_path / "there.db",
        exported(stored.db, stored.run_id),
        exported(tmp_path / "other.db", other),
    )
    assert [one.runs for one in merged] == [1, 1]
    with open_reader(tmp_path / "there.db") as reader:
        assert {record.label for record in reader.runs()} == {"verde"}


def test_paths_of_the_machine_stay_there(db, made, tmp_path):
    context = {"folder": "/home/ana/proyecto", "drive": "C:\\datos", "file": "suite.toml"}
    with open_store(db) as store:
        run_id = store.save_run(made.contents(context=context))
    data = exported(db, run_id)
    bundle = read_bundle(data, "f")
    assert bundle.runs[0].left_out == ["drive", "folder"]
    merge(tmp_path / "there.db", data)
    with open_reader(tmp_path / "there.db") as reader:
        assert reader.context(run_id) == {"file": "suite.toml"}
    (back,) = merge(db, data)
    assert (back.changed, back.refused) == (False, None)


def test_a_run_travels_with_those_its_verdict_rests_on(db, made):
    with open_store(db) as store:
        first = store.save_run(made.contents())
        store.document(made.note(first, case_id="q9"))
        plain = made.contents()
        later = store.save_run(replace(plain, verdict=replace(plain.verdict, documented=("q9",))))
        held = store.save_run(replace(plain, verdict=replace(plain.verdict, baseline=first)))
    for run_id in (later, held):
        bundle = read_bundle(exported(db, run_id), "f")
        assert [run.row["id"] for run in bundle.runs] == [run_id, first]


def opened(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in entries.items():
            archive.writestr(name, body)
    return out.getvalue()


def resealed(entries):
    """The entries under an index whose sums are right: what a careful forger would write."""
    index = json.loads(entries["bundle.json"])
    index["entries"] = {
        name: {"sha256": hashlib.sha256(body).hexdigest(), "bytes": len(body)}
        for name, body in entries.items()
        if name != "bundle.json"
    }
    return packed({**entries, "bundle.json": json.dumps(index).encode()})


def test_every_entry_changed_by_one_byte_is_refused(lived):
    entries = opened(exported(lived.db, lived.run_id))
    for name in entries.keys() - {"bundle.json"}:
        body = entries[name]
        broken = {**entries, name: body[:-1] + bytes([body[-1] ^ 1])}
        with pytest.raises(BundleRefused, match="hash differs"):
            read_bundle(packed(broken), "f")


@pytest.mark.parametrize("kind", ["golden", "manifest", "suite", "policy"])
def test_contents_under_a_hash_that_is_not_theirs_are_refused_however_well_sealed(lived, kind):
    entries = opened(exported(lived.db, lived.run_id))
    name = next(name for name in entries if name.startswith(f"contents/{kind}-"))
    entries[name] = entries[name].replace(b"a", b"b", 1)
    with pytest.raises(BundleRefused, match="not what its hash names"):
        read_bundle(resealed(entries), "f")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda e: {n: b for n, b in e.items() if not n.endswith("cases.json")}, "cannot be read"),
        (lambda e: {n: b for n, b in e.items() if "policy" not in n}, "lacks the policy"),
        (lambda e: {n: (b[:-8] if n.endswith("1.arrays") else b) for n, b in e.items()}, "as long as it says"),
        (lambda e: {n: (b"{}" if n.endswith("signed.json") else b) for n, b in e.items()}, "cannot be read"),
        (lambda e: {n: (b"[]" if n.endswith("run.json") else b) for n, b in e.items()}, "cannot be read"),
    ],
)  # fmt: skip
def test_what_does_not_hold_together_is_refused_however_well_sealed(lived, change, says):
    entries = change(opened(exported(lived.db, lived.run_id)))
    with pytest.raises(BundleRefused, match=says):
        read_bundle(resealed(entries), "f")


def test_a_newer_bundle_is_refused_with_the_way_out(stored):
    entries = opened(exported(stored.db, stored.run_id))
    index = {**json.loads(entries["bundle.json"]), "version": BUNDLE_VERSION + 1}
    with pytest.raises(BundleRefused, match=r"upgrade this installation"):
        read_bundle(packed({**entries, "bundle.json": json.dumps(index).encode()}), "f")


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all", packed({"x": b"1"})])
def test_what_is_no_bundle_is_refused(data):
    with pytest.raises(BundleRefused):
        read_bundle(data, "f")


def test_a_bundle_cut_short_anywhere_is_refused(stored):
    data = exported(stored.db, stored.run_id)
    for end in range(0, len(data), max(1, len(data) // 40)):
        with pytest.raises(BundleRefused):
            read_bundle(data[:end], "f")


def test_one_turned_bit_anywhere_in_a_packed_bundle_is_refused():
    """Also where it makes the unpacking fail, or an entry begin before the file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bundle.json", json.dumps({"format": "x", "of": list(range(60))}))
    whole = packed.getvalue()
    for place in range(len(whole)):
        for bit in range(8):
            turned = bytearray(whole)
            turned[place] ^= 1 << bit
            with pytest.raises(BundleRefused):
                read_bundle(bytes(turned), "a bundle")


def test_another_run_under_the_same_id_is_refused_and_the_rest_goes_in(stored, made, tmp_path):
    there, data = tmp_path / "there.db", exported(stored.db, stored.run_id)
    merge(there, data)
    entries = opened(data)
    name = f"runs/{stored.run_id}/run.json"
    told = json.loads(entries[name])
    told["row"]["seed"] = 18
    forged = resealed({**entries, name: json.dumps(told).encode()})
    with open_store(tmp_path / "other.db") as store:
        other = store.save_run(made.contents())
    bad, good = merge(there, forged, exported(tmp_path / "other.db", other))
    assert "another run" in bad.refused
    assert (good.runs, good.refused) == (1, None)


def test_a_bundle_with_rows_of_a_kind_not_known_here_is_refused_not_cut(stored):
    entries = opened(exported(stored.db, stored.run_id))
    name = f"runs/{stored.run_id}/signed.json"
    entries[name] = entries[name][:-1] + b',"omens":[]}'
    with pytest.raises(BundleRefused, match="does not know: omens"):
        read_bundle(resealed(entries), "f")


def test_a_bundle_with_unknown_fields_leaves_nothing_behind(stored, tmp_path):
    entries = opened(exported(stored.db, stored.run_id))
    name = f"runs/{stored.run_id}/run.json"
    told = json.loads(entries[name])
    told["row"]["brand_new"] = 1
    there = tmp_path / "there.db"
    (merged,) = merge(there, resealed({**entries, name: json.dumps(told).encode()}))
    assert "brand_new" in merged.refused
    counts = contents(there)
    assert {
        counts[t] for t in ("runs", "goldens", "policies", "suites", "manifests", "chunk_bodies")
    } == {0}


def test_two_mergers_at_once_lose_nothing(stored, made, tmp_path):
    """Processes of their own, each with half of the bundles and some in common."""
    folder = tmp_path / "bundles"
    folder.mkdir()
    ids = []
    with open_store(stored.db) as store:
        for _ in range(24):
            ids.append(store.save_run(made.contents()))
            (folder / f"{len(ids):02d}.unbury").write_bytes(store.bundle(ids[-1]))
    program = (
        "import sys; from pathlib import Path\n"
        "from evalcore.workflows import merge_bundles as m\n"
        "m.TOGETHER = 3\n"
        "report = m.merge(sys.argv[2:], db=Path(sys.argv[1]))\n"
        "assert not report.refused, report.refused\n"
    )
    files = sorted(map(str, folder.iterdir()))
    there = tmp_path / "there.db"
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(there), *part])
        for part in (files[:16], files[8:][::-1])
    ]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    with open_reader(there) as reader:
        assert {record.id for record in reader.runs()} == set(ids)
        for run_id in ids:
            assert len(reader.verdicts(run_id)) == 1


def test_every_table_that_belongs_to_a_run_travels(stored):
    """A table added later must be said here to travel, or merging would lose it silently."""
    owned = set()
    with closing(sqlite3.connect(stored.db)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            columns = {column[1] for column in connection.execute(f"PRAGMA table_info({name})")}
            if columns & {"run_key", "run_id", "golden_hash"} and name != "runs":
                owned.add(name)
    assert owned == {*BY_KEY, *BY_ID, *BY_GOLDEN, *KEPT_APART}
    assert len(STEPS) >= 3


def test_the_layout_is_told_in_the_docs():
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
    for name in ("bundle.json", "run.json", "cases.json", "signed.json", ".arrays"):
        assert name in page
