"""A trail comes back from its plain form exactly, and nothing else is taken for one."""

import json

import pytest

from evalcore.diagnosis.trail import trails_of
from evalcore.model.plain_trail import trail_from_plain, trail_to_plain

from support.case_files import FixedAsker, case_file, chunks, listed


@pytest.fixture
def trail():
    file = case_file(chunks({0: {"representation": ""}}), rank=3, ranking=listed("c4", "c5", "c0"))
    return trails_of([file], FixedAsker(rank=1))[0]


def test_it_comes_back_through_strict_json(trail):
    written = json.dumps(trail_to_plain(trail), allow_nan=False)
    assert trail_from_plain(json.loads(written)) == trail


@pytest.mark.parametrize(
    "damage",
    [
        lambda plain: plain.pop("chunks"),
        lambda plain: plain["chunks"][0].pop("rank"),
        lambda plain: plain["chunks"][0]["findings"][0].update(answer="perhaps"),
        lambda plain: plain["chunks"][0]["findings"][0].update(probe="weather"),
        lambda plain: plain["chunks"][0]["findings"][0].update(sentence="text"),
        lambda plain: plain["chunks"][0].update(displacers=[{"chunk_id": "x"}]),
    ],
)
def test_a_damaged_one_is_refused(trail, damage):
    plain = trail_to_plain(trail)
    damage(plain)
    with pytest.raises(ValueError, match=r"stored trail|not a valid"):
        trail_from_plain(plain)
