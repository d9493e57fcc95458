"""A service on 127.0.0.1 that gives prepared answers one after another, and keeps what it saw."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One answer. ``drops`` breaks the connection off in the middle of it."""

    content: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    drops: bool = False
    after: float = 0.0


@dataclass(frozen=True)
class Seen:
    """One request: its body as JSON, or as the list of its lines."""

    method: str
    path: str
    body: Any
    headers: Mapping[str, str]


class Service(ThreadingHTTPServer):
    """Answers in order; beyond the last answer it says 500."""

    daemon_threads = True

    def __init__(self, replies: Sequence[Reply], *, headers: Mapping[str, str] | None = None):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = list(replies)
        self.seen: list[Seen] = []
        self.always = dict(headers or {})
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        """A client that hung up is what some tests want."""


class _Handler(BaseHTTPRequestHandler):
    server: Service

    def log_message(self, *_):
        pass

    def do_GET(self):
        self._serve()

    def do_POST(self):
        self._serve()

    def do_PUT(self):
        self._serve()

    def do_DELETE(self):
        self._serve()

    def _serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.server.lock:
            self.server.seen.append(Seen(self.command, self.path, _read(body), dict(self.headers)))
            waiting = self.server.replies
            reply = waiting.pop(0) if waiting else Reply({}, status=500)
        time.sleep(reply.after)
        content = reply.content
        held = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(reply.status)
        for name, value in {**self.server.always, **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(held) + (100 if reply.drops else 0)))
        self.end_headers()
        self.wfile.write(held)
        if reply.drops:
            self.close_connection = True


def _read(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except json.JSONDecodeError:
        return [json.loads(line) for line in body.splitlines() if line]
