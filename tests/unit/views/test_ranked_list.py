import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Ranking, Rankings
from evalcore.model.words import Direction, Level
from evalcore.views.language import Translator
from evalcore.views.outcome import outcome_of
from evalcore.views.ranked import Cutoff, Extent, Gap, NoiseLine, Row, lines, ranked_list

EN = Translator("en")


def _run(made, ids, scores, expected, exam=None, **case):
    golden = GoldenSet(
        name="g",
        cases=(
            Case(
                id="q", question="?", expected=tuple(Expected(chunk_id=c) for c in expected), **case
            ),
        ),
    )
    ranking = Ranking(chunk_ids=tuple(ids), scores=None if scores is None else tuple(scores))
    return made.build(
        "r",
        golden=golden,
        manifest=None,
        rankings=(Rankings.pack([("q", ranking)]),),
        exam=exam or Exam(cutoff=3, depth=50),
    )


def _list(run):
    return ranked_list(outcome_of(run, "q"), EN)


def _kinds(drawn):
    return [line.rank if isinstance(line, Row) else type(line).__name__ for line in drawn]


def test_the_noise_line_falls_under_the_worst_expected_chunk(made):
    ranked = _list(_run(made, "abcd", [0.9, 0.8, 0.7, 0.6], "ab"))
    assert ranked.noise_after == 2
    assert _kinds(lines(ranked, Extent.USUAL, EN)) == [1, 2, "NoiseLine", 3, "Cutoff", 4]
    assert [row.noise for row in ranked.rows] == [False, False, True, False]


def test_a_tie_with_the_worst_expected_chunk_is_not_noise(made):
    ranked = _list(_run(made, "abc", [0.9, 0.8, 0.8], "b"))
    assert [row.noise for row in ranked.rows] == [False, False, False]
    assert _kinds(lines(ranked, Extent.USUAL, EN)) == [1, 2, 3, "NoiseLine", "Cutoff"]
    (line,) = (x for x in lines(ranked, Extent.USUAL, EN) if isinstance(x, NoiseLine))
    assert line.words == "noise line at 0.800: nothing listed scores worse"


def test_the_line_of_a_buried_chunk_falls_below_the_cutoff(friday, made):
    ranked = ranked_list(outcome_of(friday, made.TRAVEL), EN)
    drawn = _kinds(lines(ranked, Extent.USUAL, EN))
    assert ranked.noise_after == 14
    assert drawn[9:12] == [10, "Cutoff", 11]
    assert drawn[14:] == [14, "NoiseLine", 15, "Gap"]


def test_without_scores_there_is_neither_bar_nor_noise_line(made):
    ranked = _list(_run(made, "abcd", None, "b"))
    assert ranked.noise_after is None
    assert {(row.score, row.bar, row.noise) for row in ranked.rows} == {("", None, False)}


def test_an_absent_chunk_leaves_no_noise_line(made):
    assert _list(_run(made, "abcd", [4, 3, 2, 1], "z")).noise_after is None


def test_distances_count_the_other_way_round_b06(made):
    exam = Exam(cutoff=3, depth=50, direction=Direction.LOWER)
    ranked = _list(_run(made, "abcd", [0.11, 0.42, 0.97, 1.2], "b", exam))
    assert [row.noise for row in ranked.rows] == [False, False, True, False]
    assert ranked.noise_after == 2
    assert ranked.rows[0].bar == 1.0
    assert ranked.rows[-1].bar == 0.0


def test_negative_and_zero_scores_are_shown_b07(made):
    ranked = _list(_run(made, "ab", [0.0, -3.2], "ab"))
    assert [row.score for row in ranked.rows] == ["0.000", "-3.200"]


def test_a_repeated_chunk_says_where_it_stood_before_b10(made):
    ranked = _list(_run(made, "xxy", [3, 2, 1], "x"))
    assert [row.repeats for row in ranked.rows] == [None, 1, None]


def test_a_tie_across_the_cutoff_is_marked_on_both_sides_b01(made):
    ranked = _list(_run(made, "abcde", [0.9, 0.5, 0.5, 0.5, 0.4], "b"))
    assert [row.tied for row in ranked.rows] == [False, True, True, True, False]


