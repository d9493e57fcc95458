"""Displacers: who took the places above, and which of them deserve a second look."""

from datetime import date

from evalcore.diagnosis.displacers import MOST, displacers_of

from support.case_files import case_file, chunk, chunks, listed


def above(members, *ids, rank=None, **facts):
    file = case_file(members, rank=rank, ranking=listed(*ids), **facts)
    return displacers_of(file, file.buried[0])


def test_they_stand_above_it_in_order_with_their_batch_and_domain():
    found = above(chunks(), "c4", "c7", "c0", "c9", rank=3)
    assert [(it.chunk_id, it.rank, it.batch, it.domain) for it in found] == [
        ("c4", 1, "b1", "laboral"),
        ("c7", 2, "b1", "laboral"),
    ]


def test_of_an_absent_chunk_they_fill_the_cutoff():
    assert [it.chunk_id for it in above(chunks(), "c4", "c7", "c9")] == ["c4", "c7"]


def test_a_near_copy_without_a_label_may_be_a_missing_label():
    copy = chunk(0, chunk_id="copy", position=40)
    (found,) = above([*chunks(), copy], "copy", "c0", rank=2)
    assert (found.likeness, found.maybe_unlabelled, found.old_version) == (1.0, True, False)


def test_an_old_version_is_no_missing_label():
    old = chunk(0, chunk_id="old", valid_from=date(2020, 1, 1), valid_to=date(2026, 1, 1))
    (found,) = above([*chunks(), old], "old", "c0", rank=2)
    assert (found.old_version, found.maybe_unlabelled) == (True, False)
    assert found.valid_to == "2026-01-01"


def test_a_result_that_the_manifest_lacks_is_listed_as_unknown():
    (found,) = above(chunks(), "stranger", "c0", rank=2)
    assert (found.chunk_id, found.likeness, found.domain) == ("stranger", 0.0, None)


def test_a_repeated_result_is_listed_once_and_no_list_has_no_end():
    ids = [f"s{n % 50}" for n in range(90)]
    found = above(chunks(), *ids, "c0", rank=91)
    assert len(found) == MOST == len({it.chunk_id for it in found})
