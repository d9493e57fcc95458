"""Every way in which an endpoint answers, over a real socket, in the shapes that are documented."""

import time
from fractions import Fraction

import pytest

from evalcore.errors import JudgeError
from evalcore.judges.endpoint import Address, Endpoint, Trouble, read_completion, tokens_of
from evalcore.model.judge import ReplyForm
from evalcore.model.judgement import Attempt, Attempted, Price

from support.judge_server import (
    COMPLETION,
    CUT,
    NO_QUOTA,
    RATE_LIMITED,
    REFUSAL,
    REFUSED,
    SERVER_ERROR,
    SLOW,
    THINKING_APART,
    WRONG_KEY,
    RecordedJudge,
    Step,
    limited,
    say,
    verdict,
)

MESSAGES = [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]
SCHEMA = {"type": "object"}


def address(judge, **more):
    facts = {
        "base_url": judge.base_url,
        "model": "gpt-4.1",
        "parameters": {},
        "reply": ReplyForm.JSON_SCHEMA,
        "timeout": 5.0,
    }
    return Address(**(facts | more))


def ask(step, *, key="sk-canary", **more):
    """What came of asking a judge whose only answer is ``step``: a reply or its trouble."""
    with RecordedJudge([step]) as judge, Endpoint(address(judge, **more), key=key) as endpoint:
        try:
            return endpoint.ask(MESSAGES, SCHEMA)
        except Trouble as trouble:
            return trouble


def test_a_documented_completion_is_read_with_its_tokens_and_model():
    reply = ask(verdict("correct"))
    assert reply.text == '{"reason": "because", "verdict": "correct"}'
    assert reply.served == "gpt-4.1-2025-04-14"
    assert reply.attempt == Attempt(outcome=Attempted.READ, input=1019, cached=0, output=10)


def test_what_is_sent_is_what_the_suite_says_and_the_schema():
    with RecordedJudge([verdict("correct")]) as judge:
        told = {"temperature": 0.7, "seed": 17, "max_completion_tokens": 300}
        with Endpoint(address(judge, parameters=told), key="sk-canary") as endpoint:
            endpoint.ask(MESSAGES, SCHEMA)
        (request,), (headers,) = judge.requests, judge.headers
    assert request["path"] == "/v1/chat/completions"
    assert request["model"] == "gpt-4.1"
    assert request["messages"] == MESSAGES
    assert {name: request[name] for name in told} == told
    held = request["response_format"]["json_schema"]
    assert (held["strict"], held["schema"]) == (True, SCHEMA)
    assert headers["authorization"] == "Bearer sk-canary"


@pytest.mark.parametrize(
    ("form", "format_"), [(ReplyForm.JSON_OBJECT, {"type": "json_object"}), (ReplyForm.TEXT, None)]
)
def test_an_endpoint_without_schemas_is_asked_as_it_can(form, format_):
    with RecordedJudge([verdict("correct")]) as judge:
        with Endpoint(address(judge, reply=form), key=None) as endpoint:
            endpoint.ask(MESSAGES, SCHEMA)
        assert judge.requests[0].get("response_format") == format_


