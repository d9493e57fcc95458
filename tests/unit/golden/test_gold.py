import pytest

from evalcore.golden.gold import gold_known
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk, Manifest


def known(*flags, manifest=None):
    labels = tuple(Expected(chunk_id=f"c{n}", gold=flag) for n, flag in enumerate(flags))
    return gold_known([Case(id="q", question="?", expected=labels)], manifest)


@pytest.mark.parametrize(
    ("flags", "tells"),
    [
        pytest.param([None, None], False, id="no flag"),
        pytest.param([True, None], True, id="gold is marked, so the rest is not"),
        pytest.param([False, False], True, id="every label says that it is not"),
        pytest.param([False, None], False, id="a few that are not say nothing of the others"),
        pytest.param([], False, id="no label"),
    ],
)
def test_gold_is_known_where_flags_tell_it(flags, tells):
    assert known(*flags) is tells


@pytest.mark.parametrize(
    ("chunk", "tells"),
    [
        (Chunk(chunk_id="a"), False),
        (Chunk(chunk_id="a", tier="silver"), True),
        (Chunk(chunk_id="a", labels=()), True),
    ],
)
def test_gold_is_known_where_the_manifest_keeps_tiers_or_labels(chunk, tells):
    assert known(None, manifest=Manifest(chunks=(chunk,))) is tells
