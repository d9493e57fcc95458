"""How long is waited, and for whom."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from evalcore.retrievers.http.transport import Patience, Trouble, fetch


def fetched(answers, **patience):
    """Fetch against answers given in turn; the waits in between, and what came of it."""
    waits: list[float] = []
    turn = iter(answers)

    def handle(request):
        answer = next(turn)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with httpx.Client(transport=httpx.MockTransport(handle)) as client:
        request = client.build_request("GET", "http://h/")
        try:
            came = fetch(client, request, Patience(sleep=waits.append, **patience))
        except Trouble as trouble:
            came = trouble.reason
    return came, waits


def busy(value=None):
    return httpx.Response(503, headers={} if value is None else {"Retry-After": value})


OK = httpx.Response(200, content=b"fine")


def test_waits_double_up_to_the_longest_allowed():
    came, waits = fetched([busy()] * 6, retries=5, max_wait=3.0)
    assert waits == [0.5, 1.0, 2.0, 3.0, 3.0]
    assert came == "the service answered HTTP 503 (6 attempts)"


def test_the_service_may_ask_for_more_within_the_bound():
    assert fetched([busy("4"), OK], max_wait=5.0) == (b"fine", [4.0])


def test_a_date_to_come_back_at_is_understood():
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    came, waits = fetched([busy(at), OK], max_wait=30.0)
    assert came == b"fine"
    assert 15 < waits[0] <= 20


@pytest.mark.parametrize("value", ["soon", "-5", "", "1e9", "Fri, 99 Foo 2026"])
def test_nonsense_in_retry_after_is_ignored(value):
    assert fetched([busy(value), OK]) == (b"fine", [0.5])


@pytest.mark.parametrize("value", ["99999", "9" * 400])
def test_too_long_a_wait_ends_it(value):
    came, waits = fetched([busy(value), OK])
    assert waits == []
    assert "more than the 30 s allowed" in came


@pytest.mark.parametrize(
    "error",
    [
        httpx.ConnectError("http://h/?key=sk-test-canary"),
        httpx.ReadTimeout("sk-test-canary"),
        httpx.RemoteProtocolError("sk-test-canary"),
        httpx.ReadError("sk-test-canary"),
    ],
)
def test_b63_a_broken_connection_is_tried_again_and_told_without_its_text(error):
    assert fetched([error, OK]) == (b"fine", [0.5])
    came, _ = fetched([error], retries=0)
    assert "canary" not in came


def test_no_retries_means_one_attempt():
    assert fetched([busy(), OK], retries=0) == ("the service answered HTTP 503", [])