def test_no_key_of_the_environment_is_sent_to_an_endpoint_that_names_none(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-canary")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with RecordedJudge([verdict("correct")]) as judge:
        with Endpoint(address(judge), key=None) as endpoint:
            endpoint.ask(MESSAGES, SCHEMA)
        assert "canary" not in str(judge.headers)


def test_a_refusal_is_told_apart_and_its_tokens_count():
    trouble = ask(REFUSAL)
    assert trouble.attempt == Attempt(outcome=Attempted.REFUSED, input=81, cached=0, output=11)
    assert trouble.reply == "I'm sorry, I cannot assist with that request."
    assert not trouble.again


@pytest.mark.parametrize(
    ("step", "outcome", "again"),
    [
        pytest.param(say("", finish="content_filter"), Attempted.REFUSED, False, id="filtered"),
        pytest.param(say('{"rea', finish="length"), Attempted.CUT, False, id="cut at the limit"),
        pytest.param(say(None, finish="tool_calls"), Attempted.UNREADABLE, True, id="a tool call"),
        pytest.param(Step(b'{"id": "x"'), Attempted.UNREADABLE, True, id="half a JSON"),
        pytest.param(Step(b"<html>"), Attempted.UNREADABLE, True, id="a page"),
        pytest.param(Step({"error": {"message": "x"}}), Attempted.UNREADABLE, True, id="200 error"),
        pytest.param(Step({"choices": []}), Attempted.UNREADABLE, True, id="no choice"),
        pytest.param(
            Step({**COMPLETION, "choices": COMPLETION["choices"] * 2}),
            Attempted.UNREADABLE, True, id="two choices",
        ),
        pytest.param(Step(SERVER_ERROR, 500), Attempted.SERVER_ERROR, True, id="500"),
        pytest.param(Step(SERVER_ERROR, 503), Attempted.SERVER_ERROR, True, id="503"),
        pytest.param(limited(), Attempted.RATE_LIMITED, True, id="429"),
        pytest.param(Step(NO_QUOTA, 429), Attempted.RATE_LIMITED, False, id="no quota"),
        pytest.param(Step(SERVER_ERROR, 400), Attempted.REJECTED, False, id="400"),
        pytest.param(CUT, Attempted.NO_CONNECTION, True, id="connection cut"),
    ],
)  # fmt: skip
def test_b41_b51_every_failure_is_told_apart(step, outcome, again):
    trouble = ask(step)
    assert isinstance(trouble, Trouble)
    assert (trouble.attempt.outcome, trouble.again) == (outcome, again)


def test_a_service_that_drips_ends_at_the_deadline():
    begun = time.monotonic()
    trouble = ask(SLOW, timeout=0.3)
    assert trouble.attempt.outcome is Attempted.TIMEOUT
    assert time.monotonic() - begun < 3


def test_nobody_listening_is_no_connection():
    with RecordedJudge([verdict("correct")]) as judge:
        gone = address(judge, timeout=2.0)
    with Endpoint(gone, key=None) as endpoint, pytest.raises(Trouble) as told:
        endpoint.ask(MESSAGES, SCHEMA)
    assert told.value.attempt.outcome is Attempted.NO_CONNECTION


@pytest.mark.parametrize(
    ("step", "hint"),
    [
        (Step(WRONG_KEY, 401), "api_key_env"),
        (Step(WRONG_KEY, 404), "base_url"),
        (Step(NO_QUOTA, 429), "spend"),
        (Step(b"", 302, {"location": "http://127.0.0.1:9/"}), "final base_url"),
    ],
)
def test_what_no_vote_can_escape_says_what_to_do_and_quotes_no_key(step, hint):
    trouble = ask(step)
    assert hint in trouble.fatal
    assert "canary" not in trouble.reason


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_each_of_its_forms(headers, wait):
    assert ask(Step(RATE_LIMITED, 429, headers)).wait == wait


def test_b51_thinking_that_a_service_leaves_out_of_its_completion_is_counted():
    tokens = tokens_of({"usage": THINKING_APART})
    assert tokens == {"input": 26, "cached": 4, "output": 498 - 26}


@pytest.mark.parametrize(
    "usage",
    [None, {}, [], {"prompt_tokens": 5}, {"prompt_tokens": -1, "completion_tokens": 2},
     {"prompt_tokens": True, "completion_tokens": 2}, {"prompt_tokens": "5", "completion_tokens": 2}],
)  # fmt: skip
def test_b51_usage_that_cannot_be_trusted_is_unknown_and_never_0(usage):
    assert tokens_of({"usage": usage}) == {}


def test_b51_the_cost_is_the_one_worked_out_by_hand():
    price = Price(input=Fraction(2), cached=Fraction(1, 2), output=Fraction(8))
    attempt = Attempt(outcome=Attempted.READ, **tokens_of({"usage": THINKING_APART}))
    # 22 fresh at 2, 4 cached at 0.5 and 472 made at 8 dollars a million
    assert price.of(attempt) == Fraction(22 * 2 * 2 + 4 * 1 + 472 * 8 * 2, 2 * 10**6)
    assert price.of(attempt) == Fraction("0.003822")


def test_a_refusal_has_no_content_key_and_is_read_all_the_same():
    import orjson

    assert "content" not in REFUSED["choices"][0]["message"]
    with pytest.raises(Trouble, match="refused"):
        read_completion(orjson.dumps(REFUSED))


def test_a_missing_client_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "openai", None)
    with RecordedJudge([verdict("correct")]) as judge, pytest.raises(JudgeError, match="judge"):
        Endpoint(address(judge), key=None)
