"""On tie-free data our measures are those of trec_eval and ir_measures, to 1e-12."""

from __future__ import annotations

from pathlib import Path

import ir_measures
import numpy as np
import pytest
import pytrec_eval
from ir_measures import AP, RR, P, R, Success, nDCG

from evalcore.model.exam import Exam
from evalcore.model.words import Gain

TREC = {
    "recall": "recall_{K}",
    "precision": "P_{K}",
    "rr": "recip_rank",
    "ap": "map",
    "ndcg": "ndcg_cut_{K}",
    "hit": "success_{K}",
}


def collection(seed, *, questions=150, chunks=60):
    """Random labels (grades -1 to 3) and tie-free lists of 0 to 40 results."""
    rng = np.random.default_rng(seed)
    ids = np.array([f"doc_{i}" for i in range(chunks)])
    qrels, run = {}, {}
    for number in range(questions):
        labelled = rng.choice(ids, rng.integers(1, 15), replace=False)
        grades = rng.integers(-1, 4, len(labelled))
        qrels[f"q{number}"] = dict(zip(labelled.tolist(), grades.tolist(), strict=True))
        returned = rng.choice(ids, rng.integers(0, 40), replace=False)
        scores = rng.normal(size=len(returned)).astype(np.float32).astype(float)
        run[f"q{number}"] = dict(zip(returned.tolist(), scores.tolist(), strict=True))
    return qrels, run


def column(measured, field):
    values = getattr(measured, field)
    return values.values() if hasattr(values, "values") else values


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("min_grade", [1, 2])
@pytest.mark.parametrize("K", [1, 5, 10, 100])
def test_measures_equal_trec_evals(tools, seed, min_grade, K):
    qrels, run = collection(seed)
    names = {field: name.format(K=K) for field, name in TREC.items()}
    peer = pytrec_eval.RelevanceEvaluator(qrels, set(names.values()), relevance_level=min_grade)
    expected = peer.evaluate(run)
    measured = tools.measure_dicts(qrels, run, Exam(cutoff=K, min_grade=min_grade))
    for field, name in names.items():
        ours = column(measured, field)
        theirs = np.array([expected[question][name] for question in qrels])
        defined = ~np.isnan(ours)
        assert defined.sum() > 100
        np.testing.assert_allclose(ours[defined], theirs[defined], rtol=0, atol=1e-12, err_msg=name)
        # Where nothing is relevant trec_eval says 0; we say undefined (B17).
        assert (theirs[~defined] == 0).all()


@pytest.mark.parametrize("min_grade", [1, 2])
def test_measures_equal_ir_measures(tools, min_grade):
    qrels, run = collection(9)
    peers = {
        "recall": R(rel=min_grade) @ 10,
        "precision": P(rel=min_grade) @ 10,
        "rr": RR(rel=min_grade),
        "ap": AP(rel=min_grade),
        "ndcg": nDCG @ 10,
        "hit": Success(rel=min_grade) @ 10,
    }
    theirs = {
        (each.query_id, each.measure): each.value
        for each in ir_measures.iter_calc(list(peers.values()), qrels, run)
    }
    measured = tools.measure_dicts(qrels, run, Exam(min_grade=min_grade))
    for field, peer in peers.items():
        ours = column(measured, field)
        values = np.array([theirs[question, peer] for question in qrels])
        defined = ~np.isnan(ours)
        np.testing.assert_allclose(
            ours[defined], values[defined], rtol=0, atol=1e-12, err_msg=field
        )


def test_exponential_gain_equals_ir_measures_with_those_gains(tools):
    qrels, run = collection(5)
    peer = nDCG(gains={grade: 2**grade - 1 for grade in (1, 2, 3)}) @ 10
    theirs = {each.query_id: each.value for each in ir_measures.iter_calc([peer], qrels, run)}
    measured = tools.measure_dicts(qrels, run, Exam(gain=Gain.EXPONENTIAL))
    defined = ~np.isnan(measured.ndcg)
    values = np.array([theirs[question] for question in qrels])
    np.testing.assert_allclose(measured.ndcg[defined], values[defined], rtol=0, atol=1e-12)


def test_the_collections_of_ir_measures_give_its_values(tools, shared_data):
    folder: Path = shared_data / "metric_truth" / "ir_measures_compat"
    qrels = tools.read_qrels(folder / "compat.qrels")
    run = tools.read_run(folder / "compat.run")
    names = {field: name.format(K=10) for field, name in TREC.items()}
    expected = pytrec_eval.RelevanceEvaluator(qrels, set(names.values())).evaluate(run)
    measured = tools.measure_dicts(qrels, run, Exam())
    compared = 0
    for index, question in enumerate(qrels):
        for field, name in names.items():
            value = column(measured, field)[index]
            if question in expected and not np.isnan(value):
                compared += 1
                assert value == pytest.approx(expected[question][name], abs=1e-12), name
    assert compared == len(qrels) * len(names)
