"""One request to an OpenAI-compatible chat endpoint, and what came of it, told apart.

Reasons are plain sentences without address, header or body: those may carry secrets.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Self

import orjson

from evalcore.errors import JudgeError
from evalcore.model.judge import ReplyForm
from evalcore.model.judgement import Attempt, Attempted

_MAX_BYTES = 8 * 2**20
_NO_KEY = "none"
"""What a server without keys is sent: the client insists on some, and must not look for one."""


class Trouble(Exception):
    """Why an attempt gave no reply; ``again`` where another may help, after ``wait`` seconds.

    ``fatal`` is a hint for what no other vote can escape: a wrong key, address or model.
    """

    def __init__(
        self,
        attempt: Attempt,
        reason: str,
        *,
        again: bool = False,
        wait: float | None = None,
        fatal: str | None = None,
        reply: str | None = None,
    ) -> None:
        self.attempt = attempt
        self.reason = reason
        self.again = again
        self.wait = wait
        self.fatal = fatal
        self.reply = reply
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A whole reply: its text, the tokens it took, and the model that the service says it used."""

    text: str
    attempt: Attempt
    served: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where and whom to ask; ``timeout`` is for one whole attempt, in seconds."""

    base_url: str
    model: str
    parameters: Mapping[str, str | int | float]
    reply: ReplyForm
    timeout: float


class Endpoint:
    """The judge's endpoint, through the ``openai`` client. A context manager; thread-safe.

    The client's own retries, environment variables and redirects are off: every attempt is
    counted here, and nothing is sent that the suite does not say.
    Raises ``JudgeError`` where the client is not installed.
    """

    def __init__(self, address: Address, *, key: str | None) -> None:
        openai, httpx = _libraries()
        self._address = address
        self._errors = openai
        self._http = httpx.Client(follow_redirects=False, timeout=address.timeout)
        self._broken: type[Exception] = httpx.HTTPError
        unsaid = openai.Omit()
        self._client = openai.OpenAI(
            base_url=address.base_url,
            api_key=key or _NO_KEY,
            max_retries=0,
            timeout=address.timeout,
            http_client=self._http,
            default_headers={"OpenAI-Organization": unsaid, "OpenAI-Project": unsaid},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def ask(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> Reply:
        """The reply to one request. Raises ``Trouble`` for everything else."""
        with self._told_apart():
            body = self._body(messages, schema)
        return read_completion(body)

    def _body(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> bytes:
        address, parts, size = self._address, [], 0
        deadline = time.monotonic() + address.timeout
        extra = {**address.parameters, **_form(address.reply, schema)}
        create: Any = self._client.chat.completions.with_streaming_response.create
        with create(model=address.model, messages=list(messages), extra_body=extra) as response:
            for part in response.iter_bytes():
                size += len(part)
                if size > _MAX_BYTES:
                    raise _trouble(Attempted.UNREADABLE, "the reply is larger than 8 MB")
                # The client limits each read; a service that drips would never end.
                if time.monotonic() > deadline:
                    raise self._too_slow()
                parts.append(part)
        return b"".join(parts)

    @contextmanager
    def _told_apart(self) -> Iterator[None]:
        errors = self._errors
        try:
            yield
        except errors.APITimeoutError:
            raise self._too_slow() from None
        except errors.APIStatusError as refused:
            raise _refused(refused) from None
        except self._broken as error:
            slow = "Timeout" in type(error).__name__
            raise (self._too_slow() if slow else _broken_off()) from None
        except errors.APIConnectionError:
            what = "the judge could not be reached"
            raise _trouble(Attempted.NO_CONNECTION, what, again=True) from None
        except errors.OpenAIError as wrong:
            what = f"the client refused: {type(wrong).__name__}"
            raise _trouble(Attempted.REJECTED, what) from None

    def _too_slow(self) -> Trouble:
        what = f"no whole reply within {self._address.timeout:g} seconds"
        return _trouble(Attempted.TIMEOUT, what, again=True)


def read_completion(body: bytes) -> Reply:
    """The one whole choice of a chat completion. Raises ``Trouble`` for refusals, cuts and others.

    Whatever usage the body tells is kept, also where there is no verdict to read in it.
    """
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise _trouble(Attempted.UNREADABLE, "the service sent no whole JSON", again=True) from None
    tokens = tokens_of(value)
    try:
        (choice,) = value["choices"]
        message, finish = choice["message"], choice["finish_reason"]
        refusal, text = message.get("refusal"), message.get("content")
    except (KeyError, TypeError, ValueError, AttributeError):
        what = "the service sent something that is not one chat completion"
        raise _trouble(Attempted.UNREADABLE, what, again=True, **tokens) from None
    said = text if isinstance(text, str) else None
    if refusal or finish == "content_filter":
        what = "the judge refused" if refusal else "a content filter stopped the reply"
        told = refusal if isinstance(refusal, str) else said
        raise _trouble(Attempted.REFUSED, what, reply=told, **tokens)
    if finish == "length":
        what = "the reply was cut at the limit of tokens: raise max_tokens in [judge.parameters]"
        raise _trouble(Attempted.CUT, what, reply=said, **tokens)
    if finish != "stop" or said is None:
        what = f"the reply ended with {finish!r} and is no text to read"
        raise _trouble(Attempted.UNREADABLE, what, again=True, reply=said, **tokens)
    served = value.get("model")
    return Reply(
        text=said,
        attempt=Attempt(outcome=Attempted.READ, **tokens),
        served=served if isinstance(served, str) else None,
    )


def tokens_of(value: Any) -> dict[str, int]:
    """``input``, ``cached`` and ``output`` of a usage block; empty where it cannot be trusted.

    Some services leave the thinking out of ``completion_tokens`` and count it in the total
    only, so the output is whatever of the total was not input, if that is more.
    """
    usage = value.get("usage") if isinstance(value, dict) else None
    if not isinstance(usage, dict):
        return {}
    given, made = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    if given is None or made is None:
        return {}
    details = usage.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, dict) else None
    total = _count(usage.get("total_tokens"))
    return {
        "input": given,
        "cached": min(cached or 0, given),
        "output": made if total is None else max(made, total - given),
    }


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _form(reply: ReplyForm, schema: Mapping[str, Any]) -> dict[str, Any]:
    if reply is ReplyForm.TEXT:
        return {}
    if reply is ReplyForm.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    held = {"name": "verdict", "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": held}}


_AGAIN = frozenset({408, 409, 425})
_NO_QUOTA = "insufficient_quota"
_FATAL: Mapping[int, str] = {
    401: "check the key: api_key_env names the variable that holds it",
    402: "the account has nothing left to spend",
    403: "this key may not use this model: check api_key_env and model",
    404: "no such model or address: check base_url (it ends before /chat/completions) and model",
}


def _refused(error: Any) -> Trouble:
    """What a status says; its text is left out, since services quote keys in it."""
    status, code = error.status_code, error.code
    named = f" ({code})" if isinstance(code, str) and re.fullmatch(r"[a-z_]{3,40}", code) else ""
    what = f"the judge's service answered HTTP {status}{named}"
    if 300 <= status < 400:
        return _trouble(Attempted.REJECTED, what, fatal="it redirects: write the final base_url")
    if status == 429:
        quota = code == _NO_QUOTA
        wait = _asked_wait(error.response.headers)
        hint = "the account has nothing left to spend" if quota else None
        return _trouble(Attempted.RATE_LIMITED, what, again=not quota, wait=wait, fatal=hint)
    if status >= 500 or status in _AGAIN:
        wait = _asked_wait(error.response.headers)
        return _trouble(Attempted.SERVER_ERROR, what, again=True, wait=wait)
    return _trouble(Attempted.REJECTED, what, fatal=_FATAL.get(status))


def _asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that ``retry-after-ms`` or ``retry-after`` (seconds or a date) asks to wait."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        value = headers.get("retry-after")
        if value is None:
            return None
        if value.strip().replace(".", "", 1).isdecimal():
            return float(value)
        at = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    at = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())


def _broken_off() -> Trouble:
    what = "the connection broke off before the reply was whole"
    return _trouble(Attempted.NO_CONNECTION, what, again=True)


def _trouble(outcome: Attempted, reason: str, **more: Any) -> Trouble:
    tokens = {name: more.pop(name) for name in ("input", "cached", "output") if name in more}
    return Trouble(Attempt(outcome=outcome, **tokens), reason, **more)


def _libraries() -> tuple[Any, Any]:
    try:
        import httpx
        import openai
    except ImportError:
        raise JudgeError(
            "the client for OpenAI-compatible endpoints is not installed",
            hint="pip install 'unbury[judge]'",
        ) from None
    return openai, httpx
