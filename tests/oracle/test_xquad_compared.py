"""Recorded runs compared pairwise: p-values equal scipy's permutation test on the same data."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import permutation_test

from evalcore.model.exam import Exam
from evalcore.model.words import Missing, Order
from evalcore.stats.randomisation import paired_tests
from evalcore.workflows.compare_runs import compare_runs
from evalcore.workflows.import_run import ImportOptions, import_run

pytestmark = pytest.mark.data

SYSTEMS = ("bm25", "use_m3", "e5_small_q4", "rrf_bm25_e5")
OURS, THEIRS = 10_000, 4_000
FIELDS = ("recall", "rr", "ndcg")


@pytest.fixture(scope="module")
def measured(shared_data, tools):
    folder = shared_data / "xquad_es" / "runs"
    qrels = tools.read_qrels(folder / "qrels.txt")
    return {
        name: tools.measure_dicts(qrels, tools.read_run(folder / f"{name}.trec.gz"), Exam())
        for name in SYSTEMS
    }


def column(measured, field):
    values = getattr(measured, field)
    return values.values() if hasattr(values, "values") else values


def scipys(before, after):
    return permutation_test(
        (after, before),
        lambda a, b, axis: (a - b).mean(axis=axis),
        permutation_type="samples",
        n_resamples=THEIRS,
        vectorized=True,
        batch=1000,
        rng=np.random.default_rng(1),
    ).pvalue


@pytest.mark.parametrize(("base", "candidate"), list(combinations(SYSTEMS, 2)))
def test_p_values_equal_scipys_within_monte_carlo_error(measured, base, candidate):
    sides = [
        (column(measured[base], field), column(measured[candidate], field)) for field in FIELDS
    ]
    table = np.column_stack([after - before for before, after in sides])
    ours = paired_tests(table, rng=np.random.default_rng(2), permutations=OURS)
    for field, (before, after), found in zip(FIELDS, sides, ours, strict=True):
        theirs = scipys(before, after)
        error = np.sqrt(theirs * (1 - theirs) * (1 / OURS + 1 / THEIRS))  # both are drawn
        assert found.p == pytest.approx(theirs, abs=5 * error + 2 / THEIRS), field


def test_bm25_and_e5_are_told_apart_case_by_case_and_not_by_the_mean(shared_data, tmp_path):
    folder, db = shared_data / "xquad_es" / "runs", tmp_path / "unbury.db"
    for name in ("bm25", "e5_small_q4"):
        import_run(
            ImportOptions(
                golden=folder / "qrels.txt",
                rankings=folder / f"{name}.trec.gz",
                order=Order.TREC,
                missing=Missing.EMPTY,
                label=name,
                suite="xquad",
            ),
            db=db,
        )
    changes = compare_runs(db, "bm25", "e5_small_q4")
    assert changes.shared == 1190
    assert [one.flipped for one in changes.cases[:24]] == [True] * 23 + [False]
    for one in changes.measures.values():
        if one.p is not None:
            assert (one.p <= 0.05) == (abs(one.delta) >= one.resolvable)
            assert one.p <= one.p_holm
    quality = changes.measures["quality"]
    assert 0 < quality.delta < quality.resolvable < 1