def test_a_list_shorter_than_the_cutoff_says_where_it_ends_b18(made):
    drawn = lines(_list(_run(made, "ab", [2, 1], "a")), Extent.USUAL, EN)
    assert [line.words for line in drawn if isinstance(line, Cutoff)] == [
        "cutoff at 3: the list ends at rank 2"
    ]


def test_an_empty_list_is_a_list_b15(made):
    ranked = _list(_run(made, "", [], "a"))
    assert ranked.rows == ()


def test_a_missing_list_is_none_b13(made, states):
    assert ranked_list(outcome_of(states, "error"), EN) is None


def test_without_a_manifest_the_id_stands_alone(made):
    ranked = _list(_run(made, ['guide v2/§3 "intro"\t1'], [1.0], "z"))
    facts = ranked.rows[0].facts
    assert (facts.title, facts.known) == ('guide v2/§3 "intro"\t1', False)


def test_the_short_list_shows_the_first_the_expected_and_the_cutoff_s_neighbours(friday, made):
    ranked = ranked_list(outcome_of(friday, made.TRAVEL), EN)
    assert _kinds(lines(ranked, Extent.SHORT, EN)) == [
        1, "Gap", 4, "Gap", 10, "Cutoff", 11, "Gap", 14, "NoiseLine", "Gap",
    ]  # fmt: skip


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_every_row_is_drawn_or_counted_in_a_gap_exactly_once(made, data):
    n = data.draw(st.integers(1, 40))
    K = data.draw(st.integers(1, 12))
    ids = [f"c{i}" for i in range(n)]
    wanted = data.draw(st.sets(st.sampled_from([*ids, "absent"]), min_size=1, max_size=4))
    extent = data.draw(st.sampled_from(list(Extent)))
    run = _run(
        made, ids, [float(n - i) for i in range(n)], sorted(wanted), Exam(cutoff=K, depth=50)
    )
    drawn = lines(_list(run), extent, EN)
    covered = []
    for line in drawn:
        if isinstance(line, Row):
            covered.append(line.rank)
        elif isinstance(line, Gap):
            covered += range(line.first, line.last + 1)
    assert covered == list(range(1, n + 1))
    cuts = [i for i, line in enumerate(drawn) if isinstance(line, Cutoff)]
    assert len(cuts) == 1
    assert sum(isinstance(line, Row) for line in drawn[: cuts[0]]) <= K
    assert sum(isinstance(line, NoiseLine) for line in drawn) <= 1
    shown = {line.rank for line in drawn if isinstance(line, Row)}
    assert {ids.index(c) + 1 for c in wanted if c in ids} <= shown


def test_the_bars_say_that_they_do_not_start_at_zero(friday, made):
    ranked = ranked_list(outcome_of(friday, made.TRAVEL), EN)
    assert (
        ranked.scale
        == "The bar runs from 0.789 to 0.862, the scores shown; it does not start at zero."
    )


@pytest.mark.parametrize("extent", list(Extent))
def test_the_cutoff_says_what_it_means(friday, made, extent):
    ranked = ranked_list(outcome_of(friday, made.TRAVEL), EN)
    words = [line.words for line in lines(ranked, extent, EN) if isinstance(line, Cutoff)]
    assert words == ["cutoff at 10: what follows does not reach the user"]


def test_a_list_at_document_level_names_documents_b12(made):
    chunks = tuple(Chunk(chunk_id=f"d{n}#1", doc_id=f"d{n}", title=f"Doc {n}") for n in range(3))
    golden = GoldenSet(
        name="g", cases=(Case(id="q", question="?", expected=(Expected(chunk_id="d1"),)),)
    )
    ranking = Ranking(chunk_ids=("d0#1", "d1#1"), scores=(2.0, 1.0))
    run = made.build(
        "docs",
        golden=golden,
        manifest=Manifest(chunks=chunks),
        rankings=(Rankings.pack([("q", ranking)]),),
        exam=Exam(cutoff=3, depth=50, level=Level.DOCUMENT),
    )
    rows = _list(run).rows
    assert [(row.facts.id, row.facts.title, row.expected) for row in rows] == [
        ("d0", "Doc 0", False),
        ("d1", "Doc 1", True),
    ]
