from dataclasses import replace

from evalcore.views.history import Past
from evalcore.views.language import Translator
from evalcore.views.measures import cards, label_of, value_of
from evalcore.views.words import Tone

EN, ES = Translator("en"), Translator("es")


def _by_name(run, t=EN, **more):
    return {card.name: card for card in cards(run, t, **more)}


def test_every_mean_stands_with_its_interval_and_its_denominators(friday):
    for card in cards(friday, EN):
        assert "/" in card.detail, card
        assert "interval" in card.detail, card


def test_a_mean_with_unmeasured_cases_shows_its_bounds_b42(states, friday):
    assert _by_name(states)["quality"].bounds == "between 33.3 and 66.7 if the rest were measured"
    assert _by_name(states)["quality"].detail.endswith("4/6 cases")
    assert _by_name(friday)["quality"].bounds == ""


def test_the_difference_is_candidate_minus_baseline(friday, green):
    shown = _by_name(friday, baseline=Past.of(green))
    assert (shown["quality"].delta, shown["quality"].delta_tone) == ("-5.0", Tone.BAD)
    assert (shown["noise"].delta, shown["noise"].delta_tone) == ("+2.5 points", Tone.BAD)
    assert (shown["mrr"].delta, shown["mrr"].delta_tone) == ("no change", Tone.QUIET)


def test_no_difference_is_shown_against_another_exam_b56(friday, green):
    other = replace(green.record, exam=replace(green.record.exam, cutoff=5))
    stranger = Past(record=other, promoted=True, estimates=green.examination.estimates)
    assert all(card.delta is None for card in cards(friday, EN, baseline=stranger))
    newer = replace(green.record, golden_hash="f" * 64)
    stranger = Past(record=newer, promoted=True, estimates=green.examination.estimates)
    assert all(card.delta is None for card in cards(friday, EN, baseline=stranger))


def test_the_series_ends_with_this_run(friday, green):
    card = _by_name(friday, past=[Past.of(green)])["quality"]
    assert card.series == (100.0, 95.0)
    assert _by_name(friday)["quality"].series == ()


def test_units_follow_the_measure_and_the_language():
    assert label_of("recall@10", ES) == "Recall@10"
    assert value_of("recall@10", 2 / 3, ES) == "66,7\u00a0%"
    assert value_of("quality", 96.25, EN) == "96.2"
    assert value_of("mrr", 0.5, EN) == "0.500"
    assert value_of("mrr", None, EN) == "—"
    assert label_of("brand_new@3", EN) == "brand_new@3"


def test_the_best_known_measures_come_first(friday):
    names = [card.name for card in cards(friday, EN)]
    assert names[:3] == ["quality", "recall@10", "noise"]
    assert [card.main for card in cards(friday, EN)] == sorted(
        (card.main for card in cards(friday, EN)), reverse=True
    )
