"""The dashboard's server: this machine only, and answers that let a browser fetch nothing else.

Started by ``unbury serve`` as ``python -m pages.ui.server``. ``streamlit run app.py`` shows the
same pages from the same settings, without the headers and without the log of writes.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import gmtime
from typing import Any

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.ui.permission import LOG

APP = Path(__file__).parents[2] / "app.py"
ADDRESS = "127.0.0.1"
OWN_NAMES = ("localhost", ADDRESS)
ALLOCATIONS = 50_000
"""New objects between two searches for reference cycles. Python's own number, 700, would have
every case of a large run walked again and again while it is being opened."""


def policy(names: Sequence[str], port: int) -> str:
    """What a browser may load for these pages: their own parts, and nothing from elsewhere.

    Styles and scripts written into the page are Streamlit's own way of drawing. The sockets are
    named, since not every browser takes 'self' to speak of them.
    """
    sockets = " ".join(f"ws://{name}:{port} wss://{name}" for name in names)
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' 'unsafe-inline'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' {sockets}",
            "worker-src 'self' blob:",
            "frame-src 'none'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


class GuardedAnswers:
    """Every answer over HTTP, with the headers that bind the browser; sockets pass through."""

    def __init__(self, app: ASGIApp, content_policy: str) -> None:
        self.app = app
        self.headers = {
            "Content-Security-Policy": content_policy,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)


def main() -> None:
    """Serve until stopped. Port, database and permissions come from the environment."""
    gc.set_threshold(ALLOCATIONS)
    port = int(os.environ["UNBURY_PORT"])
    names = (*OWN_NAMES, *os.environ.get("UNBURY_HOSTS", "").split())
    _log_writes()
    app = st.App(
        APP,
        middleware=[
            Middleware(GuardedAnswers, content_policy=policy(names, port)),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(names), www_redirect=False),
        ],
        lifespan=_shown,
    )
    sys.argv[:] = [str(APP)]  # Streamlit takes it for the place that settings stand beside
    app.run(
        config={
            "server.address": ADDRESS,
            "server.port": port,
            "server.allowedHosts": list(names),
            "server.headless": True,  # the window is ours to open
        }
    )


def _log_writes() -> None:
    """A line on standard error for each write: when, what, who."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)sZ %(message)s", "%Y-%m-%dT%H:%M:%S"))
    handler.formatter.converter = gmtime  # type: ignore[union-attr]  # set on the line above
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False


@asynccontextmanager
async def _shown(_app: Any) -> AsyncIterator[None]:
    """Open a browser window where one was asked for and there is a screen."""
    screen = sys.platform != "linux" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if screen and os.environ.get("UNBURY_OPEN") == "1":
        webbrowser.open(f"http://{ADDRESS}:{os.environ['UNBURY_PORT']}")
    yield


if __name__ == "__main__":
    main()
