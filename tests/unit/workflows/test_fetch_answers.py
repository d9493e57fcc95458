"""Answers fetched from the user's own system: mapped by its fields, failures as values."""

import json

import pytest

from evalcore.errors import InputError
from evalcore.model.case import Case
from evalcore.workflows.fetch_answers import AnswerFields, fetch_answers, read_answer

from support.judge_server import RecordedJudge, Step

CASES = [Case(id="one", question="¿Cuántos días?"), Case(id="two", question="x")]


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def table(server, **more):
    return {
        "url": f"{server.base_url}/ask",
        "method": "POST",
        "body": {"q": "{query}", "k": "{depth}"},
        "retries": 0,
        **more,
    }


def test_every_question_is_asked_and_every_answer_mapped():
    said = {
        "out": {"text": "Seis."},
        "sources": [{"id": "c1", "body": "uno"}, {"id": "c2", "body": "dos"}],
    }
    fields = {"answer": "out.text", "contexts": "sources.body", "chunk_ids": "sources.id"}
    with RecordedJudge([Step(said)]) as server:
        found = fetch_answers(table(server, fields=fields), CASES, depth=10)
        assert sorted(request["q"] for request in server.requests) == ["x", "¿Cuántos días?"]
        assert {request["k"] for request in server.requests} == {10}
    assert list(found) == ["one", "two"]
    assert found["one"].text == "Seis."
    assert found["one"].contexts == ("uno", "dos")
    assert found["one"].chunk_ids == ("c1", "c2")


@pytest.mark.parametrize(
    ("body", "fields", "told"),
    [
        (b"<html>", {}, "not strict JSON"),
        (b'{"other": 1}', {}, 'no text under "answer"'),
        (b'{"answer": 7}', {}, 'no text under "answer"'),
        (b'{"answer": "x", "s": ["a", 1]}', {"contexts": "s"}, 'no list of texts under "s"'),
        (b'{"answer": "x", "s": [{"t": "a"}, {}]}', {"contexts": "s.t"}, "no list of texts"),
    ],
)
def test_an_answer_that_does_not_fit_the_map_is_an_error_of_its_case(body, fields, told):
    answer = read_answer("one", body, AnswerFields(**fields))
    assert answer.text is None
    assert told in answer.error


def test_a_system_that_fails_is_an_error_of_its_case_and_the_others_go_on():
    def script(request):
        return Step({"error": "x"}, 500) if request["q"] == "x" else Step({"answer": "Seis."})

    with RecordedJudge(script) as server:
        found = fetch_answers(table(server), CASES, depth=10)
    assert found["one"].text == "Seis."
    assert "HTTP 500" in found["two"].error


def test_an_empty_answer_and_no_sources_are_data():
    answer = read_answer(
        "one", json.dumps({"answer": "", "s": []}).encode(), AnswerFields(contexts="s")
    )
    assert (answer.text, answer.contexts, answer.error) == ("", (), None)


def test_a_table_that_never_sends_the_question_is_refused():
    with RecordedJudge([Step({"answer": "x"})]) as server, pytest.raises(InputError, match="query"):
        fetch_answers(table(server, body={"q": "fixed"}), CASES, depth=10)
