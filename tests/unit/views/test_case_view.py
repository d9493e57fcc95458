from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.ranking import Ranking, Rankings
from evalcore.model.words import Place, State
from evalcore.views.case import case_view, neighbours
from evalcore.views.language import LANGUAGES, Translator
from evalcore.views.outcome import outcome_of
from evalcore.views.words import Tone

EN, ES = Translator("en"), Translator("es")
STATES = {
    "caso-001": State.PASS,
    "falla": State.FAIL,
    "perdida": State.LOST,
    "rota": State.BROKEN,
    "error": State.ERROR,
    "dudosa": State.UNDECIDED,
    "sin": State.NO_ANSWER,
    "borrador": State.DRAFT,
    "retirada": State.RETIRED,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case_id", STATES)
def test_every_state_has_its_finding(states, case_id, language):
    outcome = outcome_of(states, case_id)
    view = case_view(outcome, Translator(language))
    assert outcome.state is STATES[case_id]
    assert view.finding.headline
    assert view.finding.body
    assert "{" not in str(view.finding)


def test_a_buried_chunk_is_named_by_its_rank(friday, made):
    view = case_view(outcome_of(friday, made.TRAVEL), ES)
    assert view.finding.headline == "Una píldora esperada está enterrada en el puesto 14"
    assert view.finding.body[0].startswith(
        "Solo se entregan las 10 primeras, y entre ellas están 2 de las 3"
    )
    assert view.finding.body[1] == "Recall 2/3 (66,7\u00a0%), calidad 0."
    assert [card.place_words for card in view.expected] == [
        "Encontrada · puesto 1",
        "Encontrada · puesto 4",
        "Enterrada · puesto 14",
    ]
    assert [card.gold for card in view.expected] == [True, False, False]


def _one(made, ids, expected, *, policy=None, exam=None, **case):
    golden = GoldenSet(
        name="g", cases=(Case(id="q", question="?", expected=tuple(expected), **case),)
    )
    ranking = Ranking(
        chunk_ids=tuple(ids), scores=tuple(float(len(ids) - i) for i in range(len(ids)))
    )
    run = made.build(
        "one",
        golden=golden,
        manifest=None,
        rankings=(Rankings.pack([("q", ranking)]),),
        policy=policy or made.POLICY,
        exam=exam or Exam(cutoff=2, depth=10),
    )
    return outcome_of(run, "q")


def test_absent_and_buried_chunks_are_told_apart(made):
    outcome = _one(made, "abcde", [Expected(chunk_id=c) for c in "cez"])
    view = case_view(outcome, EN)
    assert (
        view.finding.headline
        == "2 expected chunks are buried, at ranks 3 and 5, and one does not appear"
    )
    assert view.expected[2].place is Place.ABSENT
    assert view.expected[2].place_words == "Absent · not in 5 results"
    assert view.noise == "An expected chunk is absent, so this case has no noise line."


def test_a_passing_case_over_its_ceiling_is_not_told_as_clean(made):
    policy = replace(made.POLICY, noise=replace(made.POLICY.noise, ceiling=Fraction(3, 10)))
    view = case_view(_one(made, "ab", [Expected(chunk_id="a")], policy=policy), EN)
    assert view.finding.tone is Tone.WARN
    assert view.finding.body[-1] == "But noise is over its ceiling: 1/2 where 30% is allowed."


def test_one_of_several_is_said_to_be_enough(made):
    labels = [Expected(chunk_id="a"), Expected(chunk_id="z")]
    view = case_view(_one(made, "ab", labels, requires_all=False), EN)
    assert view.finding.headline == "One expected chunk is enough, and it came out"
    assert view.one_is_enough == "Any one of them is enough."
    grouped = [Expected(chunk_id="a", group="g"), Expected(chunk_id="z", group="g")]
    view = case_view(_one(made, "ab", grouped), EN)
    assert view.one_is_enough == "One of each group is enough."
    assert "any of group 1" in view.expected[0].detail


def test_where_nothing_says_what_is_gold_the_case_counts_as_gold(made):
    assert case_view(_one(made, "ab", [Expected(chunk_id="a")]), EN).gold == (
        "Nothing says what is gold: it counts as gold"
    )


def test_measures_of_the_case_are_exact_fractions(friday, made):
    shown = {m.label: m.value for m in case_view(outcome_of(friday, made.TRAVEL), EN).measures}
    assert shown["Recall@10"] == "2/3"
    assert shown["Precision@10"] == "2/10"
    assert shown["Quality (0 to 100)"] == "0"


def test_a_measure_without_a_value_is_a_dash_not_a_nought(states):
    shown = {m.label: m.value for m in case_view(outcome_of(states, "error"), EN).measures}
    assert shown["Recall@10"] == shown["nDCG@10"] == "—"


def test_repeats_ties_and_short_lists_are_told_in_plain_words_b01_b10_b18(states, made):
    notes = case_view(outcome_of(states, "falla"), EN).notes
    assert "A chunk comes back twice: it keeps its slot and earns nothing." in notes
    golden = GoldenSet(
        name="g", cases=(Case(id="q", question="?", expected=(Expected(chunk_id="b"),)),)
    )
    ranking = Ranking(chunk_ids=("a", "b", "c"), scores=(0.9, 0.5, 0.5))
    run = made.build(
        "tie",
        golden=golden,
        manifest=None,
        rankings=(Rankings.pack([("q", ranking)]),),
        exam=Exam(cutoff=2, depth=9),
    )
    (note,) = case_view(outcome_of(run, "q"), EN).notes
    assert note.endswith("recall could be anywhere from 0/1 to 1/1.")


def test_a_note_added_later_is_shown_under_its_own_name(friday, made):
    examination = replace(friday.examination, notes={made.TRAVEL: ("brand_new",)})
    view = case_view(outcome_of(replace(friday, examination=examination), made.TRAVEL), ES)
    assert view.notes == ("brand_new",)


def test_the_reason_of_an_error_is_kept_as_people_s_text_b54(states, made):
    view = case_view(outcome_of(states, "error"), EN)
    assert view.failure == f"HTTP 503 {made.HOSTILE}"
    assert view.ranked is None
    assert all(card.place_words == "No list to look in" for card in view.expected)


def test_a_signed_diagnosis_of_other_contents_is_not_shown(states):
    assert len(case_view(outcome_of(states, "falla"), EN).documented) == 1
    stale = tuple(replace(one, case_hash="0" * 64) for one in states.documented)
    view = case_view(outcome_of(replace(states, documented=stale), "falla"), EN)
    assert view.documented == ()


def test_a_diagnosis_that_the_verdict_left_out_says_so(states):
    assert not case_view(outcome_of(states, "falla"), EN).documented[0].counts
    counted = replace(states, verdict=replace(states.verdict, documented=("falla",)))
    assert case_view(outcome_of(counted, "falla"), EN).documented[0].counts


def test_blind_cases_are_secret_in_every_run(states, made):
    assert outcome_of(states, "ciega-secreta").secret
    assert outcome_of(made.states(blind=True), "ciega-secreta").secret
    assert outcome_of(made.states(blind=True), "falla").secret  # not run: only its id is known
    assert not outcome_of(states, "falla").secret


def test_an_unknown_case_has_no_outcome(states):
    assert outcome_of(states, "nobody") is None


def test_neighbours_walk_the_cases_that_need_repair():
    ids = ("a", "b", "c")
    assert neighbours(ids, "a") == (None, "b")
    assert neighbours(ids, "c") == ("b", None)
    assert neighbours(ids, "elsewhere") == (None, "a")
    assert neighbours((), "x") == (None, None)
