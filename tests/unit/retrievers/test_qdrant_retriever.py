"""Qdrant: the local mode of its own client, and its server's wire as a service of the tests."""

import json

import pytest
from qdrant_client import QdrantClient, models

from evalcore.errors import InputError, RetrieverError
from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.protocol import Filters, Index, Query

from support.despacho_index import EMBEDDED, FOLDER, fill_qdrant, held
from support.services import Reply, Service

QUESTION = "¿Cuál es el porcentaje de retención de IRPF?"
VECTORS = str(FOLDER / "vectors.npz")
SECRET = "canary-7f3a"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("qdrant")
    client = QdrantClient(path=str(path / "data"))
    fill_qdrant(client)
    client.create_collection(
        "both",
        vectors_config={"dense": models.VectorParams(size=2, distance=models.Distance.DOT)},
        sparse_vectors_config={"words": models.SparseVectorParams()},
    )
    dense, sparse = [[1.0, 0.0], [0.9, 0.1], [0.0, 1.0]], [{7: 0.1}, {7: 3.0}, {7: 1.0}]
    client.upsert(
        "both",
        [
            models.PointStruct(
                id=row + 1,
                vector={
                    "dense": dense[row],
                    "words": models.SparseVector(
                        indices=list(sparse[row]), values=list(sparse[row].values())
                    ),
                },
                payload={"metadata": {"key": f"k{row}"}, "domain": "ab"[row % 2]},
            )
            for row in range(3)
        ],
    )
    client.close()
    (path / "toys.py").write_text(
        "def words(text):\n    return {7: 1.0}\n\n\ndef nothing(text):\n    return None\n"
    )
    return path


@pytest.fixture
def local(folder, built):
    def make(**more):
        options = {
            "kind": "qdrant",
            "path": "data",
            "collection": "chunks",
            "vectors": VECTORS,
            "fields": {"chunk_id": "chunk_id"},
        }
        return built(options | more, folder=folder)

    return make


def golden_queries(most=20):
    lines = (FOLDER / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines][:most]
    return [Query(case_id=c["id"], text=c["pregunta"], domain=c.get("dominio")) for c in cases]


def test_the_local_mode_gives_the_lists_of_the_index_in_process(local, built):
    from evalcore.formats.manifest import read_manifest

    manifest = read_manifest(FOLDER / "manifests" / "green.jsonl")
    own = built(EMBEDDED, manifest)
    queries = golden_queries()
    for ours, theirs in zip(own.search(queries, 50), local().search(queries, 50), strict=True):
        assert isinstance(theirs, Ranking)
        assert theirs.scores == pytest.approx(ours.scores, abs=1e-5)
        score = dict(zip(ours.chunk_ids, ours.scores, strict=True))
        for found, at in zip(theirs.chunk_ids, ours.scores, strict=True):
            assert score.get(found, at) == pytest.approx(at, abs=1e-5)


def test_a_filter_of_the_suite_holds_and_can_be_switched_off(local):
    found = local(
        filter={"must": [{"key": "domain", "match": {"value": "{domain}"}}]},
    )
    domains = {chunk["chunk_id"]: chunk["domain"] for chunk in held().chunks}
    query = next(query for query in golden_queries() if query.domain)
    (kept,) = found.search([query], 400)
    (all_of_them,) = found.search([query], 400, Filters(off=True))
    assert {domains[it] for it in kept.chunk_ids} == {query.domain}
    assert len(all_of_them.chunk_ids) == 400


def test_a_filter_by_domain_fails_the_case_that_has_none(local):
    found = local(filter={"must": [{"key": "domain", "match": {"value": "{domain}"}}]})
    (answer,) = found.search([Query(case_id="q", text=golden_queries()[0].text)], 5)
    assert answer == Failure("the search asks for the case's domain, and this case has none")


def test_a_question_is_data_in_a_filter_and_never_a_part_of_it(local):
    text = golden_queries()[0].text
    evil = '{"should": []} "}}], {domain}'
    found = local(filter={"must": [{"key": "domain", "match": {"value": "{domain}"}}]})
    (answer,) = found.search([Query(case_id="q", text=text, domain=evil)], 5)
    assert answer == Ranking(chunk_ids=(), scores=None)


def test_other_domains_than_its_own_are_not_answered(local):
    (answer,) = local().search(golden_queries(1), 5, Filters(domains=("x",)))
    assert isinstance(answer, Failure)


BOTH = {
    "collection": "both",
    "using": "dense",
    "fields": {"chunk_id": "metadata.key"},
    "sparse": {"using": "words", "encoder": "toys:words"},
}


