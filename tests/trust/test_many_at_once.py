"""One file under many hands, from earlier versions, and with a bit that turned."""

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from evalcore.errors import UnburyError
from evalcore.model.canonical import canonical_json
from evalcore.model.plain_verdict import verdict_to_plain
from evalcore.store import migrate, open_reader, open_store
from evalcore.store.check import check_file
from evalcore.workflows.reading import open_run
from evalcore.workflows.verify_run import verify_run

from support.crashing import Bench, digest, store_makers
from support.crowd import Reader, read_all

TESTS = Path(__file__).parents[1]
SHORT, FULL = (3, 4, 6), (120, 8, 20)
"""Seconds, writers, readers."""
PAGES = ("?lang=en", "cases?lang=es", "runs?lang=en", "case?lang=en&case=q1")


@pytest.fixture
def bench(tmp_path):
    """A folder with one stored run."""
    made = Bench(tmp_path, store_makers())
    with open_store(made.db) as store:
        run_id = store.save_run(made.whole(label="first"))
        made.said(run_id, digest(store, run_id))
    return made


def test_b60_many_write_while_more_read_and_nothing_is_lost(browsing, bench, times):
    seconds, many, reading = times(SHORT, FULL)
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "OPENBLAS_NUM_THREADS": "1"}
    with browsing.serving(bench.db, bench.folder) as url:
        writers = [
            subprocess.Popen(
                [sys.executable, "-m", "support.crowd", str(bench.folder), str(seconds), str(n)],
                env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            for n in range(many)
        ]  # fmt: skip
        readers = [Reader(url, PAGES[n % 4 :] + PAGES[: n % 4]) for n in range(reading)]
        asyncio.run(read_all(readers, seconds))
        ended = [(*writer.communicate(timeout=300), writer.returncode) for writer in writers]
    assert [err for _, err, code in ended if code] == []
    assert sum(int(out) for out, _, _ in ended) == len(bench.entries()) - 1 > many // 2
    assert [reader.wrong for reader in readers if reader.wrong] == []
    assert min(reader.finished for reader in readers) > 0
    assert check_file(bench.db).sound
    with open_reader(bench.db) as reader:
        stored = {record.id for record in reader.runs()}
        assert set(bench.entries()) == stored
        assert all(digest(reader, run_id) == told for run_id, told in bench.entries().items())


LATER = {
    2: ("trails",),
    3: ("task_marks", "tasks"),
    4: ("ranking_blocks",),
    5: ("unlocks",),
    6: ("prompts", "judgements"),
}
"""The tables that each step of the schema brought."""


def set_back(bench, steps):
    """Make the file what it was when only so many steps were known."""
    with open_reader(bench.db) as reader:
        samples = reader.rankings(reader.runs()[0].id)
    with closing(sqlite3.connect(bench.db)) as connection:
        for number in range(len(migrate.STEPS), steps, -1):
            for table in LATER[number]:
                connection.execute(f"DROP TABLE {table}")
            name = migrate.STEPS[number - 1][0]
            connection.execute("DELETE FROM _sqlite_migrations WHERE name = ?", [name])
        if steps < 4:
            connection.execute(
                "CREATE TABLE rankings (key INTEGER PRIMARY KEY, set_key INTEGER NOT NULL"
                " REFERENCES ranking_sets (key), case_id TEXT NOT NULL, failure TEXT,"
                " chunks BLOB NOT NULL, scores BLOB, raw_scores BLOB, crc INTEGER NOT NULL,"
                " UNIQUE (set_key, case_id)) STRICT"
            )
            connection.executemany(
                "INSERT INTO rankings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", list(_rows(samples))
            )
        connection.execute(f"PRAGMA user_version = {steps}")
        connection.commit()


def _rows(samples):
    for key, rankings in enumerate(samples, start=1):
        for row, case_id in enumerate(rankings.case_ids):
            cut = slice(*rankings.starts[row : row + 2].tolist())
            parts = [
                rankings.chunks[cut].astype("<i4").tobytes(),
                rankings.scores[cut].astype("<f8").tobytes(),
                rankings.raw_scores[cut].astype("<f8").tobytes(),
            ]
            crc = zlib.crc32(b"".join(parts))
            yield key << 32 | row, key, case_id, rankings.failures.get(case_id), *parts, crc


@pytest.mark.parametrize("steps", range(1, len(migrate.STEPS)))
def test_b60_every_earlier_file_is_brought_up_to_date_and_kept_as_it_was(bench, steps, caplog):
    set_back(bench, steps)
    before = bench.db.read_bytes()
    open_store(bench.db).close()
    kept = bench.db.with_name(f"unbury.db.v{steps}.bak")
    assert str(kept) in caplog.text
    with closing(sqlite3.connect(kept)) as copy, closing(sqlite3.connect(":memory:")) as old:
        old.deserialize(before)
        assert list(copy.iterdump()) == list(old.iterdump())
    assert check_file(bench.db).sound
    with open_reader(bench.db) as reader:
        for run_id, told in bench.entries().items():
            assert digest(reader, run_id) == told
    again = bench.db.read_bytes()
    open_store(bench.db).close()
    assert bench.db.read_bytes() == again


def test_b60_an_upgrade_without_room_for_the_copy_changes_nothing(bench, monkeypatch):
    set_back(bench, 5)
    before = bench.db.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UnburyError, match="cannot be written"):
        open_store(bench.db)
    assert bench.db.read_bytes() == before
    assert [path.name for path in bench.folder.glob("*.bak*")] == []


def told_of(db):
    """The verdict as it is shown, with what it counted."""
    run = open_run(db, "latest")
    return canonical_json(verdict_to_plain(run.verdict)), run.record.exit_code, run.record.decision


def what_is_said(db, sound):
    """ "reported", "harmless", or what a person would wrongly be shown."""
    try:
        shown = told_of(db)
        if verify_run(db, "latest").differences or not check_file(db).sound:
            return "reported" if shown[1:] == sound[1:] else f"shown as {shown[2]}"
    except UnburyError:
        return "reported"
    return "harmless" if shown == sound else f"shown as {shown}"


def test_one_turned_bit_anywhere_is_reported_or_harmless(bench, times):
    sound, whole = told_of(bench.db), bench.db.read_bytes()
    turned = bench.folder / "turned.db"
    chance = random.Random(5)  # noqa: S311 not for secrets
    said = {}
    for _ in range(times(50, 500)):
        at = chance.randrange(len(whole))
        flipped = whole[at] ^ (1 << chance.randrange(8))
        turned.write_bytes(whole[:at] + bytes([flipped]) + whole[at + 1 :])
        said[at] = what_is_said(turned, sound)
    wrong = {at: what for at, what in said.items() if what not in {"reported", "harmless"}}
    assert wrong == {}
    assert "reported" in said.values()


def test_a_plain_copy_verifies(bench):
    copy = bench.folder / "copy.db"
    shutil.copy(bench.db, copy)
    assert what_is_said(copy, told_of(bench.db)) == "harmless"
