"""Verdicts come back from their plain form exactly, figures and all."""

from __future__ import annotations

import math
from fractions import Fraction

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.model.canonical import canonical_json
from evalcore.model.message import Message
from evalcore.model.plain_verdict import verdict_from_plain, verdict_to_plain
from evalcore.model.verdict import RuleResult, Verdict
from evalcore.model.words import Decision, RuleStatus

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
FRACTIONS = st.fractions()
FIGURES = TEXTS | st.integers() | st.integers(2**62, 2**70) | st.floats(allow_nan=False) | FRACTIONS
MESSAGES = st.builds(Message, TEXTS, st.dictionaries(TEXTS, FIGURES, max_size=3))
RULES = st.builds(
    RuleResult,
    rule=TEXTS,
    status=st.sampled_from(RuleStatus),
    reason=MESSAGES,
    value=st.none() | FRACTIONS,
    limit=st.none() | FRACTIONS,
    value_low=st.none() | FRACTIONS,
    value_high=st.none() | FRACTIONS,
    cases=st.lists(TEXTS, max_size=3).map(tuple),
    stale=st.booleans(),
)
VERDICTS = st.builds(
    Verdict,
    decision=st.sampled_from(Decision),
    exit_code=st.integers(0, 4),
    rules=st.lists(RULES, max_size=3).map(tuple),
    sentence=MESSAGES,
    documented=st.lists(TEXTS, max_size=2).map(tuple),
)


def through_json(verdict):
    return verdict_from_plain(orjson.loads(canonical_json(verdict_to_plain(verdict))))


@settings(deadline=None, max_examples=150)
@given(VERDICTS)
def test_any_verdict_comes_back_equal_and_byte_for_byte(verdict):
    back = through_json(verdict)
    assert back == verdict
    assert canonical_json(verdict_to_plain(back)) == canonical_json(verdict_to_plain(verdict))


@pytest.mark.parametrize("figure", [1, 1.0, True, Fraction(1), "1", Fraction(19, 20), 2**80, -0.0])
def test_figures_keep_their_type(figure):
    verdict = Verdict(
        decision=Decision.BLOCK, exit_code=1, rules=(), sentence=Message("{x}", {"x": figure})
    )
    back = through_json(verdict).sentence.figures["x"]
    assert (type(back), repr(back)) == (type(figure), repr(figure))


@pytest.mark.parametrize("figure", [math.nan, math.inf, -math.inf])
def test_floats_that_json_lacks_come_back(figure):
    verdict = Verdict(
        decision=Decision.BLOCK, exit_code=1, rules=(), sentence=Message("{x}", {"x": figure})
    )
    assert repr(through_json(verdict).sentence.figures["x"]) == repr(figure)


@pytest.mark.parametrize(
    "damage",
    [
        lambda plain: plain.pop("rules"),
        lambda plain: plain.update(decision="MAYBE"),
        lambda plain: plain.update(rules=[{}]),
        lambda plain: plain.update(
            sentence={"template": "", "figures": {"x": {"fraction": "1/0"}}}
        ),
        lambda plain: plain.update(sentence=None),
    ],
)
def test_anything_else_is_refused(damage):
    rule = RuleResult(rule="r", status=RuleStatus.HOLDS, reason=Message("ok"))
    plain = verdict_to_plain(
        Verdict(decision=Decision.ACCEPT, exit_code=0, rules=(rule,), sentence=Message("ok"))
    )
    damage(plain)
    with pytest.raises(ValueError):
        verdict_from_plain(plain)