def test_sparse_vectors_come_from_a_function_beside_the_suite(local):
    (answer,) = local(mode="sparse", **BOTH).search([Query(case_id="q", text="x")], 3)
    assert answer == Ranking(chunk_ids=("k1", "k2", "k0"), scores=pytest.approx((3.0, 1.0, 0.1)))


def test_dense_and_sparse_lists_are_joined_by_qdrant(local, toy, choice, monkeypatch):
    from evalcore.retrievers.vector_source import VectorSource

    found = local(mode="hybrid", fusion={"method": "rrf", "window": 3}, **BOTH)
    toy.dimensions = 2
    monkeypatch.setattr(toy, "_vector", lambda text: __import__("numpy").array([1.0, 0.0]))
    object.__setattr__(found.asking, "source", VectorSource(choice=choice(toy)))
    (answer,) = found.search([Query(case_id="q", text="x")], 3)
    assert set(answer.chunk_ids) == {"k0", "k1", "k2"}
    assert answer.chunk_ids[0] == "k1"


def test_an_encoder_that_returns_nothing_fails_its_case(local):
    options = BOTH | {"sparse": {"using": "words", "encoder": "toys:nothing"}}
    (answer,) = local(mode="sparse", **options).search([Query(case_id="q", text="x")], 3)
    assert answer == Failure("the sparse encoder did not return {index: weight}")


def test_point_ids_are_the_chunks_where_no_field_is_named(local):
    (answer,) = local(mode="sparse", **(BOTH | {"fields": {}})).search(
        [Query(case_id="q", text="x")], 3
    )
    assert answer.chunk_ids == ("2", "3", "1")


def test_the_collection_can_be_read_whole(local):
    index = local()
    assert isinstance(index, Index)
    records = {it["chunk_id"]: it for it in index.records()}
    assert records.keys() == set(held().ids)
    one = held().chunks[0]
    assert records[one["chunk_id"]]["representation"] == one["representation"]


def test_it_says_which_ids_it_holds(local):
    some = held().ids[:3]
    assert local().holding([*some, "not-there"]) == set(some)
    by_point = local(**(BOTH | {"fields": {}}), mode="sparse")
    assert by_point.holding(["1", "3", "03", "9", "x"]) == {"1", "3"}


def test_a_collection_that_is_not_there_is_named(local):
    (answer,) = local(collection="nowhere").search(golden_queries(1), 5)
    assert answer == Failure("Collection nowhere not found")


def test_a_folder_that_is_not_there_is_not_made(local, folder):
    index = local(path="other")
    with pytest.raises(RetrieverError, match="no Qdrant folder"):
        index.search(golden_queries(1), 5)
    assert not (folder / "other").exists()


@pytest.mark.parametrize(
    ("more", "field", "says"),
    [
        ({"path": None}, "retriever", "exactly one of"),
        ({"url": "http://x"}, "retriever", "exactly one of"),
        ({"colection": "x"}, "retriever.colection", "unknown key"),
        ({"mode": "hybrid"}, "retriever", "need"),
        ({"api_key_env": "sk-abc=="}, "retriever.api_key_env", "NAME"),
        ({"path": None, "url": "http://u:p@h"}, "retriever.url", "no secrets"),
        ({"filter": {"must": "{query}"}}, "retriever.filter", "unknown placeholder"),
        ({"embedder": "nonoe5"}, "retriever.embedder.kind", "no embedder"),
    ],
)
def test_options_that_cannot_be_are_told_with_their_field(local, more, field, says):
    with pytest.raises(InputError) as caught:
        local(**more)
    found = {problem.field: problem.what for problem in caught.value.problems}
    assert says in found[field]


def test_a_filter_that_is_not_qdrants_is_refused_before_anything_is_asked(local):
    with pytest.raises(RetrieverError, match=r"retriever\.filter is not one of Qdrant's"):
        local(filter={"must": [{"kay": "domain"}]})


# The server's wire. Shapes of answers: Qdrant's published OpenAPI description, POST
# /collections/{name}/points/query/batch.
def answer(*points):
    return {"result": [{"points": list(points)}], "status": "ok", "time": 0.001}


GOOD = answer({"id": 1, "version": 3, "score": 0.9, "payload": {"chunk_id": "c-1"}})


@pytest.fixture
def remote(local, monkeypatch):
    def make(*replies, **more):
        service = Service(replies)
        monkeypatch.setenv("QDRANT_URL", service.url)
        monkeypatch.setenv("QDRANT_KEY", SECRET)
        options = {"path": None, "url_env": "QDRANT_URL", "batch": 1, "max_wait": 0.6}
        made = local(**(options | more))
        made_services.append(service)
        return made, service

    made_services = []
    yield make
    for service in made_services:
        service.close()


