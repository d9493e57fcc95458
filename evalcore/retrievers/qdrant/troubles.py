"""What the Qdrant client raises, told in plain sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from pydantic import ValidationError

from evalcore.retrievers.http.transport import TRY_AGAIN, Trouble

_NOT_QDRANT = "the answer is not one of Qdrant's"


@contextmanager
def troubles() -> Iterator[None]:
    """Whatever the client raises within becomes a ``Trouble``; addresses and keys stay out."""
    from qdrant_client.common.client_exceptions import ResourceExhaustedResponse
    from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

    try:
        yield
    except ResourceExhaustedResponse as error:
        wait = float(error.retry_after_s)
        raise Trouble("the server asks to be left alone", again=True, wait=wait) from None
    except UnexpectedResponse as error:
        raise _refused(error.status_code, error.content) from None
    except ResponseHandlingException as error:
        raise _unread(error.source) from None
    except json.JSONDecodeError:
        raise Trouble("the answer is not JSON") from None
    except (ValidationError, AttributeError, TypeError, KeyError):
        raise Trouble(_NOT_QDRANT) from None
    except ValueError as error:
        # The local mode speaks so: no such collection, no such vector, another length.
        raise Trouble(str(error)) from None


def _refused(code: int | None, content: bytes) -> Trouble:
    said = ""
    try:
        status = json.loads(content)["status"]
        said = f": {status['error']}" if isinstance(status["error"], str) else ""
    except (ValueError, KeyError, TypeError):
        said = ""
    return Trouble(f"the server answered HTTP {code}{said}", again=code in TRY_AGAIN)


def _unread(source: Exception) -> Trouble:
    if isinstance(source, httpx.TimeoutException):
        return Trouble("no answer in time", again=True)
    if isinstance(source, httpx.ConnectError):
        return Trouble("the server could not be reached", again=True)
    if isinstance(source, httpx.TransportError):
        return Trouble("the connection broke off before the answer was whole", again=True)
    return Trouble(_NOT_QDRANT)
