"""Four recorded runs over a Spanish collection give the recorded means."""

from __future__ import annotations

import json

import pytest

from evalcore.model.exam import Exam

pytestmark = pytest.mark.data

NAMES = {
    "recall_{K}": "recall",
    "P_{K}": "precision",
    "ndcg_cut_{K}": "ndcg",
    "recip_rank": "rr",
    "map": "ap",
}


@pytest.fixture(scope="module")
def folder(shared_data):
    return shared_data / "xquad_es" / "runs"


@pytest.mark.parametrize("system", ["bm25", "use_m3", "e5_small_q4", "rrf_bm25_e5"])
def test_means_equal_the_recorded_ones(folder, tools, system):
    expected = json.loads((folder / "expected_pytrec_eval.json").read_text())[system]
    qrels = tools.read_qrels(folder / "qrels.txt")
    run = tools.read_run(folder / f"{system}.trec.gz")
    assert len(qrels) == expected["n_queries"] == 1190
    for K in (5, 10):
        measured = tools.measure_dicts(qrels, run, Exam(cutoff=K))
        for pattern, field in NAMES.items():
            values = getattr(measured, field)
            values = values.values() if hasattr(values, "values") else values
            wanted = expected[pattern.format(K=K)]
            assert values.mean() == pytest.approx(wanted, abs=6e-7), pattern
        assert measured.placements.rank.max() <= 20


def test_the_share_of_first_places_equals_the_recorded_one(folder, tools):
    expected = json.loads((folder / "expected_pytrec_eval.json").read_text())
    qrels = tools.read_qrels(folder / "qrels.txt")
    run = tools.read_run(folder / "bm25.trec.gz")
    hits = tools.measure_dicts(qrels, run, Exam(cutoff=1)).hit
    assert float(hits.total() / len(hits)) == pytest.approx(expected["bm25"]["success_1"], abs=6e-7)
