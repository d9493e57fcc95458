"""What the PostgreSQL driver raises, told in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from evalcore.retrievers.http.transport import Trouble

_STATEMENT_TIMEOUT = "57014"
_WRONG_LOGIN = "28"
_AGAIN = ("08", "40", "53", "55", "57")
"""Classes of errors that may pass: connection, conflict, resources, locks, shutdown."""


@contextmanager
def troubles() -> Iterator[None]:
    """Whatever the driver raises within becomes a ``Trouble``.

    Only what the server says of a statement is told; what the driver says of a connection may
    hold its address.
    """
    import psycopg

    try:
        yield
    except psycopg.errors.Error as error:
        raise _told(error) from None


def _told(error: Exception) -> Trouble:
    import psycopg

    code = getattr(error, "sqlstate", None) or ""
    diagnostic = getattr(error, "diag", None)
    said = getattr(diagnostic, "message_primary", None) or type(error).__name__
    if code == _STATEMENT_TIMEOUT:
        return Trouble("no answer in time", again=True)
    if code.startswith(_WRONG_LOGIN) or (not code and "password" in str(error)):
        return Trouble("the database refused the user or the password")
    if code:
        return Trouble(f"the database says: {said}", again=code.startswith(_AGAIN))
    if isinstance(error, psycopg.OperationalError):
        return Trouble("the database could not be reached, or broke off", again=True)
    return Trouble(f"the database's answer could not be read ({type(error).__name__})")
