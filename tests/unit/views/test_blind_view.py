from evalcore.model.case import GoldenSet
from evalcore.views.blind import reserve
from evalcore.views.language import Translator

EN, ES = Translator("en"), Translator("es")


def test_the_reserve_is_told_beside_the_visible_cases(made):
    told = reserve(made.with_reserve(), EN)
    assert told.sentence == (
        "1 blind case is kept apart and never listed. "
        "Of the 1 that count, 1 pass; of the 6 visible ones, 2."
    )
    rows = {row.label: (row.blind, row.visible) for row in told.rows}
    assert rows["Quality"] == ("100.0 (1/1)", "50.0 (4/6)")


def test_a_reserve_that_was_not_asked_says_how_to_ask_it(states):
    told = reserve(states, ES)
    assert told.rows == ()
    assert "--blind" in told.sentence


def test_without_a_reserve_nothing_is_told(friday):
    assert isinstance(friday.golden, GoldenSet)
    assert reserve(friday, EN) is None


def test_nothing_of_a_blind_case_is_in_what_is_told(made):
    assert "ciega" not in str(reserve(made.with_reserve(), EN))
