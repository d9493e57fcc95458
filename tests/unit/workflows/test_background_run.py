"""A run that is watched and stopped: whole in the database, or not there at all."""

import json
import threading
import time

import pytest

from evalcore.errors import UsageError
from evalcore.store import open_reader
from evalcore.workflows.background_run import SHORT_BATCH, Desk, startable
from evalcore.workflows.reading import runs
from evalcore.workflows.run_suite import run_suite

CASES = 3 * SHORT_BATCH


@pytest.fixture
def suite(tmp_path):
    """A suite whose index waits until the file ``gate`` beside it is there."""
    numbers = range(CASES)
    golden = [
        {"id": f"q-{n}", "question": f"question {n}", "expected": [f"c-{n}"]} for n in numbers
    ]
    (tmp_path / "golden.jsonl").write_text("\n".join(map(json.dumps, golden)) + "\n")
    (tmp_path / "waits.py").write_text(
        "import time\nfrom pathlib import Path\n\nGATE = Path(__file__).with_name('gate')\n\n\n"
        "def search(query, depth):\n    while not GATE.exists():\n        time.sleep(0.01)\n"
        "    return [('c-' + query.split()[-1], 1.0)]\n"
    )
    path = tmp_path / "suite.toml"
    path.write_text(
        'name = "waiting"\ngolden = "golden.jsonl"\n[retriever]\nkind = "python"\n'
        'callable = "waits:search"\n'
    )
    return path


@pytest.fixture
def gate(tmp_path):
    return tmp_path / "gate"


def ended(desk):
    for _ in range(2000):
        look = desk.look()
        if look.ended:
            return look
        time.sleep(0.01)
    raise AssertionError("the run did not end")


def asking(desk):
    for _ in range(2000):
        if desk.look().total:
            return desk.look()
        time.sleep(0.01)
    raise AssertionError("the run did not begin to ask")


def test_a_run_is_watched_to_its_end_and_stored(suite, gate, tmp_path):
    db, desk = tmp_path / "unbury.db", Desk()
    desk.start(db, suite, label="watched")
    assert asking(desk).total == CASES
    gate.touch()
    look = ended(desk)
    assert (look.done, look.trouble, look.stopped) == (CASES, None, False)
    (record,) = runs(db)
    assert (record.id, record.label) == (look.run_id, "watched")


def test_a_stopped_run_leaves_nothing_behind(suite, gate, tmp_path):
    gate.touch()
    db, desk = tmp_path / "unbury.db", Desk()
    run_suite(suite, db=db)
    before = db.read_bytes()
    gate.unlink()
    desk.start(db, suite)
    asking(desk)
    desk.stop()
    gate.touch()
    look = ended(desk)
    assert look.stopped
    assert look.run_id is None
    assert look.done <= SHORT_BATCH
    assert db.read_bytes() == before
    assert len(runs(db)) == 1


def test_one_run_at_a_time_and_another_after_it(suite, gate, tmp_path):
    db, desk = tmp_path / "unbury.db", Desk()
    desk.start(db, suite)
    with pytest.raises(UsageError, match="under way already"):
        desk.start(db, suite)
    gate.touch()
    ended(desk)
    desk.start(db, suite)
    ended(desk)
    assert len(runs(db)) == 2


def test_what_goes_wrong_is_told_and_the_desk_is_free_again(suite, gate, tmp_path):
    gate.touch()
    db, desk = tmp_path / "unbury.db", Desk()
    (tmp_path / "waits.py").write_text("")
    desk.start(db, suite)
    assert 'no function "search"' in ended(desk).trouble
    assert not db.exists()


def test_only_suites_that_ran_here_and_still_ask_the_same_index_may_be_started(
    suite, gate, tmp_path
):
    gate.touch()
    db = tmp_path / "unbury.db"
    run_suite(suite, db=db)
    run_suite(suite, db=db)
    with open_reader(db) as reader:
        records = reader.runs()
    (found,) = startable(db, records)
    assert (found.name, found.path) == ("waiting", suite)
    suite.write_text(suite.read_text().replace("waits:search", "other:search"))
    assert startable(db, records) == ()
    suite.unlink()
    assert startable(db, records) == ()


def test_looks_may_come_from_any_thread(suite, gate, tmp_path):
    desk, seen = Desk(), []
    gate.touch()
    desk.start(tmp_path / "unbury.db", suite)
    threads = [threading.Thread(target=lambda: seen.append(desk.look())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ended(desk)
    assert all(look.suite == "suite.toml" for look in seen)
