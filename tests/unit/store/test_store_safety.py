"""Whole runs or none; readers change nothing; what is damaged or newer is refused."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evalcore.errors import DamagedDatabase, DatabaseBusy, NewerDatabase, StoreError
from evalcore.store import migrate, open_reader, open_store, writer
from evalcore.store.backup import backup
from evalcore.store.check import check_file

TABLES = (
    "runs", "goldens", "suites", "policies", "manifests", "chunk_bodies", "id_tables", "id_blocks",
    "ranking_sets", "ranking_blocks", "case_results", "verdicts",
)  # fmt: skip


def counts(db):
    with sqlite3.connect(db) as connection:
        count = "SELECT count(*) FROM {}".format
        return {table: connection.execute(count(table)).fetchone()[0] for table in TABLES}


def change(db, statement, *values):
    connection = sqlite3.connect(db)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "step", ["write_golden", "write_manifest", "write_rankings", "write_case_rows", "write_verdict"]
)
def test_a_failure_in_mid_write_leaves_nothing(db, made, monkeypatch, step):
    with open_store(db) as store:
        empty = counts(db)
        real = getattr(writer, step)

        def fails(*args, **kwargs):
            real(*args, **kwargs)
            raise RuntimeError("cut")

        with monkeypatch.context() as patch:
            patch.setattr(writer, step, fails)
            with pytest.raises(RuntimeError, match="cut"):
                store.save_run(made.contents())
        assert counts(db) == empty
        assert store.save_run(made.contents())


KILLED = """
    import os, signal, sys
    sys.path.insert(0, {folder!r})
    from pathlib import Path
    import conftest as made
    from evalcore.store import connect, open_store, writer

    connect._CACHE_KIB = 64  # so that half the run is on disk when the process dies
    real = writer.write_case_rows
    def killed(*args):
        real(*args)
        os.kill(os.getpid(), signal.SIGKILL)
    writer.write_case_rows = killed
    with open_store(Path({db!r})) as store:
        store.save_run(made.run_contents(rankings=tuple(made.sample(i) for i in range(200))))
"""


def test_b62_a_writer_killed_in_mid_write_leaves_no_half_run(stored):
    before = counts(stored.db)
    folder = str(Path(__file__).parent)
    script = textwrap.dedent(KILLED).format(folder=folder, db=str(stored.db))
    killed = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert stored.db.with_name("unbury.db-journal").exists()
    with open_reader(stored.db) as reader:
        assert [run.id for run in reader.runs()] == [stored.run_id]
        assert len(reader.rankings(stored.run_id)) == 2
    assert counts(stored.db) == before
    assert check_file(stored.db).sound


STARTED = """
    import sys
    from pathlib import Path
    from evalcore.store import open_store
    sys.stdin.read(1)
    with open_store(Path(sys.argv[1])) as store:
        print(len(store.runs()))
