from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.comparison.compare import compare
from evalcore.model.comparison import (
    CaseChange,
    CellChange,
    Change,
    Comparison,
    Difference,
    Displacement,
    ManifestDiff,
    MeasureChange,
    Move,
)
from evalcore.model.message import Message
from evalcore.model.words import State
from evalcore.views.compared import COUNTERS, Compared
from evalcore.views.comparison import comparison_view
from evalcore.views.comparison_cases import case_rows, displacer_lines, move_lines
from evalcore.views.comparison_index import MOST_LISTED, difference_lines, index_view
from evalcore.views.comparison_measures import cell_rows, dimensions, measure_rows
from evalcore.views.language import Translator
from evalcore.views.words import Tone

EN, ES = Translator("en"), Translator("es")


def _measure(**values):
    plain = {"base": 95.0, "candidate": 95.0, "delta": 0.0, "low": -2.0, "high": 2.0}
    plain |= {"p": 0.8, "p_holm": 1.0, "resolvable": 4.0, "n": 20}
    return MeasureChange(**(plain | values))


def _case(number, change, **more):
    return CaseChange(case_id=f"caso-{number:03d}", change=change, **more)


def _fails(number):
    return _case(
        number,
        Change.WORSENED,
        flipped=True,
        state_before=State.PASS,
        state_after=State.FAIL,
        quality_before=Fraction(100),
        quality_after=Fraction(0),
    )


@pytest.fixture
def of(green, friday):
    def build(cases=(), **more):
        values = {"base": "b", "candidate": "c", "differences": (), "shared": 20} | more
        changes = Comparison(cases=tuple(cases), **values)
        return Compared(base=green, candidate=friday, changes=changes)

    return build


@pytest.fixture(scope="module")
def real(green, friday):
    return Compared(base=green, candidate=friday, changes=compare(green, friday))


def test_one_question_that_now_fails_is_the_headline(of):
    view = comparison_view(of([_fails(1)]), EN)
    assert view.headline == "1 question that passed now fails"
    assert view.tone is Tone.BAD
    assert comparison_view(of([_fails(1)]), ES).headline == "1 pregunta que aprobaba ahora suspende"


def test_ten_better_and_eight_worse_with_a_flat_mean_are_told_first(of):
    cases = [_case(n, Change.IMPROVED) for n in range(10)]
    cases += [_case(n, Change.WORSENED) for n in range(10, 18)]
    view = comparison_view(of(cases, measures={"quality": _measure(delta=0.1)}), EN)
    assert view.headline == "No question changed verdict: 10 got better and 8 worse"
    assert any("10 questions got better and 8 worse" in one for one in view.body)


def test_nothing_changed_is_said_and_every_counter_stands_at_its_number(of):
    cases = [_case(n, Change.WITHIN_NOISE) for n in range(20)]
    view = comparison_view(of(cases), EN)
    assert view.headline == "Nothing changed for any of the 20 shared questions"
    assert {one.key: one.n for one in view.counters} == {
        **dict.fromkeys(COUNTERS, 0),
        "within_noise": 20,
    }


def test_runs_without_a_shared_question_are_not_called_equal(of):
    view = comparison_view(of([_case(1, Change.NOT_COMPARABLE)], shared=0), EN)
    assert "share no question" in view.headline
    assert view.tone is Tone.WARN
    assert any("1 question is left out" in one for one in view.body)


def test_when_no_outcome_could_be_significant_it_is_said_in_words(of):
    told = comparison_view(
        of([_fails(1)], measures={"quality": _measure(delta=-5.0, p=1.0, resolvable=None)}), EN
    )
    assert any("no outcome could have counted as proof" in one for one in told.body)
    resolved = comparison_view(
        of([_fails(1)], measures={"quality": _measure(delta=-5.0, p_holm=0.01)}), EN
    )
    assert any("Chance alone would hardly make" in one for one in resolved.body)
    assert any("smaller than 4.0 cannot be told from chance" in one for one in resolved.body)


@pytest.mark.parametrize(
    ("values", "word", "tone"),
    [
        ({"delta": 3.0, "p_holm": 0.001}, "better", Tone.GOOD),
        ({"delta": -3.0, "p_holm": 0.001}, "worse", Tone.BAD),
        ({"delta": -3.0, "p_holm": 0.2}, "could be chance", Tone.QUIET),
        ({"delta": -3.0, "resolvable": None}, "too few questions to tell", Tone.QUIET),
        ({"delta": None, "p": None}, "not measured", Tone.QUIET),
        ({"delta": 0.0}, "no change", Tone.QUIET),
    ],
)
def test_a_measure_is_called_better_only_where_chance_is_ruled_out(of, values, word, tone):
    row = measure_rows(of(measures={"quality": _measure(**values)}), EN)[0]
    assert (row.verdict, row.tone) == (word, tone)


