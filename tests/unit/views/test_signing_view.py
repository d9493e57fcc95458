from dataclasses import replace

import pytest

from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.diagnosis import Answer
from evalcore.model.words import RuleStatus, State
from evalcore.views.language import LANGUAGES, Translator
from evalcore.views.outcome import outcome_of
from evalcore.views.signing import draft, effect, judged, may_be_signed

EN, ES = Translator("en"), Translator("es")


def test_only_failures_are_signed():
    assert [state for state in State if may_be_signed(state)] == [State.FAIL, State.LOST]


def test_the_text_starts_from_what_the_trail_found(trails):
    text = draft(trails.trail(), ES)
    assert text.startswith("La descripción no sirve (confirmado).")
    assert "Reparación:" in text
    assert text.endswith("Capítulos 11-12.")


def test_a_suspicion_is_not_signed_as_a_proof(trails):
    text = draft(trails.trail(index=Answer.SUSPECTED), EN)
    assert text.startswith("The index cannot find it (suspected).")


def test_without_a_finding_the_person_writes_from_nothing(trails):
    assert draft(None, EN) == ""
    assert draft(trails.trail(index=Answer.NO_DATA), EN) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_case_that_expects_gold_is_told_that_no_signature_lifts_it(friday, made, language):
    words = effect(outcome_of(friday, made.TRAVEL), Translator(language))
    assert "gold" in words.lower()


def test_what_a_signature_does_is_said_before_anybody_signs(states, friday, made):
    told = effect(outcome_of(states, "falla"), EN)
    assert "tolerated up to 5% of the cases" in told
    assert effect(outcome_of(states, "perdida"), EN).startswith(
        "It lifts no block: the ingest lost"
    )
    unknown = replace(friday, examination=replace(friday.examination, gold_known=False))
    assert "nothing says what is gold" in effect(outcome_of(unknown, made.TRAVEL), EN)
    lax = replace(
        states,
        policy=replace(states.policy, tolerance=replace(states.policy.tolerance, documented=False)),
    )
    assert effect(outcome_of(lax, "falla"), EN).startswith("This policy asks for no signature")


def _verdict(run, documented=()):
    return decide(
        Evidence(examination=run.examination, policy=run.policy, documented=frozenset(documented))
    )


def test_the_gate_is_shown_before_and_after(friday):
    before = _verdict(friday)
    lifted = replace(before, decision=type(before.decision).ACCEPT)
    told = judged(before, lifted, friday, EN)
    assert (told.before.machine, told.after.machine) == ("BLOCK", "ACCEPT")
    assert told.words == "The verdict has changed."


def test_where_nothing_changes_the_page_does_not_pretend(friday):
    before = _verdict(friday)
    assert judged(before, before, friday, EN).words.startswith("Nothing has changed")


def test_a_signature_that_is_counted_and_lifts_nothing_is_told_as_such(states):
    before, after = _verdict(states), _verdict(states, ["falla"])
    counted = replace(after, documented=("falla",))
    told = judged(before, counted, states, EN)
    assert told.words == "The signature is counted, and the verdict hangs on something else."
    assert told.after.machine == "BLOCK"


def test_a_rule_that_now_holds_is_told_where_the_verdict_stays(friday):
    before = _verdict(friday)
    rules = tuple(
        replace(rule, status=RuleStatus.WARNING) if rule.rule == "other_failures" else rule
        for rule in before.rules
    )
    told = judged(before, replace(before, rules=rules), friday, EN)
    assert told.words.startswith("The verdict stays; the rule")
