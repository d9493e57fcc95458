"""Lists are kept some cases a row, and lists of earlier files, a row a case, are moved."""

from __future__ import annotations

import sqlite3
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import DamagedDatabase
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.store import migrate, open_reader, open_store
from evalcore.store.ranking_blocks import MOST_CASES, MOST_RESULTS, read_block, rows_of

LISTS = st.lists(
    st.one_of(
        st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=5),
        st.text(max_size=4).map(Failure),
    ),
    min_size=1,
    max_size=2 * MOST_CASES + 3,
)


def packed(lists):
    answers = []
    for number, one in enumerate(lists):
        answer = one
        if not isinstance(one, Failure):
            ids = tuple(f"c{place}" for place in range(len(one)))
            answer = Ranking(chunk_ids=ids, scores=tuple(one))
        answers.append((f'q"{number}', answer))
    return Rankings.pack(answers)


@given(LISTS)
@settings(deadline=None, max_examples=40)
def test_every_list_comes_back_out_of_its_block(lists):
    rankings = packed(lists)
    ids = dict(enumerate(rankings.chunk_ids))
    found = {}
    for _, _, *row in rows_of(7, rankings):
        whole = tuple(bytes(part) if isinstance(part, memoryview) else part for part in row)
        block = read_block(whole, scored=rankings.scores is not None, raw_scored=False)
        found |= {case_id: block.of(case_id, ids) for case_id in block.case_ids}
    assert found == {case_id: rankings.of(case_id) for case_id in rankings.case_ids}


def test_a_block_holds_few_results_however_long_the_lists_are():
    long = tuple(f"c{n}" for n in range(3000))
    rankings = Rankings.pack((f"q{n}", Ranking(chunk_ids=long)) for n in range(9))
    sizes = [len(row[5]) // 4 for row in rows_of(1, rankings)]
    assert len(sizes) > 1
    assert max(sizes) <= MOST_RESULTS


def test_one_case_is_found_by_its_exact_id_among_ids_that_hold_it(stored, made):
    names = ('b"', 'a"b"', "b", '"b"', "\\", "ñ", "a\nb")
    lists = [(name, Ranking(chunk_ids=("7",) * (1 + n))) for n, name in enumerate(names)]
    contents = made.contents(rankings=(Rankings.pack(lists),))
    with open_store(stored.db) as store:
        run_id = store.save_run(contents)
        for name, one in lists:
            assert store.ranking(run_id, name) == one
        assert store.ranking(run_id, "a") is None


def as_before(db, run_id, samples):
    """Rewrite the lists of a run as files had them until the fourth migration."""
    connection = sqlite3.connect(db)
    connection.execute("DROP TABLE ranking_blocks")
    connection.execute(
        "CREATE TABLE rankings (key INTEGER PRIMARY KEY, set_key INTEGER NOT NULL"
        " REFERENCES ranking_sets (key), case_id TEXT NOT NULL, failure TEXT,"
        " chunks BLOB NOT NULL, scores BLOB, raw_scores BLOB, crc INTEGER NOT NULL,"
        " UNIQUE (set_key, case_id)) STRICT"
    )
    for key, rankings in enumerate(samples, start=1):
        for row, case_id in enumerate(rankings.case_ids):
            cut = slice(*rankings.starts[row : row + 2].tolist())
            parts = [
                rankings.chunks[cut].astype("<i4").tobytes(),
                rankings.scores[cut].astype("<f8").tobytes(),
                rankings.raw_scores[cut].astype("<f8").tobytes(),
            ]
            crc = zlib.crc32(b"".join(parts))
            values = [key << 32 | row, key, case_id, rankings.failures.get(case_id), *parts, crc]
            connection.execute("INSERT INTO rankings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    names = [name for name, _ in migrate.STEPS[3:]]
    connection.executemany(
        "DELETE FROM _sqlite_migrations WHERE name = ?", [(name,) for name in names]
    )
    connection.execute("PRAGMA user_version = 3")
    connection.commit()
    return connection


@pytest.fixture
def only_four_steps(monkeypatch):
    monkeypatch.setattr(migrate, "STEPS", migrate.STEPS[:4])


@pytest.mark.usefixtures("only_four_steps")
def test_b60_lists_of_an_earlier_file_are_moved_bit_for_bit(stored):
    before = stored.contents.rankings
    as_before(stored.db, stored.run_id, before).close()
    open_store(stored.db).close()
    with open_reader(stored.db) as reader:
        for old, new in zip(before, reader.rankings(stored.run_id), strict=True):
            assert new.case_ids == old.case_ids
            assert new.failures == old.failures
            for name in ("starts", "chunks", "scores", "raw_scores"):
                assert np.array_equal(getattr(new, name), getattr(old, name))


@pytest.mark.usefixtures("only_four_steps")
def test_b60_a_damaged_list_stops_the_upgrade_and_nothing_is_moved(stored):
    connection = as_before(stored.db, stored.run_id, stored.contents.rankings)
    connection.execute("UPDATE rankings SET scores = zeroblob(length(scores)) WHERE case_id = 'q1'")
    connection.commit()
    connection.close()
    with pytest.raises(DamagedDatabase, match="q1"):
        open_store(stored.db)
    rows = sqlite3.connect(stored.db).execute("SELECT count(*) FROM rankings").fetchone()
    assert rows == (8,)