def test_less_noise_is_better(of):
    row = measure_rows(of(measures={"noise": _measure(delta=-0.1, p_holm=0.001)}), EN)[0]
    assert row.verdict == "better"


def test_groups_that_lost_most_come_first_and_unknown_dimensions_are_shown(of):
    def cell(value, failing, dimension="category"):
        return CellChange(
            dimension=dimension,
            value=value,
            n=5,
            improved=0,
            worsened=failing,
            newly_failing=tuple(f"caso-{n:03d}" for n in range(failing)),
            newly_passing=(),
            quality_before=100.0,
            quality_after=100.0 - 20 * failing,
        )

    both = of(cells=(cell("a", 0), cell("b", 2), cell("c", 1), cell("z", 0, "mood")))
    assert dimensions(both) == ("category", "mood")
    rows = cell_rows(both, "category", EN)
    assert [row.value for row in rows] == ["b", "c", "a"]
    assert [row.quality for row in rows] == ["100.0 → 60.0", "100.0 → 80.0", "100.0"]


def test_blind_cases_appear_in_no_counter_row_or_group(of, green, friday, made):
    hidden = replace(made.easy_case(1), blind=True)
    golden = replace(friday.golden, cases=(hidden,))
    both = of([_fails(1), _fails(2)])
    secret = Compared(
        base=both.base, candidate=replace(friday, golden=golden), changes=both.changes
    )
    assert [one.case_id for one in secret.cases] == ["caso-002"]
    assert comparison_view(secret, EN).headline == "1 question that passed now fails"


def test_the_real_friday_names_the_displacers_their_batch_and_both_ranks(real, made):
    row = case_rows(real, real.cases, EN)[0]
    assert (row.id, row.verdict, row.quality) == (made.TRAVEL, "Passes → Fails", "100 → 0")
    assert "6 → 14" in row.ranks
    assert row.batch == "procedimiento de viajes"
    assert row.pushed == "8 chunks now stand above that did not, all of them new"
    lines = displacer_lines(real, real.cases[0], EN)
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    assert all(line.new and line.was == "new" for line in lines)
    words = {line.facts.id: line.words for line in move_lines(real, real.cases[0], EN)}
    assert words[made.TABLE] == "rank 6, now 14"


def test_where_a_displacer_was_is_said(of):
    case = _case(
        1,
        Change.WORSENED,
        moves=(Move(chunk_id="c1", grade=1, gold=False, rank_before=1, rank_after=None),),
        displacers=(
            Displacement(chunk_id="c2", batch=None, rank_before=7, rank_after=1, new=False),
            Displacement(chunk_id="c3", batch=None, rank_before=None, rank_after=2, new=None),
        ),
    )
    both = of([case])
    assert [line.was for line in displacer_lines(both, case, EN)] == [
        "was at rank 7",
        "was not in the list",
    ]
    row = case_rows(both, [case], EN)[0]
    assert row.ranks == "1 → absent"
    assert row.pushed == "2 chunks now stand above that did not"


def test_a_case_that_cannot_be_compared_says_why(of):
    reason = Message("only the base has it")
    row = case_rows(of(), [_case(1, Change.NOT_COMPARABLE, reason=reason)], EN)[0]
    assert row.reason == "only the base has it"
    assert (row.verdict, row.quality) == ("—", "—")


def test_the_index_tells_ingests_and_piles_and_counts_what_it_does_not_list(of):
    added = tuple(f"new_{n}" for n in range(MOST_LISTED + 3))
    view = index_view(of(manifest=ManifestDiff(added=added, new_batches=("b-fri",))), EN)
    assert [line.title for line in view.batches] == ["procedimiento de viajes"]
    assert view.batches[0].words == "80 documents, none rejected"
    pile = view.piles[0]
    assert (pile.n, len(pile.chunks), pile.more) == (MOST_LISTED + 3, MOST_LISTED, "and 3 more")
    assert index_view(of(), EN).words.startswith("One of the two runs has no manifest")
    same = index_view(of(manifest=ManifestDiff()), EN)
    assert same.words == "The index holds the same chunks in both runs."


def test_differences_are_named_and_their_values_are_short():
    lines = difference_lines(
        [
            Difference(name="cutoff", base=10, candidate=5),
            Difference(name="retriever.x", base=None, candidate={"a": "b" * 200}),
        ],
        ES,
    )
    assert (lines[0].name, lines[0].base, lines[0].candidate) == ("Corte", "10", "5")
    assert lines[1].name == "retriever.x"
    assert len(lines[1].candidate) == 60
