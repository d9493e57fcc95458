"""Nothing is sent unless a suite asks for it, and what opens a door is written down nowhere."""

import base64
import contextlib
import io
import json
import os
import socket
import subprocess
import sys
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "sample_runs" / "despacho"
CANARY = "sk-canary-4f1d7c2a9b"
TRACED = {"HTTP_PROXY": "", "HTTPS_PROXY": "", "NO_PROXY": "*", "UNBURY_DEBUG": "1"}
WATCHED = """
import os, sys
def note(event, arguments):
    if event in {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.bind"}:
        with open(os.environ["TRIED"], "a") as tried:
            tried.write(f"{event} {arguments!r}\\n")
sys.addaudithook(note)
from evalcore.cli.main import main
main()
"""


def unbury(*arguments, folder, codes=(0, 1, 3), **environment):
    ran = subprocess.run(
        [sys.executable, "-c", WATCHED, *map(str, arguments)],
        cwd=folder, capture_output=True, check=False,
        env={**os.environ, **TRACED, "PYTHONPATH": str(ROOT), "TRIED": str(folder / "tried"),
             "UNBURY_DB": str(folder / "u.db"), **environment},
    )  # fmt: skip
    assert ran.returncode in codes, (arguments, ran.stderr.decode())
    return ran.stdout + ran.stderr


def test_no_command_opens_a_socket_on_its_own(tmp_path, times):
    commands = [("run", SAMPLE / "damaged.toml"), ("diagnose", "latest")]
    more = [
        ("export", "latest", "-o", "run.unbury"),
        ("report", "latest", "-o", "report.html"),
        ("symptoms", "latest"),
        ("verify", "latest"),
        ("doctor",),
        ("backup", "copy.db"),
        ("golden", "check", SAMPLE / "golden.jsonl"),
        ("gate", "latest", "--junit", "j.xml", "--markdown", "m.md"),
        ("merge", "run.unbury"),
        ("demo", "--no-serve", "--db", "demo.db"),
    ]
    for command in (*commands, *(more if times(False, True) else ())):
        unbury(*command, folder=tmp_path, codes=(0, 1, 3, 4))
    assert not (tmp_path / "tried").exists(), (tmp_path / "tried").read_text()


def test_a_test_that_tries_to_leave_this_machine_is_refused(tried_to_reach):
    with pytest.raises(OSError, match="no network"):
        socket.create_connection(("h.invalid", 80), timeout=1)
    assert tried_to_reach == ["h.invalid"]
    tried_to_reach.clear()


class Echo(BaseHTTPRequestHandler):
    """A service that fails and repeats what it was sent, as some do."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(
            "utf-8", "replace"
        )
        told = json.dumps({"error": {"message": f"{dict(self.headers)} {body}"}}).encode()
        self.send_response(self.server.code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)
        self.server.keys.add(self.headers.get("Authorization"))

    do_GET = do_POST

    def log_message(self, *_):
        """Say nothing."""


@contextlib.contextmanager
def echo(code):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    server.code, server.keys = code, set()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


SEARCH = """name = "s"
golden = "golden.jsonl"
[retriever]
kind = "http"
url = "{url}/search?q={{query}}"
headers = {{ Authorization = "Bearer ${{SEARCH_KEY}}" }}
retries = 0
"""
EMBED = """name = "s"
golden = "golden.jsonl"
manifest = "chunks.jsonl"
[retriever]
kind = "embedded"
mode = "vectors"
embedder = {{ kind = "openai_compatible", base_url = "{url}/v1", model = "m", api_key_env = "SEARCH_KEY" }}
"""
JUDGE = """
[judge]
base_url = "{url}/v1"
model = "judge-1"
api_key_env = "SEARCH_KEY"
retries = 1
max_wait = 0.05
answers = "answers.jsonl"
[judge.prompts]
correctness = "correctness.md"
"""


OUTPUTS = (
    ("export", "latest", "-o", "run.unbury"),
    ("export", "latest", "--csv", "-o", "r.csv"),
    ("report", "latest", "-o", "report.html"),
    ("gate", "latest", "--junit", "j.xml", "--markdown", "m.md"),
)


def everything(folder):
    """Every byte that was left behind, packed parts unpacked."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            yield path.name, data
            if zipfile.is_zipfile(io.BytesIO(data)):
                with zipfile.ZipFile(io.BytesIO(data)) as packed:
                    for name in packed.namelist():
                        yield f"{path.name}/{name}", packed.read(name)


def forms():
    raw = CANARY.encode()
    return (raw, base64.b64encode(raw).rstrip(b"="), raw.hex().encode(), raw[3:])


@pytest.mark.parametrize(("suite", "code"), [(SEARCH, 500), (EMBED, 401)], ids=["http", "embedder"])
def test_b63_a_key_is_in_no_file_no_output_and_no_traceback(tmp_path, times, suite, code):
    outputs = times(OUTPUTS[:1], OUTPUTS)
    with echo(code) as (server, url):
        (tmp_path / "golden.jsonl").write_text(
            '{"id":"q1","question":"?","expected":["a"]}\n{"id":"q2","question":"?","expected":["b"]}\n'
        )
        (tmp_path / "chunks.jsonl").write_text(
            '{"chunk_id":"a","representation":"uno"}\n{"chunk_id":"b","representation":"dos"}\n'
        )
        (tmp_path / "suite.toml").write_text(suite.format(url=url))
        known = {"folder": tmp_path, "codes": (0, 1, 2, 3), "SEARCH_KEY": CANARY}
        said = unbury("run", "suite.toml", **known)
        assert b"ACCEPT" not in said
        assert f"Bearer {CANARY}" in server.keys
        if (tmp_path / "u.db").exists():
            said += unbury("show", "latest", "--json", **known)
            for command in outputs:
                said += unbury(*command, **known)
        (tmp_path / "said").write_bytes(said)
    found = [
        (name, form) for name, data in everything(tmp_path) for form in forms() if form in data
    ]
    assert found == []


def test_b63_the_judge_s_key_is_kept_nowhere(tmp_path):
    from support.judge_prompts import CORRECTNESS

    with echo(500) as (server, url):
        (tmp_path / "golden.jsonl").write_text(
            '{"id":"q1","question":"?","expected":["a"],"reference_answer":"x"}\n'
        )
        (tmp_path / "lists.jsonl").write_text(
            '{"case_id":"q1","results":[{"chunk_id":"a","score":1.0}]}\n'
        )
        (tmp_path / "answers.jsonl").write_text('{"case_id":"q1","answer":"x"}\n')
        (tmp_path / "correctness.md").write_text(CORRECTNESS)
        (tmp_path / "suite.toml").write_text(
            'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "recorded"\n'
            'rankings = "lists.jsonl"\n' + JUDGE.format(url=url)
        )
        known = {"folder": tmp_path, "codes": (0, 1, 2, 3), "SEARCH_KEY": CANARY,
                 "XDG_CACHE_HOME": str(tmp_path / "cache")}  # fmt: skip
        said = unbury("run", "suite.toml", **known) + unbury("judge", "latest", **known)
        said += unbury("judge", "latest", "--stored", "--json", **known)
        said += unbury("export", "latest", "-o", "run.unbury", **known)
        (tmp_path / "said").write_bytes(said)
        assert f"Bearer {CANARY}" in server.keys, said.decode()
    found = [
        (name, form) for name, data in everything(tmp_path) for form in forms() if form in data
    ]
    assert found == []
