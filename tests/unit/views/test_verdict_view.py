from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.model.message import Message
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Decision, RuleStatus
from evalcore.views.language import Translator
from evalcore.views.verdict import MASK, headline, verdict_view
from evalcore.views.words import Tone

EN, ES = Translator("en"), Translator("es")


def test_the_sentence_says_what_to_do_and_why(friday, made):
    view = verdict_view(friday, EN)
    assert view.headline == "Do not deploy: 1 of 10 rules does not hold"
    assert (view.machine, view.tone) == ("BLOCK", Tone.BAD)
    assert made.QUESTION in view.why
    assert "rank 14" in view.why


def test_the_machine_word_stays_and_spanish_readers_get_theirs(friday, green):
    assert (verdict_view(friday, ES).machine, verdict_view(friday, ES).word) == (
        "BLOCK",
        "BLOQUEADO",
    )
    assert (verdict_view(green, ES).machine, verdict_view(green, ES).word) == ("ACCEPT", "ACEPTADO")


def test_rules_that_decide_come_first(friday):
    lines = verdict_view(friday, EN).rules
    assert [line.tone for line in lines[:2]] == [Tone.BAD, Tone.WARN]
    held = [line.rule for line in lines if line.tone is Tone.GOOD]
    assert len(held) == 6
    assert {line.rule for line in lines[-2:]} == {"comparable", "regression"}


def test_a_rule_tells_its_value_against_its_limit(friday):
    lines = {line.rule: line for line in verdict_view(friday, EN).rules}
    assert (lines["gold_failures"].value, lines["gold_failures"].limit) == ("1", "at most 0")
    assert (lines["mean_quality"].value, lines["mean_quality"].limit) == ("95", "at least 95")
    assert (lines["other_failures"].value, lines["other_failures"].limit) == ("0%", "at most 5%")
    assert lines["gold_failures"].cases == ("viajes-007",)


def test_what_was_not_measured_widens_a_rule_b42(states):
    line = next(line for line in verdict_view(states, EN).rules if line.rule == "mean_quality")
    assert line.span.startswith("between 33.3 and 66.7")


def test_a_limit_above_one_is_never_read_as_a_share(friday):
    rule = RuleResult(
        rule="mean_quality",
        status=RuleStatus.FAILS,
        reason=Message("x"),
        value=Fraction(189, 2),
        limit=Fraction(191, 2),
    )
    run = replace(friday, verdict=replace(friday.verdict, rules=(rule,)))
    line = verdict_view(run, EN).rules[0]
    assert (line.value, line.limit) == ("94.5", "at least 95.5")


def test_a_rule_added_later_is_shown_under_its_own_name(friday):
    rule = RuleResult(rule="brand_new", status=RuleStatus.HOLDS, reason=Message("Fine."))
    run = replace(friday, verdict=replace(friday.verdict, rules=(rule,)))
    line = verdict_view(run, ES).rules[0]
    assert (line.title, line.value, line.limit) == ("brand_new", "—", "—")


@pytest.mark.parametrize(
    ("decision", "status", "words"),
    [
        (Decision.ACCEPT, RuleStatus.HOLDS, "may be deployed"),
        (Decision.CANNOT_JUDGE, RuleStatus.NOT_EVALUATED, "Do not deploy yet: 1 of 1 rules"),
    ],
)
def test_every_decision_has_its_headline(decision, status, words):
    rule = RuleResult(rule="judged", status=status, reason=Message("x"))
    verdict = Verdict(decision=decision, exit_code=0, rules=(rule,), sentence=Message("x"))
    assert words in headline(verdict, EN)


def test_a_blind_run_names_no_case_and_quotes_no_question(made):
    run = made.states(blind=True)
    rule = RuleResult(
        rule="gold_failures",
        status=RuleStatus.FAILS,
        reason=Message("«{question}» fails", {"question": "¿Secreto?"}),
        cases=("ciega-secreta",),
    )
    verdict = replace(run.verdict, rules=(rule,), sentence=rule.reason)
    view = verdict_view(replace(run, verdict=verdict), EN)
    assert view.why == f"«{MASK}» fails"
    assert view.rules[0].cases == ()
    assert "Secreto" not in str(view)
