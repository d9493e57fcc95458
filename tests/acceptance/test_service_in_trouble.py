"""A search service that dies, dawdles, refuses or babbles: the run ends and says which cases.

The verdict is CANNOT JUDGE unless even the best case for them would fail, and what was answered
is kept for a second attempt (issue 8).
"""

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from evalcore.errors import UsageError
from evalcore.model.verdict import Decision
from evalcore.model.words import State
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite

CASES = 60


class Searching(ThreadingHTTPServer):
    """Finds ``c-7`` for ``question 7``, as long as its ``mood`` lets it."""

    daemon_threads = True
    mood = staticmethod(lambda number: None)
    asked: tuple[int, ...] = ()

    def handle_error(self, request, client_address):
        """A client that hung up is what some tests want."""


class _Answering(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number = int(asked["q"].split()[-1])
        self.server.asked += (number,)
        trouble = self.server.mood(number)
        if trouble == "dies":
            self.connection.close()
            return
        if trouble == "slow":
            time.sleep(0.6)
        status, content = 200, {"results": [{"id": f"c-{number}", "score": 1.0}]}
        if trouble == "429":
            status, content = 429, {}
        if trouble == "half":
            content = {"results": [{"id": f"c-{number}"}]}
        if trouble == "wrong":
            content = {"results": [{"id": "c-0", "score": 1.0}]}
        held = b"<html>" if trouble == "garbage" else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(held)))
        self.end_headers()
        self.wfile.write(held)


@pytest.fixture
def service():
    found = Searching(("127.0.0.1", 0), _Answering)
    Thread(target=found.serve_forever, args=(0.01,), daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


@pytest.fixture
def suite(service, tmp_path):
    numbers = range(CASES)
    golden = [
        {"id": f"q-{n}", "question": f"question {n}", "expected": [f"c-{n}"]} for n in numbers
    ]
    chunks = [{"chunk_id": f"c-{n}", "text": f"answer {n}", "labels": []} for n in numbers]
    for name, rows in (("golden.jsonl", golden), ("chunks.jsonl", chunks)):
        (tmp_path / name).write_text("\n".join(map(json.dumps, rows)) + "\n")
    path = tmp_path / "suite.toml"
    path.write_text(
        f"""name = "service"
golden = "golden.jsonl"
manifest = "chunks.jsonl"
[retriever]
kind = "http"
url = "http://127.0.0.1:{service.server_address[1]}/search"
method = "POST"
body = {{q = "{{query}}"}}
timeout = 0.3
retries = 0
"""
    )
    return path


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        ("dies", "broke off"),
        ("slow", "no whole answer within 0.3 seconds"),
        ("429", "HTTP 429"),
        ("garbage", "not strict JSON"),
        ("half", 'no field "score"'),
    ],
)
def test_the_run_ends_names_its_errors_and_cannot_be_judged(service, suite, tmp_path, trouble, why):
    service.mood = lambda number: trouble if number >= CASES - 8 else None
    outcome = run_suite(suite, db=tmp_path / "unbury.db")
    assert outcome.verdict.decision is Decision.CANNOT_JUDGE
    failures = outcome.examination.failures
    assert set(failures) == {f"q-{n}" for n in range(CASES - 8, CASES)}
    assert all(why in reason for reason in failures.values())


def test_a_run_that_the_best_case_cannot_save_is_blocked(service, suite, tmp_path):
    service.mood = lambda number: (
        "dies" if number >= CASES - 8 else "wrong" if number < 20 else None
    )
    outcome = run_suite(suite, db=tmp_path / "unbury.db")
    assert outcome.verdict.decision is Decision.BLOCK


def test_a_resumed_run_asks_only_what_got_no_list_and_keeps_the_rest(service, suite, tmp_path):
    db = tmp_path / "unbury.db"
    service.mood = lambda number: "dies" if number >= 30 else None
    first = run_suite(suite, db=db, options=RunOptions(label="broken"))
    assert first.verdict.decision is Decision.CANNOT_JUDGE
    service.mood, service.asked = (lambda number: None), ()
    second = run_suite(suite, db=db, options=RunOptions(resume="broken"))
    assert second.verdict.decision is Decision.ACCEPT
    assert second.run_id != first.run_id
    # Three of the kept ones are compared, so that two states of an index never make one run.
    assert set(service.asked) == {*range(3), *range(30, CASES)}
    assert second.notes == (f"resumes {first.run_id}: 30 lists kept, 30 asked again",)
    stored = open_run(db, second.run_id)
    assert stored.context["resumed"] == {"run": first.run_id, "kept": 30, "asked": 30}
    assert not stored.rankings[0].failures
    states = open_run(db, "broken").examination
    assert [states.state_of(row) for row in (0, 59)] == [State.PASS, State.ERROR]


def test_a_changed_index_is_not_resumed_from(service, suite, tmp_path):
    db = tmp_path / "unbury.db"
    service.mood = lambda number: "dies" if number >= 30 else None
    run_suite(suite, db=db, options=RunOptions(label="broken"))
    service.mood = lambda number: "wrong" if number == 1 else None
    with pytest.raises(UsageError, match='does not answer "q-1" as it did'):
        run_suite(suite, db=db, options=RunOptions(resume="broken"))


def test_another_exam_is_not_resumed_from_and_what_differs_is_named(service, suite, tmp_path):
    db = tmp_path / "unbury.db"
    service.mood = lambda number: "dies" if number >= 30 else None
    run_suite(suite, db=db, options=RunOptions(label="broken"))
    golden = tmp_path / "golden.jsonl"
    golden.write_text(golden.read_text().replace("question 5", "question 6"))
    suite.write_text(suite.read_text().replace("retries = 0", "retries = 1"))
    with pytest.raises(UsageError, match=r"another criterion \(suite file\), another golden set"):
        run_suite(suite, db=db, options=RunOptions(resume="broken"))
    assert len(_runs(db)) == 1


def test_a_run_without_errors_is_not_resumed(service, suite, tmp_path):
    db = tmp_path / "unbury.db"
    run_suite(suite, db=db, options=RunOptions(label="whole"))
    with pytest.raises(UsageError, match="nothing to resume"):
        run_suite(suite, db=db, options=RunOptions(resume="whole"))


def _runs(db):
    from evalcore.store import open_reader

    with open_reader(db) as reader:
        return reader.runs()
