"""No test reaches beyond this machine: whatever tries is refused, and its test fails for it.

Here too is the browser of the tests that need a real one.
"""

import os
import socket
import sys

import pytest

from support.dealing import dealt

_HERE = ("127.", "::1", "localhost", "0.0.0.0")  # noqa: S104 compared with, never bound to
_ASKED = {"socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"}
_tried: list[str] = []


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One process more than there are cores: nearly half of the time a test waits for another."""
    return int(os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS", (os.cpu_count() or 1) + 1))


def pytest_collection_modifyitems(items):
    """Long tests first, in every process its share of them."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes > 1:
        items[:] = dealt(items, processes)


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


@pytest.fixture(scope="session")
def browsing():
    from support import browsing

    return browsing


@pytest.fixture(scope="module")
def chromium(browsing):
    """One browser for the tests of a file: to start it takes longer than most of them."""
    pytest.importorskip("playwright.sync_api")
    if browsing.CHROMIUM is None:
        pytest.skip("no chromium is installed")
    with browsing.chromium() as opened:
        yield opened


@pytest.fixture
def browser(chromium):
    """That browser for one test: whoever visited is gone when it ends, with cookies and cache."""
    here = chromium.contexts
    yield chromium
    for context in chromium.contexts:
        if context not in here:
            context.close()
