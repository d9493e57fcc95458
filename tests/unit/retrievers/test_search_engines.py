"""Elasticsearch and OpenSearch: their own clients, against replies of the documented shapes.

No server of either is at hand: see ``search_engine_replies/README.md``.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from evalcore.errors import InputError, RetrieverError
from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.protocol import Filters, Index, Query
from evalcore.retrievers.vector_source import VectorSource

from support.services import Reply, Service

REPLIES = Path(__file__).parent / "search_engine_replies"
SECRET = "canary-7f3a"
A_B = Ranking(chunk_ids=("c-1", "c-2"), scores=(1.7, 0.6))
EMPTY = Ranking(chunk_ids=())
BOTH = pytest.mark.parametrize("kind", ["elasticsearch", "opensearch"])
TWO = [
    Query(case_id="q1", text='¿"uno"?\n{"match_all": {}}', domain="d"),
    Query(case_id="q2", text="{depth}", domain="d"),
]
ONE = TWO[:1]


def reply(name, **more):
    return Reply(json.loads((REPLIES / f"{name}.json").read_text(encoding="utf-8")), **more)


@pytest.fixture
def engine(built, monkeypatch, toy, choice):
    services = []

    def make(kind, *replies, **more):
        service = Service(replies, headers={"X-Elastic-Product": "Elasticsearch"})
        services.append(service)
        monkeypatch.setenv("SEARCH_URL", service.url)
        options = {"kind": kind, "url_env": "SEARCH_URL", "index": "chunks", "max_wait": 0.6}
        made = built(options | more)
        if made.asking.source is not None:
            toy.dimensions = 2
            monkeypatch.setattr(toy, "_vector", lambda text: np.array([1.0, 0.0]))
            object.__setattr__(made.asking, "source", VectorSource(choice=choice(toy)))
        return made, service

    yield make
    for service in services:
        service.close()


@BOTH
def test_a_batch_is_one_multi_search_and_the_question_is_data(engine, kind):
    found, service = engine(kind, reply("msearch"), text_fields=["text", "title^2"])
    assert found.search(TWO, 7) == [A_B, EMPTY]
    (request,) = service.seen
    assert request.path == "/chunks/_msearch"
    _, first, _, second = request.body
    assert first["size"] == 7
    assert first["_source"] is False
    match = first["query"]["bool"]["must"][0]["multi_match"]
    assert match == {"query": TWO[0].text, "fields": ["text", "title^2"]}
    assert second["query"]["bool"]["must"][0]["multi_match"]["query"] == "{depth}"


@BOTH
def test_ids_may_stand_in_a_field_of_the_document(engine, kind):
    found, service = engine(kind, reply("msearch_source"), fields={"chunk_id": "chunk_id"})
    assert found.search(ONE, 7) == [A_B]
    assert service.seen[0].body[1]["_source"] == ["chunk_id"]


def test_elasticsearch_is_asked_for_the_nearest_with_its_filter(engine):
    found, service = engine(
        "elasticsearch",
        reply("msearch_source"),
        reply("msearch_source"),
        mode="vectors",
        candidates=50,
        filter=[{"term": {"domain": "{domain}"}}],
        fields={"chunk_id": "chunk_id"},
    )
    found.search(ONE, 7)
    assert service.seen[0].body[1]["knn"] == {
        "field": "embedding",
        "query_vector": [1.0, 0.0],
        "k": 7,
        "num_candidates": 50,
        "filter": [{"term": {"domain": "d"}}],
    }
    found.search(ONE, 7, Filters(off=True))
    assert "filter" not in service.seen[1].body[1]["knn"]


def test_elasticsearch_compares_every_vector_where_it_must_be_exact(engine):
    found, service = engine("elasticsearch", reply("msearch_source"), mode="vectors")
    found.exactly().search(ONE, 7)
    asked = service.seen[0].body[1]["query"]["script_score"]
    assert asked["script"] == {
        "source": "(cosineSimilarity(params.vector, 'embedding') + 1.0) / 2",
        "params": {"vector": [1.0, 0.0]},
    }
    assert asked["query"]["bool"]["filter"] == [{"exists": {"field": "embedding"}}]


@pytest.mark.parametrize(
    ("fusion", "keys"),
    [({}, {"query", "knn"}), ({"fusion": {"method": "rrf", "k": 20}}, {"retriever"})],
)
def test_elasticsearch_joins_words_and_vectors(engine, fusion, keys):
    found, service = engine("elasticsearch", reply("msearch_source"), mode="hybrid", **fusion)
    found.search(ONE, 7)
    body = service.seen[0].body[1]
    assert set(body) == keys | {"size", "_source"}
    if fusion:
        rrf = body["retriever"]["rrf"]
        assert (rrf["rank_constant"], rrf["rank_window_size"]) == (20, 7)
        assert [list(it) for it in rrf["retrievers"]] == [["standard"], ["knn"]]


def test_opensearch_is_asked_for_the_nearest_and_for_all_of_them(engine):
    found, service = engine(
        "opensearch",
        reply("msearch_source"),
        reply("msearch_source"),
        mode="vectors",
        candidates=50,
        filter=[{"term": {"domain": "{domain}"}}],
    )
    found.search(ONE, 7)
    assert service.seen[0].body[1]["query"]["knn"]["embedding"] == {
        "vector": [1.0, 0.0],
        "k": 7,
        "method_parameters": {"ef_search": 50},
        "filter": {"bool": {"filter": [{"term": {"domain": "d"}}]}},
    }
    found.exactly().search(ONE, 7)
    script = service.seen[1].body[1]["query"]["script_score"]["script"]
    assert (script["source"], script["lang"]) == ("knn_score", "knn")
    assert script["params"]["space_type"] == "cosinesimil"


def test_opensearch_joins_by_the_pipeline_that_the_suite_names(engine):
    found, service = engine(
        "opensearch", reply("msearch_source"), mode="hybrid", fusion={"pipeline": "ours"}
    )
    found.search(ONE, 7)
    body = service.seen[0].body[1]
    assert [list(it) for it in body["query"]["hybrid"]["queries"]] == [["bool"], ["knn"]]
    assert body["search_pipeline"] == "ours"


@BOTH
def test_any_body_is_a_template_whose_values_keep_their_types(engine, kind):
    body = {
        "query": {"match": {"t": "{query}"}},
        "size": "{depth}",
        "v": "{vector}",
        "note": "about {domain}",
    }
    found, service = engine(kind, reply("msearch"), mode="body", body=body)
    found.search(TWO, 7)
    assert service.seen[0].body[1] == {
        "query": {"match": {"t": TWO[0].text}},
        "size": 7,
        "v": [1.0, 0.0],
        "note": "about d",
    }
    (refused,) = found.search(ONE, 7, Filters(off=True))
    assert isinstance(refused, Failure)
    assert not found.capabilities.filters_off


@BOTH
def test_a_search_that_was_too_busy_is_asked_again_alone(engine, kind):
    found, service = engine(kind, reply("msearch_busy"), reply("msearch_source"), retries=1)
    first, second = found.search(TWO, 7)
    assert first == A_B
    assert second == Ranking(chunk_ids=("AX1", "AX2"), scores=(1.7, 0.6))
    assert [len(it.body) for it in service.seen] == [4, 2]


@BOTH
@pytest.mark.parametrize(
    ("replies", "says"),
    [
        ([reply("msearch_no_index")], "HTTP 404: index_not_found_exception: no such index"),
        ([reply("msearch_shard_failed")], "a part of the index did not answer"),
        ([reply("msearch_timed_out")], "a part of the index did not answer"),
        ([reply("msearch_sorted")], "the score of result 1 is null"),
        ([reply("security_exception", status=401)], "HTTP 401: security_exception"),
        ([Reply({}, status=429)] * 2, "HTTP 429 (2 attempts)"),
        ([Reply({"took": 1})], 'no list "responses"'),
        ([Reply({"responses": []})], "0 lists for 1 questions"),
        ([Reply({"responses": [{"hits": {}}]})], 'no list "hits.hits"'),
        ([Reply({"responses": ["x"]})], "not an object"),
        ([Reply(b"{not json")], "not JSON"),
        ([Reply({}, drops=True)] * 2, "broke off"),
        ([Reply({}, after=1.0)] * 2, "no answer in time (2 attempts)"),
    ],
)
def test_an_engine_in_trouble_fails_the_case_and_says_why(engine, kind, replies, says):
    found, _ = engine(kind, *replies, retries=1, timeout=0.4)
    (answer,) = found.search(ONE, 7)
    assert isinstance(answer, Failure)
    assert says in answer.reason


@BOTH
def test_no_secret_is_shown_by_anything(engine, kind, monkeypatch):
    monkeypatch.setenv("SEARCH_USER", "u")
    monkeypatch.setenv("SEARCH_PASSWORD", SECRET)
    echoed = Reply({"error": {"type": "x", "reason": f"bad {SECRET}"}, "status": 401}, status=401)
    login = {"username_env": "SEARCH_USER", "password_env": "SEARCH_PASSWORD"}
    found, service = engine(kind, echoed, **login)
    (answer,) = found.search(ONE, 7)
    assert answer.reason == "the server answered HTTP 401: x: bad ***"
    sent = {name.lower(): value for name, value in service.seen[0].headers.items()}
    assert sent["authorization"].startswith("Basic ")
    assert SECRET not in f"{answer}{found!r}{found.asking!r}{found.options!r}"
    monkeypatch.setenv("SEARCH_URL", f"not a url {SECRET}")
    from evalcore.retrievers.search_engine.build import build_search_engine

    odd = build_search_engine(found.options, folder=Path(), on=found.asking.on, cache=None)
    try:
        told = odd.search(ONE, 7)
    except RetrieverError as error:
        told = error
    assert SECRET not in str(told)


@BOTH
def test_an_index_can_be_read_whole_and_says_what_it_holds(engine, kind):
    fields = {"chunk_id": "chunk_id", "domain": "metadata.d"}
    pages = [reply("scroll_first"), reply("scroll_last"), Reply({"succeeded": True})]
    found, _ = engine(kind, *pages, reply("msearch_source"), fields=fields)
    assert isinstance(found, Index)
    assert list(found.records()) == [
        {"chunk_id": "b", "text": "dos", "domain": "x"},
        {"chunk_id": "a", "text": "uno"},
    ]
    assert found.holding(["c-1", "c-9"]) == {"c-1"}


@pytest.mark.parametrize(
    ("more", "field", "says"),
    [
        ({"mode": "body"}, "retriever", "needs it"),
        ({"body": {"query": {"match_all": {}}}, "mode": "body"}, "retriever.body", "never sent"),
        ({"body": {"q": "{qury}"}, "mode": "body"}, "retriever.body", "unknown placeholder"),
        ({"vector_field": "x'); evil('"}, "retriever.vector_field", "match pattern"),
        ({"kind": "opensearch", "api_key_env": "K"}, "retriever", "belongs to Elasticsearch"),
        ({"username_env": "U"}, "retriever", "go together"),
        ({"fusion": {"method": "rrf"}}, "retriever", 'belongs to mode "hybrid"'),
        ({"url": "https://u:p@h"}, "retriever.url", "no secrets"),
        ({"indx": "x"}, "retriever.indx", "unknown key"),
    ],
)
def test_options_that_cannot_be_are_told_with_their_field(built, more, field, says):
    options = {"kind": "elasticsearch", "url_env": "SEARCH_URL", "index": "chunks"}
    with pytest.raises(InputError) as caught:
        built(options | more)
    found = {problem.field: problem.what for problem in caught.value.problems}
    assert says in found[field]
