"""One request with bounded patience: a deadline, retries with backoff, a limit on size.

What went wrong is told in plain sentences that hold no address, header or body: those may
carry secrets.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

import httpx

TRY_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
"""What a service answers when another attempt may help."""
_MAX_BYTES = 64 * 2**20
_FIRST_WAIT = 0.5
T = TypeVar("T")


class Trouble(Exception):
    """Why there is no answer; ``again`` where another attempt may help, after ``wait`` seconds."""

    def __init__(self, reason: str, *, again: bool = False, wait: float | None = None) -> None:
        self.reason = reason
        self.again = again
        self.wait = wait
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """``timeout`` seconds for a whole attempt, ``retries`` after the first one.

    Waits double from half a second up to ``max_wait``; a service that asks (Retry-After) for
    more than ``max_wait`` is not asked again.
    """

    timeout: float = 30.0
    retries: int = 3
    max_wait: float = 30.0
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)


def fetch(client: httpx.Client, request: httpx.Request, patience: Patience) -> bytes:
    """The body of a 2xx answer. Raises ``Trouble`` with the last attempt's reason."""
    return patiently(lambda: _attempt(client, request, patience.timeout), patience)


def patiently(attempt: Callable[[], T], patience: Patience) -> T:
    """What ``attempt`` gives; it is made again where its ``Trouble`` may pass.

    Raises the last ``Trouble``, which says how often it was tried.
    """
    attempts = 0
    while True:
        try:
            return attempt()
        except Trouble as trouble:
            attempts += 1
            wait = min(_FIRST_WAIT * 2 ** (attempts - 1), patience.max_wait)
            if trouble.wait is not None:
                wait = max(wait, trouble.wait)
            if not trouble.again or attempts > patience.retries or wait > patience.max_wait:
                raise _last(trouble, attempts, patience) from None
        patience.sleep(wait)


def _last(trouble: Trouble, attempts: int, patience: Patience) -> Trouble:
    tried = f" ({attempts} attempts)" if attempts > 1 else ""
    asked = trouble.wait
    if trouble.again and asked is not None and asked > patience.max_wait:
        tried += f"; it asks to wait {asked:.0f} s, more than the {patience.max_wait:g} s allowed"
    return Trouble(f"{trouble.reason}{tried}", again=trouble.again)


def _attempt(client: httpx.Client, request: httpx.Request, timeout: float) -> bytes:
    deadline = time.monotonic() + timeout
    try:
        response = client.send(request, stream=True)
        try:
            if not response.is_success:
                raise _refused(response)
            return _body(response, deadline, timeout)
        finally:
            response.close()
    except httpx.TimeoutException:
        raise _too_slow(timeout) from None
    except (httpx.ConnectError, httpx.ProxyError):
        raise Trouble("the service could not be reached", again=True) from None
    except httpx.TransportError:
        raise Trouble("the connection broke off before the answer was whole", again=True) from None
    except httpx.HTTPError:
        raise Trouble("the answer could not be read as HTTP") from None


def _body(response: httpx.Response, deadline: float, timeout: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    for part in response.iter_bytes():
        size += len(part)
        if size > _MAX_BYTES:
            raise Trouble(f"the answer is larger than {_MAX_BYTES // 2**20} MB")
        # httpx limits each read; a service that drips would never end.
        if time.monotonic() > deadline:
            raise _too_slow(timeout)
        parts.append(part)
    return b"".join(parts)


def _too_slow(timeout: float) -> Trouble:
    return Trouble(f"no whole answer within {timeout:g} seconds", again=True)


def _refused(response: httpx.Response) -> Trouble:
    code = response.status_code
    if response.is_redirect:
        return Trouble(f"the service redirects (HTTP {code}): write the final address in the suite")
    wait = _retry_after(response.headers.get("Retry-After"))
    return Trouble(f"the service answered HTTP {code}", again=code in TRY_AGAIN, wait=wait)


def _retry_after(value: str | None) -> float | None:
    if value is None:
        return None
    try:
        if value.strip().isdecimal():
            return float(value)
        at = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
