from dataclasses import replace

from evalcore.model.case import GoldenSet
from evalcore.views.against import Kind, against
from evalcore.views.language import Translator
from evalcore.views.outcome import outcome_of

EN = Translator("en")


def _travel(made, now, then):
    return against(outcome_of(now, made.TRAVEL), outcome_of(then, made.TRAVEL), EN)


def test_what_stands_above_is_what_stayed_and_what_displaced(friday, green, made):
    beside = _travel(made, friday, green)
    above = [move for move in beside.moves if move.now is not None and move.now < 14]
    kept = [move for move in above if move.before is not None and move.before < 6]
    assert len(above) == 13
    assert len(kept) == 5
    assert beside.words.startswith("8 results now stand above the last expected chunk")
    assert "8 of them were not in the index then." in beside.words
    assert beside.batch == "procedimiento de viajes"


def test_expected_chunks_keep_their_ranks_on_both_sides(friday, green, made):
    moves = {m.facts.id: m for m in _travel(made, friday, green).moves if m.kind is Kind.EXPECTED}
    assert (moves[made.TABLE].before, moves[made.TABLE].now, moves[made.TABLE].found) == (
        6,
        14,
        False,
    )
    assert (moves["gold_viajes_001"].before, moves["gold_viajes_001"].now) == (1, 1)


def test_a_case_whose_contents_changed_is_not_compared_b56(friday, green, made):
    case = replace(made.travel_case(), question="¿Otra pregunta?")
    golden = GoldenSet(name="g", cases=(case, *friday.golden.cases[1:]))
    other = made.build("other", golden=golden, manifest=friday.manifest, rankings=friday.rankings)
    assert against(outcome_of(other, made.TRAVEL), outcome_of(green, made.TRAVEL), EN) is None


def test_an_unanswered_case_is_not_compared(states):
    error = outcome_of(states, "error")
    assert against(error, error, EN) is None


def test_without_manifests_nothing_is_called_new(friday, green, made):
    beside = _travel(made, replace(friday, manifest=None), green)
    assert beside.new == frozenset()
    assert beside.batch == ""
    assert beside.words.startswith("8 results now stand above")


def test_an_unchanged_list_says_so(green, made):
    beside = _travel(made, green, green)
    assert beside.words == "Nothing stands above the last expected chunk that did not before."
