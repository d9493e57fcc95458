"""A real service on 127.0.0.1 that answers well, slowly, wrongly, half or not at all."""

import json
import logging
import socket
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from evalcore.errors import InputError, RetrieverError
from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.http import retriever as http_retriever
from evalcore.retrievers.protocol import Filters, Query

GOOD = {"results": [{"id": "a", "score": 2.0}, {"id": "b", "score": 1.0}]}
A_B = Ranking(chunk_ids=("a", "b"), scores=(2.0, 1.0))


class Service(ThreadingHTTPServer):
    """Answers by the word in the question; keeps every request it saw."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen = []
        self.counts = Counter()
        self.busy = self.most_at_once = 0
        self.lock = threading.Lock()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """A client that hung up is what some tests want."""


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self._serve(parse_qs(urlsplit(self.path).query, keep_blank_values=True), None)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._serve({}, json.loads(body))

    def _serve(self, params, body):
        server = self.server
        word = params["q"][0] if "q" in params else body["q"]
        with server.lock:
            server.seen.append((params, body, dict(self.headers)))
            server.counts[word] += 1
            times = server.counts[word]
        getattr(self, f"say_{word}", self.say_good)(times)

    def _send(self, content, status=200, **headers):
        held = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(held)))
        self.end_headers()
        self.wfile.write(held)

    def say_good(self, _):
        self._send(GOOD)

    def say_slow(self, _):
        time.sleep(4.0)
        self._send(GOOD)

    def say_drip(self, _):
        self.send_response(200)
        self.send_header("Content-Length", "100")
        self.end_headers()
        for _ in range(20):
            self.wfile.write(b" ")
            time.sleep(0.2)

    def say_pause(self, _):
        server = self.server
        with server.lock:
            server.busy += 1
            server.most_at_once = max(server.most_at_once, server.busy)
        time.sleep(0.1)
        with server.lock:
            server.busy -= 1  # before the answer: whoever has it may ask again
        self._send(GOOD)

    def say_busy(self, times):
        if times == 1:
            self._send({}, 429, Retry_After="0")
        else:
            self._send(GOOD)

    def say_forever(self, _):
        self._send({}, 429, Retry_After="3600")

    def say_error(self, _):
        self._send({"detail": "sk-test-canary"}, 500)

    def say_denied(self, _):
        self._send({"detail": "sk-test-canary"}, 403)

    def say_moved(self, _):
        self._send({}, 302, Location="http://elsewhere.invalid/?key=sk-test-canary")

    def say_dies(self, _):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"results": [')

    def say_html(self, _):
        self._send(b"<html>please log in sk-test-canary</html>")

    def say_nan(self, _):
        self._send(b'{"results": [{"id": "a", "score": NaN}]}')

    def say_null(self, _):
        self._send({"results": [{"id": "a", "score": None}]})

    def say_half(self, _):
        self._send({"results": [{"id": "a", "score": 2.0}, {"id": "b"}]})

    def say_number(self, _):
        self._send({"results": [{"id": 7, "score": 2.0}]})

    def say_elsewhere(self, _):
        self._send({"hits": []})

    def say_object(self, _):
        self._send({"results": {"a": 1.0}})

    def say_list(self, _):
        self._send([1, 2])

    def say_empty(self, _):
        self._send({"results": []})

    def say_twice(self, _):
        self._send({"results": [{"id": "x", "score": 1}, {"id": "x", "score": 1}]})

    def say_rising(self, _):
        self._send({"results": [{"id": "x", "score": 0.1}, {"id": "y", "score": 0.9}]})

    def say_elastic(self, _):
        hit = {"_score": 3, "_source": {"chunk.id": "e", "rank": [{"raw": 1.5}]}}
        self._send({"hits": {"hits": [hit]}})

    def say_bare(self, _):
        self._send(["a", "b"])

    def say_huge(self, _):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"[" + b" " * 4096)


@pytest.fixture
def service():
    server = Service()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def search(service, built, ask):
    def run(*texts, depth=10, filters=None, **options):
        table = {"kind": "http", "url": service.url + "/?q={query}", "max_wait": 0.01} | options
        return built(table).search(ask(*texts), depth, filters)

    return run


def test_answers_stand_in_the_order_of_the_queries(search):
    answers = search("good", "empty", "twice", "good")
    assert answers == [
        A_B,
        Ranking(chunk_ids=(), scores=None),
        Ranking(chunk_ids=("x", "x"), scores=(1.0, 1.0)),
        A_B,
    ]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("html", "the answer is not strict JSON"),
        ("nan", "the answer is not strict JSON"),
        ("null", "the score of result 1 is null, not a number"),
        ("half", 'result 2 has no field "score"'),
        ("number", "the id of result 1 is a number: send ids as text"),
        ("elsewhere", 'the answer has no field "results"'),
        ("object", 'the field "results" is not a list of results'),
        ("list", 'the answer has no field "results"'),
        ("denied", "the service answered HTTP 403"),
        ("error", "the service answered HTTP 500 (3 attempts)"),
        ("moved", "the service redirects (HTTP 302): write the final address"),
        ("dies", "the connection broke off before the answer was whole (3 attempts)"),
    ],
)
def test_b04_a_bad_answer_fails_its_case_and_the_run_goes_on(search, word, reason):
    good, bad, also = search("good", word, "good", retries=2)
    assert (good, also) == (A_B, A_B)
    assert isinstance(bad, Failure)
    assert bad.reason.startswith(reason)
    assert "canary" not in bad.reason
    assert "127.0.0.1" not in bad.reason


def test_b06_the_order_given_is_kept_even_where_scores_rise(search):
    assert search("rising") == [Ranking(chunk_ids=("x", "y"), scores=(0.1, 0.9))]


def test_a_service_that_is_busy_once_is_asked_again(search, service):
    assert search("busy") == [A_B]
    assert service.counts["busy"] == 2


def test_a_service_that_wants_more_patience_than_allowed_is_not_asked_again(search, service):
    (answer,) = search("forever", max_wait=2.0)
    assert "asks to wait 3600 s, more than the 2 s allowed" in answer.reason
    assert service.counts["forever"] == 1


def test_what_cannot_be_mended_by_asking_again_is_asked_once(search, service):
    search("denied")
    assert service.counts["denied"] == 1


def test_retries_are_bounded(search, service):
    search("error", retries=1)
    assert service.counts["error"] == 2


@pytest.mark.parametrize("word", ["slow", "drip"])
def test_no_answer_takes_longer_than_its_timeout(search, word):
    start = time.monotonic()
    (answer,) = search(word, timeout=0.3, retries=0)
    assert answer == Failure("no whole answer within 0.3 seconds")
    assert time.monotonic() - start < 2.5


def test_a_slow_service_is_waited_for_within_the_timeout(search):
    assert search("pause", timeout=30.0) == [A_B]


def test_several_questions_are_asked_at_once_but_no_more_than_allowed(search, service):
    assert search(*["pause"] * 8, concurrency=4) == [A_B] * 8
    assert 1 < service.most_at_once <= 4


def test_an_answer_without_end_is_cut_off(search, monkeypatch):
    monkeypatch.setattr("evalcore.retrievers.http.transport._MAX_BYTES", 1024)
    (answer,) = search("huge", retries=0)
    assert "larger than" in answer.reason


def test_a_service_that_is_not_there_fails_the_cases_and_is_given_up(built, ask, monkeypatch):
    monkeypatch.setattr(http_retriever, "GIVE_UP_AFTER", 3)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    table = {"kind": "http", "url": f"http://127.0.0.1:{port}/?q={{query}}", "retries": 0}
    answers = built(table | {"concurrency": 1}).search(ask(*"abcdef"), 5)
    reasons = [answer.reason for answer in answers]
    assert reasons[:3] == ["the service could not be reached"] * 3
    assert reasons[3:] == ["not asked: 3 cases in a row got no answer"] * 3


HOSTILE = '¿50 % & a=b? # / "\\ \n ñ {depth} ${HOME} \u2028 😀'


def test_a_question_stays_one_value_in_the_address(search, service):
    search(HOSTILE, url=service.url + "/?q={query}&k={depth}&d={domain}", depth=7)
    ((params, _, _),) = service.seen
    assert params == {"q": [HOSTILE], "k": ["7"], "d": [""]}


@pytest.mark.parametrize(
    "body",
    [
        {"q": "{query}", "k": "{depth}", "d": "{domain}", "t": ["top {depth} of {query}", 1]},
        '{"q": "{query}", "k": "{depth}", "d": "{domain}", "t": ["top {depth} of {query}", 1]}',
    ],
)
def test_a_question_stays_one_value_in_the_body(search, service, body):
    assert search(HOSTILE, method="POST", url=service.url, body=body, depth=7) == [A_B]
    ((_, sent, headers),) = service.seen
    assert sent == {"q": HOSTILE, "k": 7, "d": None, "t": [f"top 7 of {HOSTILE}", 1]}
    assert headers["Content-Type"] == "application/json"


def test_the_domain_of_the_case_is_sent(built, service):
    table = {"kind": "http", "url": service.url + "/?q={query}&d={domain}"}
    built(table).search([Query(case_id="q", text="good", domain="a&b")], 5)
    assert service.seen[0][0]["d"] == ["a&b"]


def test_fields_are_found_by_path_also_where_a_name_holds_a_dot(search):
    fields = {
        "results": "hits.hits",
        "id": ["_source", "chunk.id"],
        "score": "_score",
        "raw_score": "_source.rank.0.raw",
    }
    assert search("elastic", fields=fields) == [
        Ranking(chunk_ids=("e",), scores=(3.0,), raw_scores=(1.5,))
    ]


def test_bare_lists_of_ids_have_no_scores_and_say_so(search, built, service):
    fields = {"results": "", "id": "", "score": False}
    assert search("bare", fields=fields) == [Ranking(chunk_ids=("a", "b"))]
    table = {"kind": "http", "url": service.url + "/?q={query}", "fields": fields}
    assert built(table).capabilities.scores is False


def test_no_more_results_than_asked_for(search):
    assert search("good", depth=1) == [Ranking(chunk_ids=("a",), scores=(2.0,))]


def test_other_filters_are_refused_and_nothing_is_asked(search, service):
    (answer,) = search("good", filters=Filters(off=True))
    assert isinstance(answer, Failure)
    assert service.seen == []


def test_a_question_that_is_no_text_fails_alone(search):
    bad, good = search("\ud800", "good")
    assert isinstance(bad, Failure)
    assert good == A_B


def test_a_question_too_long_for_an_address_fails_with_the_way_out(search):
    (answer,) = search("x" * 70_000)
    assert "POST" in answer.reason


CANARY = "sk-test-canary"


@pytest.fixture
def secret(monkeypatch):
    monkeypatch.setenv("SEARCH_TOKEN", CANARY)
    return {"headers": {"Authorization": "Bearer ${SEARCH_TOKEN}"}}


def test_a_secret_travels_in_its_header(search, service, secret):
    assert search("good", **secret) == [A_B]
    assert service.seen[0][2]["Authorization"] == f"Bearer {CANARY}"


def test_b63_a_secret_is_in_no_text_and_no_log(built, ask, service, secret, caplog):
    caplog.set_level(logging.DEBUG)
    table = {"kind": "http", "url": service.url + "/?q={query}", "retries": 0, **secret}
    retriever = built(table)
    answers = retriever.search(ask("error", "dies", "html", "denied", "half"), 5)
    told = repr(retriever) + repr(vars(retriever)) + repr(answers) + caplog.text
    assert all(isinstance(answer, Failure) for answer in answers)
    assert CANARY not in told


def test_a_secret_that_is_not_set_is_named_before_anything_is_asked(built, service, monkeypatch):
    monkeypatch.delenv("SEARCH_TOKEN", raising=False)
    table = {"kind": "http", "url": service.url + "/?q={query}"}
    with pytest.raises(RetrieverError, match="SEARCH_TOKEN is not set"):
        built(table | {"headers": {"X-Key": "${SEARCH_TOKEN}"}})
    assert service.seen == []


def test_b63_a_secret_with_a_line_end_is_refused_without_showing_it(built, monkeypatch):
    monkeypatch.setenv("SEARCH_TOKEN", f"{CANARY}\r\nX: y")
    table = {"kind": "http", "url": "http://h/?q={query}", "headers": {"X-Key": "${SEARCH_TOKEN}"}}
    with pytest.raises(RetrieverError) as caught:
        built(table)
    assert CANARY not in str(caught.value)


@pytest.mark.parametrize(
    ("table", "field"),
    [
        ({"url": f"http://u:{CANARY}@h/?q={{query}}"}, "retriever.url"),
        ({"url": "http://h/?q={query}&key=${KEY}"}, "retriever.url"),
        ({"headers": {"Authorization": f"Bearer {CANARY}"}}, "retriever.headers"),
        ({"headers": {"X-API-Key": CANARY}}, "retriever.headers"),
        ({"headers": {"X-A": "a\r\nX-B: b"}}, "retriever.headers"),
        ({"headers": {"X A": "a"}}, "retriever.headers"),
        ({"url": "ftp://h/?q={query}"}, "retriever.url"),
        ({"url": "http://{query}/"}, "retriever.url"),
        ({"url": "http://h:99999/?q={query}"}, "retriever.url"),
        ({"url": "http://h/?q={qery}"}, "retriever.url"),
        ({"url": "http://h/"}, "retriever"),
        ({"body": {"q": "{query}"}}, "retriever"),
        ({"method": "POST", "body": '{"q": {query}}'}, "retriever.body"),
        ({"method": "POST", "body": '["{query}"]'}, "retriever.body"),
        ({"method": "POST", "body": {"q": ["{qury}"]}}, "retriever.body"),
        ({"concurrency": 0}, "retriever.concurrency"),
        ({"timeout": 0}, "retriever.timeout"),
        ({"fields": {"id": 7}}, "retriever.fields.id"),
        ({"fields": {"score": True}}, "retriever.fields.score"),
    ],
)
def test_a_table_that_cannot_work_or_holds_a_secret_is_refused(built, table, field):
    with pytest.raises(InputError) as caught:
        built({"kind": "http", "url": "http://h/?q={query}"} | table)
    assert [problem.field for problem in caught.value.problems] == [field]
    assert CANARY not in str(caught.value)


def test_when_the_run_is_stopped_nothing_waits_to_be_asked_again():
    run = http_retriever._Run()
    run.stop()
    start = time.monotonic()
    with pytest.raises(http_retriever.Trouble):
        run.sleep(30.0)
    assert run.over
    assert time.monotonic() - start < 5
