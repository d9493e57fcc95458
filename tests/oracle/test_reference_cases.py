"""Hand-sized cases of other projects: the same values, or a difference that has a name."""

from __future__ import annotations

import json

import numpy as np
import pytest

from evalcore.model.exam import Exam
from evalcore.model.ranking import Ranking
from evalcore.model.words import Gain

pytestmark = pytest.mark.data

SAME_IN_ALL = (
    "ir_measures: written rank disagrees with score",
    "tie: docid breaks it, descending",
    "tie: byte order",
    "negative grade",
    "graded: linear gain",
)
DIFFERENT = (
    "query with no relevant document",
    "empty ranking is counted, absent query is not",
)
TREC = {
    "recall_{K}": "recall",
    "P_{K}": "precision",
    "ndcg_cut_{K}": "ndcg",
    "success_{K}": "hit",
}
WHOLE = {"map": "ap", "recip_rank": "rr"}


@pytest.fixture(scope="module")
def cases(shared_data):
    path = shared_data / "metric_truth" / "reference_cases.json"
    return json.loads(path.read_text())


@pytest.fixture(scope="module")
def trec_cases(cases):
    return {case["name"]: case for case in cases["trec_eval_cases"]}


def value(measured, field, index=0):
    values = getattr(measured, field)
    return (values.values() if hasattr(values, "values") else values)[index]


def test_every_entry_has_its_test(cases, trec_cases):
    assert sorted(trec_cases) == sorted(SAME_IN_ALL + DIFFERENT)
    counts = {name: len(entries) for name, entries in cases.items()}
    assert counts == {
        "trec_eval_cases": 7,
        "elasticsearch_dcg": 4,
        "opensearch_precision": 6,
        "sklearn_ndcg": 5,
    }


@pytest.mark.parametrize("name", SAME_IN_ALL)
def test_trec_evals_values_hold_in_its_order_b01(trec_cases, tools, name):
    case = trec_cases[name]
    for index, question in enumerate(case["qrels"]):
        for measure_name, wanted in case["expected_trec_eval"][question].items():
            stem, _, cut = measure_name.rpartition("_")
            pattern = f"{stem}_{{K}}"
            K = int(cut) if pattern in TREC else 100
            field = TREC.get(pattern) or WHOLE.get(measure_name) or "ndcg"
            measured = tools.measure_dicts(case["qrels"], case["run"], Exam(cutoff=K))
            assert value(measured, field, index) == pytest.approx(wanted, abs=1e-12), measure_name


def test_the_given_order_is_kept_where_trec_eval_breaks_ties_by_id_b01(trec_cases, tools):
    case = trec_cases["tie: docid breaks it, descending"]

    def as_given(run):
        return Ranking(chunk_ids=tuple(run), scores=tuple(run.values()))

    measured = tools.measure_dicts(case["qrels"], case["run"], Exam(cutoff=1), order=as_given)
    assert value(measured, "rr") == 1
    assert case["expected_trec_eval"]["q"]["recip_rank"] == 0.5
    assert measured.tie_at_cutoff.tolist() == [True]
    assert (measured.recall_low.at(0), measured.recall_high.at(0)) == (0, 1)


def test_no_relevant_chunk_is_undefined_where_trec_eval_says_0_b17(trec_cases, tools):
    case = trec_cases["query with no relevant document"]
    assert set(case["expected_trec_eval"]["q"].values()) == {0.0}
    measured = tools.measure_dicts(case["qrels"], case["run"], Exam())
    for field in ("recall", "precision", "ndcg", "hit", "ap", "rr"):
        assert np.isnan(value(measured, field)), field


def test_an_absent_question_is_unanswered_where_trec_eval_drops_it_b13_b15(trec_cases, tools):
    case = trec_cases["empty ranking is counted, absent query is not"]
    assert "q2" not in case["expected_trec_eval"]
    measured = tools.measure_dicts(case["qrels"], case["run"], Exam())
    assert measured.answered.tolist() == [True, False]
    for field in ("recall", "precision", "ndcg", "hit", "ap", "rr"):
        assert value(measured, field, 0) == 0
        assert np.isnan(value(measured, field, 1))


