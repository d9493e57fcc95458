"""Judgements made by hand, so that states, rules and the store can be tested without a judge."""

from fractions import Fraction

from evalcore.model.answer import text_hash
from evalcore.model.judgement import (
    Attempt,
    Attempted,
    Judged,
    JudgedMeasure,
    Judgement,
    Price,
    Ruler,
    Vote,
)

CORRECTNESS = JudgedMeasure.CORRECTNESS
SAID = {"y": True, "n": False}


def vote(sign):
    """``y`` and ``n`` are read votes, ``?`` is one that was not."""
    if sign == "?":
        failed = Attempt(outcome=Attempted.UNREADABLE, input=10, cached=0, output=2)
        return Vote(unread="the reply is empty", reply="", attempts=(failed,))
    passed = SAID[sign]
    return Vote(
        score=Fraction(passed),
        passed=passed,
        said="correct" if passed else "incorrect",
        reason="«so»",
        served="gpt-4.1-2025-04-14",
        attempts=(Attempt(outcome=Attempted.READ, input=100, cached=40, output=5),),
    )


def judged(case_id, signs, measure=CORRECTNESS, answer=None):
    """An answer and its votes, ``yyyyn``; no signs: it was never asked."""
    return Judged(
        case_id=case_id,
        measure=measure,
        votes=tuple(map(vote, signs)),
        answer=text_hash(answer or f"answer of {case_id}"),
        missing=None if signs else "no answer was given for this case",
    )


def judgement(votes, *, measure=CORRECTNESS, samples=5, **facts):
    """A judgement of one measure from case ids to their votes."""
    listed = tuple(judged(case_id, signs, measure) for case_id, signs in votes.items())
    ruler = Ruler(
        judge="gpt-4.1",
        address="http://127.0.0.1/v1",
        parameters={"reply": "json_schema"},
        prompts={measure.value: text_hash("prompt")},
        samples=samples,
    )
    given = {
        "run_id": "r",
        "at": "2026-11-30T10:00:00.000+00:00",
        "ruler": ruler,
        "cases": tuple(votes),
        "eligible": len(votes),
        "judged": listed,
        "price": Price(input=Fraction(2), output=Fraction(8), cached=Fraction(1, 2)),
        "answers": {case_id: f"answer of {case_id}" for case_id in votes},
        "texts": {text_hash("prompt"): "prompt"},
    }
    return Judgement(**(given | facts))