"""


def test_b60_four_processes_may_start_on_one_new_file(db):
    script = textwrap.dedent(STARTED)
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(db)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        for _ in range(4)
    ]  # fmt: skip
    for process in started:
        process.stdin.write(b"x")
        process.stdin.flush()
    for process in started:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out.strip()) == (0, b"0"), err
    assert check_file(db).sound


def test_a_first_start_loads_sqlite_utils_without_pandas_and_later_ones_neither(db):
    script = (
        "import sys; from pathlib import Path; from evalcore.store import open_store;"
        "open_store(Path(sys.argv[1])).close(); print('sqlite_utils' in sys.modules,"
        " 'pandas' in sys.modules); import pandas"
    )
    for expected in (b"True False", b"False False"):
        ran = subprocess.run(
            [sys.executable, "-c", script, str(db)], capture_output=True, check=True
        )
        assert ran.stdout.strip() == expected


def test_readers_do_not_change_a_byte(stored):
    before = stored.db.read_bytes()
    with open_reader(stored.db) as reader:
        reader.runs()
        reader.rankings(stored.run_id)
        reader.case_rows(stored.run_id)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader._connection.execute("DELETE FROM case_results")
    check_file(stored.db)
    assert stored.db.read_bytes() == before
    assert [path.name for path in stored.db.parent.iterdir()] == ["unbury.db"]


def test_a_missing_file_is_not_made_by_reading(db):
    with pytest.raises(StoreError, match="no database here yet") as missing:
        open_reader(db)
    assert "unbury run" in missing.value.hint
    assert not db.exists()


@pytest.mark.parametrize("table", ["verdicts", "documented", "promotions"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET key = key + 1", "DELETE FROM {}"])
def test_signed_rows_are_never_changed_or_taken_away(stored, made, table, statement):
    with open_store(stored.db) as store:
        store.document(made.note(stored.run_id))
        store.promote(suite="despacho", run_id=stored.run_id, who="A", why="w", from_runs=())
    with pytest.raises(sqlite3.IntegrityError, match="appended, never changed"):
        change(stored.db, statement.format(table))


def test_b60_an_unknown_migration_means_a_newer_file(stored):
    change(
        stored.db,
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)",
        "unbury", "9999_later", "2030-01-01",
    )  # fmt: skip
    before = stored.db.read_bytes()
    for opened in (open_store, open_reader):
        with pytest.raises(NewerDatabase, match="newer Unbury"):
            opened(stored.db)
    assert stored.db.read_bytes() == before


def test_a_newer_schema_version_is_refused(stored):
    change(stored.db, "PRAGMA user_version = 99")
    with pytest.raises(NewerDatabase):
        open_store(stored.db)


def test_an_older_file_is_brought_up_to_date_by_writers_only(stored, monkeypatch):
    later = (*migrate.STEPS, ("0002_later", ("CREATE TABLE more (x INTEGER) STRICT",)))
    monkeypatch.setattr(migrate, "STEPS", later)
    with pytest.raises(StoreError, match="older Unbury"):
        open_reader(stored.db)
    open_store(stored.db).close()
    with open_reader(stored.db) as reader:
        assert [run.id for run in reader.runs()] == [stored.run_id]
    assert check_file(stored.db).sound


def test_a_migration_that_fails_changes_nothing(stored, monkeypatch):
    before = stored.db.read_bytes()
    broken = ("0002_later", ("CREATE TABLE more (x INTEGER) STRICT", "CREATE TABLE runs (x)"))
    monkeypatch.setattr(migrate, "STEPS", (*migrate.STEPS, broken))
    with pytest.raises(StoreError):
        open_store(stored.db)
    assert stored.db.read_bytes() == before


@pytest.mark.parametrize("opened", [open_store, open_reader])
def test_files_that_are_not_ours_are_refused_untouched(db, opened):
    db.write_bytes(b"garbage " * 1000)
    with pytest.raises(DamagedDatabase, match="not a sound SQLite database"):
        opened(db)
    db.unlink()
    change(db, "CREATE TABLE theirs (x)")
    before = db.read_bytes()
    with pytest.raises(DamagedDatabase, match="not Unbury's"):
        opened(db)
    assert db.read_bytes() == before


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(tmp_path / "absent" / "unbury.db")


def test_b60_a_file_locked_for_too_long_is_busy(stored, made):
    other = sqlite3.connect(stored.db, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DatabaseBusy, match="another process"):
        open_reader(stored.db, patience=0.05)
    other.execute("ROLLBACK")
    other.execute("BEGIN IMMEDIATE")
    with open_store(stored.db, patience=0.05) as store:
        with pytest.raises(DatabaseBusy):
            store.save_run(made.contents())
        other.execute("ROLLBACK")
        assert store.save_run(made.contents())
    other.close()


DAMAGE = {
    "shorter lists": "UPDATE ranking_blocks SET chunks = substr(chunks, 1, 4)",
    "half a code": "UPDATE ranking_blocks SET chunks = substr(chunks, 1, 6)",
    "other scores": "UPDATE ranking_blocks SET scores = zeroblob(length(scores))",
    "no scores": "UPDATE ranking_blocks SET scores = NULL",
    "other lengths": "UPDATE ranking_blocks SET sizes = zeroblob(length(sizes))",
    "another case": """UPDATE ranking_blocks SET cases = replace(cases, '"q3"', '"q4"')""",
    "a failure forgotten": "UPDATE ranking_blocks SET failures = NULL",
    "a lost block": "DELETE FROM ranking_blocks",
    "ids cut": "UPDATE id_blocks SET text = substr(text, 2)",
    "ids changed": "UPDATE id_blocks SET text = zeroblob(length(text))",
    "ids gone": "DELETE FROM id_blocks",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_rankings_raise_and_never_become_numbers(stored, damage):
    change(stored.db, DAMAGE[damage])
    with open_reader(stored.db) as reader, pytest.raises(DamagedDatabase):
        reader.rankings(stored.run_id)
    if damage != "a lost block":
        with open_reader(stored.db) as reader, pytest.raises(DamagedDatabase):
            reader.ranking(stored.run_id, "q1")


@pytest.mark.parametrize(
    ("statement", "read"),
    [
        ("UPDATE goldens SET body = zeroblob(20)", lambda r, run: r.golden(run.golden_hash)),
        ("UPDATE goldens SET hash = 'x'", lambda r, _: r.golden("x")),
        ("UPDATE chunk_bodies SET body = '{}' WHERE key = 3", lambda r, run: r.manifest(run.manifest_hash)),
        ("DELETE FROM chunk_bodies WHERE key = 3", lambda r, run: r.manifest(run.manifest_hash)),
        ("UPDATE policies SET body = replace(body, '9/10', '1/10')", lambda r, run: r.policy(run.policy_hash)),
        ("UPDATE suites SET body = '{}'", lambda r, run: r.suite(run.suite_hash)),
        ("DELETE FROM case_results WHERE case_id = 'q2'", lambda r, run: r.case_rows(run.id)),
    ],
)  # fmt: skip
def test_damaged_contents_raise(stored, statement, read):
    statement = (
        statement.replace("'{}'", "CAST('{}' AS BLOB)")
        if "chunk_bodies" in statement
        else statement
    )
    change(stored.db, statement)
    with open_reader(stored.db) as reader:
        record = reader.resolve(stored.run_id)
        with pytest.raises(DamagedDatabase):
            read(reader, record)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda r: replace(r, scores=np.where(r.chunks == 0, np.nan, r.scores)), "finite"),
        (lambda r: replace(r, raw_scores=np.full(len(r.chunks), np.inf)), "finite"),
        (lambda r: replace(r, scores=r.scores[1:]), "length"),
        (lambda r: replace(r, starts=r.starts[1:]), "starts"),
        (lambda r: replace(r, chunk_ids=r.chunk_ids[:3]), "without ids"),
        (lambda r: replace(r, case_ids=("q1", "q1", "x", "y")), "twice"),
        (lambda r: replace(r, failures={"q1": "but it has a list"}), "failed"),
        (lambda r: replace(r, chunk_ids=("\ud800", *r.chunk_ids[1:])), "cannot be stored"),
        (lambda r: replace(r, case_ids=("\ud800", *r.case_ids[1:])), "cannot be stored"),
    ],
)
def test_b04_b40_what_does_not_hold_together_is_refused_before_it_is_written(db, made, spoil, said):
    good = made.contents()
    with open_store(db) as store:
        empty = counts(db)
        bad = replace(good, rankings=(good.rankings[0], spoil(good.rankings[1])))
        with pytest.raises(StoreError, match=said):
            store.save_run(bad)
        assert counts(db) == empty


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rankings": ()}, "without rankings"),
        ({"seed": 2**63}, "cannot be stored"),
        ({"context": {"x": object()}}, "cannot be stored"),
        ({"started": "yesterday"}, "ISO 8601"),
        ({"finished": "2026-01-01T00:00:00"}, "time zone"),
    ],
)
def test_runs_that_cannot_be_kept_are_refused(db, made, changes, said):
    contents = replace(made.contents(), **changes)
    with open_store(db) as store:
        with pytest.raises(StoreError, match=said):
            store.save_run(contents)
        assert store.runs() == ()


def test_an_examination_of_other_cases_is_refused(db, made):
    contents = replace(made.contents(), golden=made.golden(prefix="p"))
    with open_store(db) as store, pytest.raises(StoreError, match="other cases"):
        store.save_run(contents)


def test_b61_a_backup_has_what_still_waits_in_a_write_ahead_log(stored, tmp_path):
    held = sqlite3.connect(stored.db, isolation_level=None)
    held.execute("PRAGMA journal_mode = WAL")
    held.execute("PRAGMA wal_autocheckpoint = 0")
    held.execute("UPDATE runs SET label = 'in the log'")
    waiting = check_file(stored.db)
    assert waiting.waiting > 0
    assert "unbury backup" in waiting.summary
    copy = tmp_path / "copy.db"
    assert backup(stored.db, copy) == copy.stat().st_size
    held.close()
    with open_reader(copy) as reader:
        assert reader.runs()[0].label == "in the log"
        assert len(reader.rankings(stored.run_id)) == 2
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]


def test_a_backup_overwrites_nothing_and_needs_a_database(stored, tmp_path):
    taken = tmp_path / "taken.db"
    taken.write_text("mine")
    with pytest.raises(StoreError, match="a file already"):
        backup(stored.db, taken)
    assert taken.read_text() == "mine"
    with pytest.raises(StoreError, match="no database here"):
        backup(tmp_path / "absent.db", tmp_path / "new.db")
    with pytest.raises(StoreError, match="cannot be opened"):
        backup(stored.db, tmp_path / "absent" / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_check_counts_and_finds_strays(stored):
    sound = check_file(stored.db)
    assert sound.sound
    assert (sound.counts["runs"], sound.counts["verdicts"]) == (1, 1)
    assert sound.summary.endswith("sound")
    change(stored.db, "UPDATE runs SET golden_hash = 'gone'")
    broken = check_file(stored.db)
    assert not broken.sound
    assert "a row of runs points at goldens" in broken.summary


def test_check_finds_a_page_that_was_overwritten(stored):
    with stored.db.open("r+b") as file:
        file.seek(16_384 * 8)
        file.write(b"\xff" * 16_384)
    checked = None
    try:
        checked = check_file(stored.db)
    except DamagedDatabase:
        return
    assert not checked.sound


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE runs SET golden_hash = 'nowhere'", "FOREIGN KEY"),
        ("UPDATE case_results SET ndcg = 'much'", "cannot store TEXT"),
    ],
)
def test_references_and_types_hold_for_writers(stored, statement, said):
    with (
        open_store(stored.db) as store,
        pytest.raises(StoreError, match=said),
        store._transaction() as connection,
    ):
        connection.execute(statement)