def test_the_server_is_asked_for_a_batch_at_a_time(remote):
    both = {"result": [*GOOD["result"], *GOOD["result"]], "status": "ok", "time": 0.0}
    found, service = remote(Reply(both), batch=2, params={"hnsw_ef": 64})
    assert found.search(golden_queries(2), 7) == [Ranking(chunk_ids=("c-1",), scores=(0.9,))] * 2
    (request,) = service.seen
    sent = request.body["searches"]
    assert request.path == "/collections/chunks/points/query/batch"
    assert [it["limit"] for it in sent] == [7, 7]
    assert sent[0]["params"] == {"hnsw_ef": 64}
    assert sent[0]["with_payload"] == ["chunk_id"]


def test_the_exact_search_says_so_to_the_server(remote):
    found, service = remote(Reply(GOOD))
    found.exactly().search(golden_queries(1), 5)
    assert service.seen[0].body["searches"][0]["params"]["exact"] is True


def test_a_model_of_the_servers_own_is_sent_the_words(remote):
    sparse = {"using": "words", "model": "Qdrant/bm25"}
    found, service = remote(Reply(GOOD), mode="sparse", sparse=sparse)
    found.search([Query(case_id="q", text='a "word"')], 5)
    sent = service.seen[0].body["searches"][0]
    assert sent["query"]["nearest"] == {"text": 'a "word"', "model": "Qdrant/bm25"}
    assert sent["using"] == "words"


@pytest.mark.parametrize(
    ("replies", "says"),
    [
        ([Reply({}, status=429, headers={"Retry-After": "0"}), Reply(GOOD)], None),
        ([Reply({}, status=503), Reply(GOOD)], None),
        ([Reply({}, status=503)] * 9, "HTTP 503"),
        ([Reply(b"<html>", kind="text/html")] * 2, "not JSON"),
        ([Reply({"result": [{"points": [{"id": 1}]}]})] * 2, "not one of Qdrant's"),
        ([Reply(answer({"id": 1, "version": 1, "score": 0.9, "payload": {}}))], "null, not text"),
        ([Reply({"result": [], "status": "ok", "time": 0.0})] * 2, "0 lists for 1 questions"),
        ([Reply({"status": {"error": "bad vector"}}, status=400)] * 2, "HTTP 400: bad vector"),
        ([Reply(GOOD, drops=True)] * 9, "broke off"),
    ],
)
def test_a_service_in_trouble_fails_the_case_and_says_why(remote, replies, says):
    found, _ = remote(*replies, retries=1)
    (got,) = found.search(golden_queries(1), 5)
    if says is None:
        assert got == Ranking(chunk_ids=("c-1",), scores=(0.9,))
    else:
        assert isinstance(got, Failure)
        assert says in got.reason


def test_a_bad_question_does_not_take_its_batch_with_it(remote):
    bad = Reply({"status": {"error": "no"}}, status=400)
    found, _ = remote(bad, Reply(GOOD), bad, Reply(GOOD), batch=3)
    first, second, third = found.search(golden_queries(3), 5)
    assert isinstance(first, Ranking)
    assert isinstance(second, Failure)
    assert isinstance(third, Ranking)


def test_a_dead_service_is_not_asked_for_ever(remote):
    found, service = remote(*[Reply({}, status=500)] * 100, batch=10, retries=0)
    answers = found.search(golden_queries(40), 5)
    assert all(isinstance(it, Failure) for it in answers)
    assert len(service.seen) == 2
    assert answers[-1].reason == "not asked: 20 cases in a row got no answer"


def test_no_secret_is_shown_by_anything(remote, monkeypatch):
    echoed = Reply({"status": {"error": f"no such key: {SECRET}"}}, status=401)
    found, service = remote(echoed, api_key_env="QDRANT_KEY", retries=0)
    with pytest.warns(UserWarning, match="insecure"):
        (got,) = found.search(golden_queries(1), 5)
    assert service.seen[0].headers["api-key"] == SECRET
    assert got == Failure("the server answered HTTP 401: no such key: ***")
    assert SECRET not in f"{got}{found!r}{found.asking!r}"


def test_a_variable_that_is_not_set_is_named_before_anything_is_asked(local, monkeypatch):
    monkeypatch.delenv("QDRANT_KEY", raising=False)
    with pytest.raises(RetrieverError, match="QDRANT_KEY is not set"):
        local(api_key_env="QDRANT_KEY")
