"""Answers fetched from the user's own system over HTTP, one request a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import orjson

from evalcore.model.answer import Answer
from evalcore.model.case import Case
from evalcore.retrievers.answers import Unreadable
from evalcore.retrievers.http.options import HttpOptions
from evalcore.retrievers.http.template import fill_body, fill_url, values_of
from evalcore.retrievers.http.transport import Patience, Trouble, fetch
from evalcore.retrievers.options import Table, parse
from evalcore.retrievers.protocol import Query
from evalcore.retrievers.secrets import filled
from evalcore.workflows.progress import Progress, silent

_AT = "judge.endpoint"


class AnswerFields(Table):
    """``[judge.endpoint.fields]``: dotted paths in the service's JSON; only ``answer`` is needed.

    ``contexts`` leads to a list of texts, ``chunk_ids`` to a list of ids.
    """

    answer: str = "answer"
    contexts: str | None = None
    chunk_ids: str | None = None
    model: str | None = None


def fetch_answers(
    table: Mapping[str, Any], cases: Sequence[Case], *, depth: int, progress: Progress = silent
) -> Mapping[str, Answer]:
    """The system's answer to every case; one that failed holds its reason instead.

    ``table`` is ``[judge.endpoint]``: address, body and headers as in a retriever of kind
    ``http``. Raises ``InputError`` for the table, ``RetrieverError`` for a missing variable.
    """
    plain = {key: value for key, value in table.items() if key != "fields"}
    options = parse(HttpOptions, {"kind": "http", **plain}, at=_AT, file=None)
    fields = parse(AnswerFields, table.get("fields", {}), at=f"{_AT}.fields", file=None)
    headers = {name: filled(value).reveal() for name, value in options.headers.items()}
    patience = Patience(timeout=options.timeout, retries=options.retries, max_wait=options.max_wait)
    found: dict[str, Answer] = {}
    with (
        httpx.Client(headers=headers, timeout=options.timeout) as client,
        ThreadPoolExecutor(options.concurrency) as pool,
    ):
        one = _Asker(client, options, fields, patience, depth)
        for done, answer in enumerate(pool.map(one.ask, cases), start=1):
            found[answer.case_id] = answer
            progress("asking the system", done, len(cases))
    return found


class _Asker:
    def __init__(
        self,
        client: httpx.Client,
        options: HttpOptions,
        fields: AnswerFields,
        patience: Patience,
        depth: int,
    ) -> None:
        self._client = client
        self._options = options
        self._fields = fields
        self._patience = patience
        self._depth = depth

    def ask(self, case: Case) -> Answer:
        try:
            body = fetch(self._client, self._request(case), self._patience)
            return read_answer(case.id, body, self._fields)
        except Trouble as trouble:
            return Answer(case_id=case.id, error=trouble.reason)
        except (UnicodeEncodeError, orjson.JSONEncodeError, httpx.InvalidURL):
            return Answer(case_id=case.id, error="the question cannot be sent as it is")

    def _request(self, case: Case) -> httpx.Request:
        query = Query(case_id=case.id, text=case.question, domain=case.domain)
        values = values_of(query, self._depth)
        url = fill_url(self._options.url, values)
        if self._options.body is None:
            return self._client.build_request(self._options.method, url)
        content = orjson.dumps(fill_body(self._options.body, values))
        kind = {"Content-Type": "application/json"}
        return self._client.build_request(self._options.method, url, content=content, headers=kind)


def read_answer(case_id: str, body: bytes, fields: AnswerFields) -> Answer:
    """The answer that a service's JSON holds; an error where the field map does not fit."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return Answer(case_id=case_id, error="the system's answer is not strict JSON")
    try:
        return _mapped(case_id, value, fields)
    except Unreadable as wrong:
        return Answer(case_id=case_id, error=str(wrong))


def _mapped(case_id: str, value: Any, fields: AnswerFields) -> Answer:
    text = _at(value, fields.answer)
    if not isinstance(text, str):
        raise Unreadable(f'the system gave no text under "{fields.answer}"')
    model = None if fields.model is None else _at(value, fields.model)
    return Answer(
        case_id=case_id,
        text=text,
        contexts=_listed(value, fields.contexts),
        chunk_ids=_listed(value, fields.chunk_ids),
        model=model if isinstance(model, str) else None,
    )


def _listed(value: Any, path: str | None) -> tuple[str, ...] | None:
    if path is None:
        return None
    texts = _at(value, path)
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise Unreadable(f'the system gave no list of texts under "{path}"')
    return tuple(texts)


def _at(value: Any, path: str) -> Any:
    """What stands under a dotted path; None where there is nothing. A list gives all of its own."""
    for name in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        elif isinstance(value, list):
            value = [one.get(name) if isinstance(one, Mapping) else None for one in value]
        else:
            return None
    return value
