"""Replies are read strictly: B41, B44, B45."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.judges.readings import WORDS, Question, Unreadable, read_reply, schema_of
from evalcore.model.judgement import JudgedMeasure
from evalcore.model.words import Behaviour

CORRECTNESS = Question(measure=JudgedMeasure.CORRECTNESS)


def said(word, **more):
    return json.dumps({"reason": "r", "verdict": word, **more})


def listed(*pairs):
    entries = [{"index": i, "reason": f"r{i}", "verdict": word} for i, word in pairs]
    return json.dumps({"statements": entries})


def test_a_verdict_is_read_with_its_reason():
    reading = read_reply(said("correct"), CORRECTNESS)
    assert (reading.score, reading.said, reading.reason, reading.passed) == (
        1,
        "correct",
        "r",
        True,
    )
    assert read_reply(said("incorrect"), CORRECTNESS).score == 0


@pytest.mark.parametrize(
    "reply",
    [
        "GRADE: maybe",
        "",
        "  \n",
        '{"reason": "r", "verdict": "corr',
        '```json\n{"reason": "r", "verdict": "correct"}\n```',
        'Sure! {"reason": "r", "verdict": "correct"}',
        '{"reason": "r", "verdict": "correct"} {"reason": "r", "verdict": "incorrect"}',
        '{"reason": "r", "verdict": "incorrect", "verdict": "correct"}',
        '{"reason": "r", "verdict": NaN}',
        '{"verdict": "correct"}',
        '{"reason": null, "verdict": "correct"}',
        '{"reason": "r", "verdict": "correct", "confidence": 0.9}',
        '[{"reason": "r", "verdict": "correct"}]',
        '"correct"',
        "null",
        "[" * 5000,
    ],
)
def test_b41_what_is_no_verdict_is_not_read(reply):
    with pytest.raises(Unreadable):
        read_reply(reply, CORRECTNESS)


@pytest.mark.parametrize(
    "word",
    ["INCORRECT", "Correct", "CORRECT", "not correct", "correct.", " correct", "irrelevant",
     "Relevant: no", "not relevant", True, 1, None, ["correct"], "pass"],
)  # fmt: skip
def test_b44_no_verdict_is_read_from_a_part_of_a_word(word):
    with pytest.raises(Unreadable):
        read_reply(said(word), CORRECTNESS)


@pytest.mark.parametrize(
    "reply",
    [
        listed((0, "supported"), (1, "supported"), (7, "supported")),
        listed((1, "supported"), (1, "supported"), (2, "supported")),
        listed((1, "unsupported"), *((i, "supported") for i in (1, 2, 3))),
        listed(),
        listed((1, "supported"), (2, "supported")),
        listed(*((i, "supported") for i in range(1, 5))),
        '{"statements": {"1": "supported"}}',
        listed(*((i, "supported") for i in (True, 2, 3))),
        json.dumps({"statements": [{"index": "1", "reason": "r", "verdict": "supported"}]}),
        said("supported"),
    ],
)
def test_b45_too_few_too_many_or_repeated_verdicts_are_not_read(reply):
    with pytest.raises(Unreadable):
        read_reply(reply, Question(measure=JudgedMeasure.FAITHFULNESS, statements=3))


def test_b45_no_statements_and_no_verdicts_is_no_full_mark():
    with pytest.raises(Unreadable):
        read_reply(listed(), Question(measure=JudgedMeasure.FAITHFULNESS, statements=0))


def test_faithfulness_scores_the_supported_share_and_passes_only_when_all_are():
    question = Question(measure=JudgedMeasure.FAITHFULNESS, statements=3)
    reply = listed((2, "unsupported"), (1, "supported"), (3, "supported"))
    reading = read_reply(reply, question)
    assert (reading.score, reading.passed) == (Fraction(2, 3), False)
    assert reading.reason == "2: r2"
    whole = read_reply(listed(*((i, "supported") for i in (1, 2, 3))), question)
    assert whole.passed


@pytest.mark.parametrize("expected", list(Behaviour))
@pytest.mark.parametrize("seen", list(Behaviour))
def test_behaviour_passes_when_what_is_seen_is_what_is_owed(expected, seen):
    question = Question(measure=JudgedMeasure.BEHAVIOUR, expected=expected)
    assert read_reply(said(seen.value), question).passed is (seen is expected)


@given(st.text(max_size=200))
@settings(deadline=None, max_examples=300)
def test_free_text_is_never_a_passing_verdict_unless_it_is_exactly_one(text):
    try:
        reading = read_reply(text, CORRECTNESS)
    except Unreadable:
        return
    assert json.loads(text)["verdict"] == reading.said


@pytest.mark.parametrize("measure", list(JudgedMeasure))
def test_a_schema_holds_the_judge_to_the_words_that_are_read(measure):
    schema = json.dumps(schema_of(measure))
    assert all(f'"{word}"' in schema for word in WORDS[measure])
    assert schema.count('"additionalProperties": false') == (
        2 if measure is JudgedMeasure.FAITHFULNESS else 1
    )


def test_the_schema_asks_for_the_reason_first_and_for_nothing_else():
    """A verdict that is written before its reason is not made of it."""
    word = {"type": "string", "enum": ["correct", "incorrect"]}
    assert schema_of(JudgedMeasure.CORRECTNESS) == {
        "type": "object",
        "properties": {"reason": {"type": "string"}, "verdict": word},
        "required": ["reason", "verdict"],
        "additionalProperties": False,
    }
    each = schema_of(JudgedMeasure.FAITHFULNESS)["properties"]["statements"]
    assert each["type"] == "array"
    assert each["items"]["properties"]["index"] == {"type": "integer"}
    assert each["items"]["required"] == ["index", "reason", "verdict"]
