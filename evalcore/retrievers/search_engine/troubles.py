"""What the clients of both engines raise, told in plain sentences without addresses or keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from evalcore.retrievers.http.transport import TRY_AGAIN, Trouble
from evalcore.retrievers.search_engine.options import SearchEngineOptions

_NAMES = {"elasticsearch": "Elasticsearch", "opensearch": "OpenSearch"}


@contextmanager
def troubles(options: SearchEngineOptions) -> Iterator[None]:
    """Whatever the client raises within becomes a ``Trouble``.

    Both clients descend from one, so their errors have the same names and fields.
    """
    try:
        yield
    except Trouble:
        raise
    except Exception as error:
        if not type(error).__module__.startswith(("elastic", "opensearchpy")):
            raise
        raise _told(error, _NAMES[options.kind]) from None


def _told(error: Exception, engine: str) -> Trouble:
    names = {kind.__name__ for kind in type(error).__mro__}
    if "ConnectionTimeout" in names:
        return Trouble("no answer in time", again=True)
    if names & {"SSLError", "TlsError"}:
        return Trouble("the server's certificate is not trusted: name its authority as ca_certs")
    if "ConnectionError" in names:
        return Trouble("the server could not be reached, or broke off", again=True)
    if "SerializationError" in names:
        return Trouble("the answer is not JSON")
    code = getattr(error, "status_code", None)
    if isinstance(code, int):
        body = getattr(error, "body", None) or getattr(error, "info", None)
        return refused(code, body.get("error") if isinstance(body, Mapping) else None)
    return Trouble(f"the answer is not one of {engine}'s ({type(error).__name__})")


def refused(code: int, error: Any) -> Trouble:
    """Why a search was refused: the engine's own word for it, and its reason where it gives one."""
    said = ""
    if isinstance(error, Mapping):
        causes = error.get("root_cause")
        cause = causes[0] if isinstance(causes, list) and causes else error
        cause = cause if isinstance(cause, Mapping) else error
        said = f": {cause.get('type')}: {cause.get('reason')}"
    return Trouble(f"the server answered HTTP {code}{said}", again=code in TRY_AGAIN)
