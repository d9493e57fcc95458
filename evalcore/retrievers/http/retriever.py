"""Asks a search service over HTTP, several questions at a time, each on its own."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import orjson

from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.answers import Unreadable, ranking_of, refused
from evalcore.retrievers.http.fields import read_results
from evalcore.retrievers.http.options import HttpOptions
from evalcore.retrievers.http.template import fill_body, fill_url, values_of
from evalcore.retrievers.http.transport import Patience, Trouble, fetch
from evalcore.retrievers.protocol import Capabilities, Filters, Query
from evalcore.retrievers.secrets import Secret, filled

GIVE_UP_AFTER = 20
"""Cases without any answer in a row, after which the rest of a call is not asked any more."""


class HttpRetriever:
    """The service of one suite. Each query is one request; they run ``concurrency`` at a time.

    A question that gets no readable answer after the retries is a Failure, and the others go on.
    Raises ``RetrieverError`` at once where a header's environment variable is not set.
    """

    def __init__(self, options: HttpOptions) -> None:
        self._options = options
        self._headers: Mapping[str, Secret] = {
            name: filled(value) for name, value in options.headers.items()
        }
        self._patience = Patience(
            timeout=options.timeout, retries=options.retries, max_wait=options.max_wait
        )

    @property
    def capabilities(self) -> Capabilities:
        """Only what was mapped: the service's own filters and boosts cannot be switched off."""
        return Capabilities(scores=self._options.fields.score is not False)

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` results of every query, in the order the service gave them."""
        refusal = refused(filters)
        if refusal is not None:
            return [refusal] * len(queries)
        headers = {name: secret.reveal() for name, secret in self._headers.items()}
        run = _Run()
        with (
            httpx.Client(headers=headers, timeout=self._options.timeout) as client,
            ThreadPoolExecutor(self._options.concurrency) as pool,
        ):
            try:
                return list(pool.map(lambda query: self._ask(client, query, depth, run), queries))
            except BaseException:
                # Ctrl-C: what is still waiting or would be asked again ends now.
                run.stop()
                raise

    def _ask(self, client: httpx.Client, query: Query, depth: int, run: _Run) -> Ranking | Failure:
        if run.over:
            return Failure(f"not asked: {GIVE_UP_AFTER} cases in a row got no answer")
        try:
            request = self._request(client, query, depth)
        except (UnicodeEncodeError, orjson.JSONEncodeError):
            return Failure("the question holds a sign that cannot be sent as UTF-8")
        except httpx.InvalidURL:
            return Failure('the address with this question in it is not valid: send it by "POST"')
        try:
            answer = fetch(client, request, replace(self._patience, sleep=run.sleep))
        except Trouble as trouble:
            run.failed()
            return Failure(trouble.reason)
        run.answered()
        return self._read(answer, depth)

    def _request(self, client: httpx.Client, query: Query, depth: int) -> httpx.Request:
        values = values_of(query, depth)
        url = fill_url(self._options.url, values)
        if self._options.body is None:
            return client.build_request(self._options.method, url)
        content = orjson.dumps(fill_body(self._options.body, values))
        headers = {} if "content-type" in client.headers else {"Content-Type": "application/json"}
        return client.build_request(self._options.method, url, content=content, headers=headers)

    def _read(self, answer: bytes, depth: int) -> Ranking | Failure:
        try:
            parsed = orjson.loads(answer)
        except orjson.JSONDecodeError:
            return Failure("the answer is not strict JSON (NaN and Infinity are not JSON either)")
        try:
            results = read_results(parsed, self._options.fields)
        except Unreadable as error:
            return Failure(str(error))
        return ranking_of(results, depth)


class _Run:
    """Counts the cases in a row without an answer, over the threads of one call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._in_a_row = 0
        self._over = threading.Event()

    @property
    def over(self) -> bool:
        return self._over.is_set()

    def stop(self) -> None:
        self._over.set()

    def sleep(self, seconds: float) -> None:
        if self._over.wait(seconds):
            raise Trouble("the run was stopped while this case waited to be asked again")

    def failed(self) -> None:
        with self._lock:
            self._in_a_row += 1
            if self._in_a_row >= GIVE_UP_AFTER:
                self._over.set()

    def answered(self) -> None:
        with self._lock:
            self._in_a_row = 0
