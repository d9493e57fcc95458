import pytest

from evalcore.golden.batches import newest_batch
from evalcore.model.manifest import Batch, Chunk, Manifest


def newest(*batches):
    described = tuple(Batch(id=name, at=at, rejected=rejected) for name, at, rejected in batches)
    found = newest_batch(Manifest(chunks=(Chunk(chunk_id="a"),), batches=described))
    return None if found is None else found.id


@pytest.mark.parametrize(
    "batches",
    [
        pytest.param(
            [("old", "2026-01-30", 0), ("new", "2026-01-31", 23)],
            id="days",
        ),
        pytest.param(
            [("old", "2026-01-31T23:30:00+14:00", 0), ("new", "2026-01-31T20:00:00-05:00", 23)],
            id="by the instant, not by the text",
        ),
        pytest.param(
            [("old", "2026-W01", 0), ("new", "20260131", 23)],
            id="other spellings of a day",
        ),
        pytest.param(
            [("old", "2026-01-31T08:00:00", 0), ("new", "2026-01-31T09:00:00Z", 0)],
            id="a time without a zone is in UTC",
        ),
        pytest.param([("old", None, 23), ("new", None, 0)], id="without times the last described"),
    ],
)
def test_the_newest_batch_is_the_one_that_came_last(batches):
    assert newest(*batches) == "new"
    if batches[0][1] is not None:
        assert newest(*reversed(batches)) == "new"


@pytest.mark.parametrize(
    "batches",
    [
        pytest.param([("x", "2026-01-31", 0), ("bad", "2026-01-31", 23)], id="the same day"),
        pytest.param(
            [("x", "2026-01-31T08:00:00Z", 0), ("bad", "2026-01-31", 23)],
            id="an hour of a day, and the day",
        ),
        pytest.param([("x", "2026-01-31", 0), ("bad", None, 23)], id="no time beside one"),
        pytest.param([("x", "2026-01-31", None), ("bad", "2026-01-31", 0)], id="said, not silent"),
        pytest.param([("x", "9999-12-31", 0), ("bad", "9999-12-31", 1)], id="the last day of all"),
    ],
)
def test_where_several_may_be_the_newest_none_hides_what_it_rejected(batches):
    assert newest(*batches) == "bad"
    assert newest(*reversed(batches)) == "bad"


def test_without_described_batches_there_is_none():
    assert newest() is None
    assert newest_batch(None) is None
