from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.model.repair import Edit, Effect, Moved, Reserve
from evalcore.views.bench import bench_view, edit_words
from evalcore.views.language import LANGUAGES, Translator
from evalcore.views.words import Tone

EN, ES = Translator("en"), Translator("es")


def _figures(view):
    return {figure.label: (figure.value, figure.note) for figure in view.figures}


def test_rank_recall_and_quality_are_told_before_and_after(trails, friday):
    told = _figures(bench_view(trails.tried(), friday, EN))
    assert told == {
        "Rank of the chunk": ("14 → 3", "comes among the first 10"),
        "Recall of the case": ("2/3 → 3/3", "now passes"),
        "Quality (0 to 100)": ("0 → 100", ""),
    }


@pytest.mark.parametrize(
    ("now", "value", "note"),
    [
        (12, "14 → 12", "still below 10"),
        (14, "14 → 14", "does not move"),
        (None, "14 → —", "is not found any more"),
    ],
)
def test_an_edit_that_does_not_help_is_told_as_such(trails, friday, now, value, note):
    view = bench_view(trails.tried(now=now), friday, EN)
    assert _figures(view)["Rank of the chunk"] == (value, note)
    assert view.figures[1].note == "still fails"


def test_a_chunk_that_was_not_found_has_a_dash_and_no_rank(trails, friday):
    here = trails.effect()
    lost = replace(here, before=replace(here.before, rank=None))
    view = bench_view(replace(trails.tried(), here=lost), friday, EN)
    assert _figures(view)["Rank of the chunk"] == (
        "— → 3",
        "was not found, comes among the first 10",
    )


def test_every_other_case_is_accounted_for_in_one_sentence(trails, friday):
    def said(**more):
        view = bench_view(trails.tried(**more), friday, EN)
        return view.sentence, view.tone

    assert said() == ("No other case gets worse (37 checked).", Tone.GOOD)
    assert said(better=("caso-001", "caso-002"))[0].endswith("2 gain by it.")
    assert said(worse=("caso-001",)) == ("One other case gets worse (37 checked).", Tone.BAD)
    assert said(checked=0) == ("No other case could be checked.", Tone.WARN)


def test_a_case_that_slips_and_still_passes_is_said_but_not_as_a_failure(trails, friday):
    told = trails.tried(worse=("caso-001",))
    (other,) = told.others
    slipped = replace(other, after=replace(other.before, rank=2))
    view = bench_view(replace(told, others=(slipped,)), friday, EN)
    assert view.sentence == "One other case slips and still passes (37 checked)."
    assert (view.tone, view.others[0].tone) == (Tone.WARN, Tone.WARN)


def test_what_could_not_be_compared_withholds_the_green(trails, friday):
    view = bench_view(replace(trails.tried(), unchecked=("caso-001",)), friday, EN)
    assert view.tone is Tone.WARN
    assert view.unchecked == "One case could not be compared: look at it after the next run."


def test_reserved_cases_are_told_by_number_only_and_withhold_the_green(trails, friday):
    hurt = replace(trails.tried(), reserve=Reserve(checked=18, worse=2, improved=1))
    view = bench_view(hurt, friday, EN)
    assert view.reserve == "Of the 18 reserved cases, 2 get worse and 1 gain."
    assert view.tone is Tone.WARN


def test_another_case_says_which_ranks_moved(trails, friday):
    worse = trails.tried(worse=("caso-001",))
    moved = (Moved(chunk_id="c1", before=1, after=None), Moved(chunk_id="c2", before=3, after=3))
    told = replace(worse, others=(replace(worse.others[0], expected=moved),))
    (other,) = bench_view(told, friday, EN).others
    assert other.worse
    assert other.question == "¿Qué dice la píldora 1?"
    assert other.change == "recall 1/1 → 0/1; rank 1 → not found; now fails"


def test_a_case_that_only_crosses_its_noise_ceiling_says_so(trails, friday):
    same = trails.standing(1, Fraction(1), 100, passes=True)
    told = replace(trails.tried(), others=(Effect(case_id="caso-001", before=same, after=same),))
    assert bench_view(told, friday, EN).others[0].change.startswith("its noise goes over")


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_several_edits_each_is_told_alone(trails, friday, language):
    t = Translator(language)
    view = bench_view(trails.tried(gains=trails.two_gains()), friday, t)
    assert len(view.gains) == 2
    assert edit_words(tuple(Edit), t).count(",") >= 3


def test_the_gain_names_its_edit(trails, friday):
    view = bench_view(trails.tried(gains=trails.two_gains()), friday, ES)
    assert view.gains == (
        "Solo con la descripción: 14 → 3",
        "Solo con las etiquetas: 14 → no aparece",
    )
