import pytest

from evalcore.errors import IdSpaceMismatch
from evalcore.golden.id_space import check_id_space
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Ranking, Rankings


def check(expected, returned, held=None):
    manifest = None if held is None else Manifest(chunks=(Chunk(chunk_id=held),))
    rankings = Rankings.pack([("q", Ranking(chunk_ids=(returned,)))])
    check_id_space({expected}, manifest, rankings, Exam())


@pytest.mark.parametrize(
    ("expected", "returned", "why"),
    [
        ("doc-7", "doc-7#c3", "looks like the document"),
        ("a\u00f1o", "an\u0303o", "Unicode normalisation"),
        ("C1", "c1", "letter case"),
    ],
)
def test_b12_b35_ids_of_another_space_are_named_as_such(expected, returned, why):
    with pytest.raises(IdSpaceMismatch, match=why):
        check(expected, returned)


def test_twins_that_look_alike_are_shown_so_that_they_differ():
    with pytest.raises(IdSpaceMismatch) as refused:
        check("a\u00f1o", "an\u0303o")
    assert "'a\\xf1o' and 'an\\u0303o'" in str(refused.value)


def test_b58_results_of_another_index_than_the_manifest_are_refused():
    with pytest.raises(IdSpaceMismatch, match="same index build"):
        check("a", "a", held="zzz")


@pytest.mark.parametrize("returned", ["c10", "d", "c1x"])
def test_a_search_that_finds_nothing_is_a_failure_and_no_mismatch(returned):
    check("c1", returned)
