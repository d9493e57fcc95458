"""No test reaches beyond this machine: whatever tries is refused, and its test fails for it."""

import socket
import sys

import pytest

_HERE = ("127.", "::1", "localhost", "0.0.0.0")  # noqa: S104 compared with, never bound to
_ASKED = {"socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"}
_tried: list[str] = []


def _refuse(event, arguments):
    """Python tells every attempt to reach or look up a host, also those of its C modules."""
    if event not in _ASKED:
        return
    place = arguments[0] if event.startswith("socket.get") else arguments[1]
    host = place[0] if isinstance(place, tuple) else place
    if isinstance(host, bytes):
        host = host.decode("latin-1")
    if not isinstance(host, str) or not host or host.startswith((*_HERE, "/", "\0")):
        return
    _tried.append(host)
    raise socket.gaierror(socket.EAI_NONAME, "tests reach no network")


sys.addaudithook(_refuse)


@pytest.fixture(autouse=True)
def tried_to_reach():
    """The hosts that a test tried to reach; one that means to takes its own out again."""
    _tried.clear()
    yield _tried
    assert _tried == []
