"""What a measured stability says, whatever it is."""

from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.model.stability import (
    CaseVotes,
    Gain,
    Reading,
    Spread,
    Stability,
    Tolerance,
    Unfrozen,
)
from evalcore.views.language import Translator
from evalcore.views.stability import stability_view
from evalcore.views.stability_words import bought, call_by, headline, unfrozen_rows, warnings
from evalcore.views.words import Tone

from support.stored_runs import green

EN, ES = Translator("en"), Translator("es")
CALM = CaseVotes(case_id="calm", votes=(5, 5, 5))
SPLIT = CaseVotes(case_id="split", votes=(3, 5, 0))


def measured(*cases, **facts):
    tolerance = Tolerance(
        measure="quality", largest=Fraction(1), margin=Fraction(1), worth=Fraction(5)
    )
    spread = Spread(measure="quality", values=(Fraction(98), Fraction(99)), n=2, N=2)
    made = Stability(
        runs=("a", "b", "c"),
        suite="s",
        readings=tuple(Reading(name=n, passing=1, decision="BLOCK") for n in "abc"),
        samples=5,
        cases=cases or (CALM,),
        spreads=(spread,),
        tolerances=(tolerance,),
        case_tolerance=2,
        agreement={5: 6},
        never_undecided=False,
        min_agreement=Fraction(4, 5),
        asked=15,
    )
    return replace(made, **facts)


NOISY = Tolerance(
    measure="mrr", largest=Fraction(1, 10), margin=Fraction(0), worth=Fraction(5, 100)
)


@pytest.mark.parametrize(
    ("stability", "words", "tone"),
    [
        (measured(), "says the same", Tone.GOOD),
        (measured(SPLIT), "the means hold", Tone.GOOD),
        (measured(SPLIT, tolerances=()), "1 of 1 cases changes", Tone.WARN),
        (measured(SPLIT, tolerances=(NOISY,)), "more than a gate can bear", Tone.WARN),
        (measured(replace(CALM, unread=(0, 1, 0))), "could be read", Tone.WARN),
        (measured(runs=("a",), asked=1, tolerances=()), "Asked once", Tone.QUIET),
    ],
)
def test_the_headline_never_calls_calm_what_is_not_known(stability, words, tone):
    said, grave = headline(stability, EN)
    assert words in said
    assert grave is tone


def test_one_answer_gives_no_figure_that_could_look_like_calm():
    assert stability_view(measured(runs=("a",), asked=1, tolerances=()), {}, EN).facts == ()


def test_the_widest_swing_comes_first_and_is_marked():
    view = stability_view(
        measured(CALM, replace(SPLIT, case_id="z", votes=(4, 5, 5)), SPLIT), {}, EN
    )
    assert [(row.id, row.wide) for row in view.rows] == [("split", True), ("z", False)]
    assert view.rows[0].swing == "5 of 5 votes"


def test_a_measure_is_named_in_the_readers_language():
    view = stability_view(measured(SPLIT, tolerances=(NOISY,)), {}, ES)
    assert "MRR se mueve 10 puntos de 100" in view.why


def test_a_dead_threshold_and_single_samples_are_said():
    assert "can never leave a case undecided" in warnings(measured(never_undecided=True), EN)[0]
    alone = measured(samples=1, asked=3)
    assert "asked once" in warnings(alone, EN)[0]
    assert warnings(measured(), EN) == []


def test_the_gate_that_does_not_say_the_same_each_time_is_told():
    readings = tuple(
        Reading(name=n, passing=1, decision=word)
        for n, word in zip("abc", ("ACCEPT", "BLOCK", "ACCEPT"), strict=True)
    )
    said = stability_view(measured(readings=readings), {}, EN).decisions
    assert "ACCEPTED 2 and BLOCKED 1" in said


def test_what_a_sample_buys_is_said_with_its_price():
    gains = [
        Gain(samples=1, half_width=4.0, questions=69),
        Gain(samples=2, half_width=2.83, questions=138),
    ]
    said = bought(gains, 1, EN)
    assert "±4 points" in said
    assert "69 questions more" in said
    assert bought(gains, 2, EN) == ""
    still = [replace(gain, half_width=0.0) for gain in gains]
    assert "buys nothing" in bought(still, 1, EN)


def test_a_command_names_a_run_so_that_a_shell_finds_that_run():
    record = replace(green().record, label="3 sep 06:14")
    assert call_by(record, [record]) == "'3 sep 06:14'"
    assert call_by(record, [record, replace(record, id="other")]) == record.id
    assert call_by(replace(record, label=None), [record]) == record.id


def test_what_differs_is_named_in_the_readers_language():
    rows = unfrozen_rows([Unfrozen(name="golden set", values=("a", "b"))], ES)
    assert rows == [["Conjunto áureo", "a", "b"]]