def graded(tools, grades, more=(), **exam):
    """Chunks 0, 1, 2 ... in rank order; None is unlabelled; ``more`` are labels not returned."""
    labelled = {f"d{i}": grade for i, grade in enumerate(grades) if grade is not None}
    labelled |= {f"m{i}": grade for i, grade in enumerate(more)}
    run = {f"d{i}": float(-i) for i in range(len(grades))}
    return tools.measure_dicts({"q": labelled}, {"q": run}, Exam(**exam))


@pytest.mark.parametrize("index", [0, 1, 2])
def test_elasticsearchs_normalised_dcg_is_our_exponential_gain_b22_b23(cases, tools, index):
    entry = cases["elasticsearch_dcg"][index]
    grades = entry["grades_in_rank_order"]
    # The third list returns four of the second's hits; the ideal is over all that are rated.
    more = [1] if index == 2 else []
    measured = graded(tools, grades, more, gain=Gain.EXPONENTIAL)
    assert value(measured, "ndcg") == pytest.approx(entry["dcg"] / entry["idcg"], abs=1e-12)


def test_no_hits_have_no_gain_b15(cases, tools):
    assert cases["elasticsearch_dcg"][3]["note"] == "no hits -> 0.0"
    measured = tools.measure_dicts({"q": {"a": 3}}, {"q": {}}, Exam(gain=Gain.EXPONENTIAL))
    assert value(measured, "ndcg") == 0


@pytest.mark.parametrize("index", [0, 1, 2])
def test_opensearchs_precision_is_our_precision_returned_b18(cases, tools, index):
    entry = cases["opensearch_precision"][index]
    measured = graded(tools, entry["ratings"], min_grade=entry.get("relevant_threshold", 1))
    assert value(measured, "precision_returned") == pytest.approx(entry["precision"])


def test_opensearch_may_leave_unlabelled_results_out_where_we_count_them_b26(cases, tools):
    entry = cases["opensearch_precision"][3]
    assert entry["note"] == "ignore_unlabeled=true"
    measured = graded(tools, entry["ratings"])
    assert entry["precision"] == 1.0
    assert value(measured, "precision_returned") == pytest.approx(2 / 3)
    assert value(measured, "unjudged") == pytest.approx(1 / 3)


def test_precision_without_relevant_chunks_is_undefined_where_opensearch_says_0_b17(cases, tools):
    entry = cases["opensearch_precision"][4]
    measured = graded(tools, [None] * entry["retrieved"])
    assert entry["precision"] == 0.0
    assert np.isnan(value(measured, "precision_returned"))
    assert value(measured, "unjudged") == 1


def test_fewer_than_k_divides_by_the_returned_only_under_its_own_name_b18(cases, tools):
    entry = cases["opensearch_precision"][5]
    measured = graded(tools, [1, 1, 0], cutoff=5)
    assert value(measured, "precision_returned") == pytest.approx(entry["precision"])
    assert value(measured, "precision") == pytest.approx(2 / 5)


def scikit(tools, entry):
    labels = {f"d{i}": grade for i, grade in enumerate(entry["true"])}
    run = {f"d{i}": score for i, score in enumerate(entry["scores"])}
    cutoff = entry.get("k", 100)
    ordered = dict(sorted(run.items(), key=lambda pair: -pair[1]))

    def as_given(results):
        return Ranking(chunk_ids=tuple(results), scores=tuple(map(float, results.values())))

    return tools.measure_dicts({"q": labels}, {"q": ordered}, Exam(cutoff=cutoff), order=as_given)


@pytest.mark.parametrize("index", [0, 1, 2])
def test_scikit_learns_ndcg_is_our_linear_gain(cases, tools, index):
    entry = cases["sklearn_ndcg"][index]
    assert value(scikit(tools, entry), "ndcg") == pytest.approx(entry["ndcg"], abs=1e-12)


def test_scikit_learn_averages_ties_where_we_keep_the_given_order_b01(cases, tools):
    averaged, given = cases["sklearn_ndcg"][3:]
    labels = dict(enumerate(averaged["true"]))
    tied = [i for i, score in enumerate(averaged["scores"]) if score == max(averaged["scores"])]
    alone = [labels[i] / max(labels.values()) for i in tied]
    assert sum(alone) / len(alone) == averaged["ndcg"]
    measured = scikit(tools, averaged)
    assert value(measured, "ndcg") == 1.0
    assert measured.tie_at_cutoff.tolist() == [True]
    # scikit-learn without averaging takes the later of two equals first.
    assert given["ndcg"] == alone[-1]
