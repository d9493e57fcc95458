"""Topic by topic, our measures print as trec_eval's own recorded outputs."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from evalcore.model.exam import Exam

pytestmark = pytest.mark.data

INPUTS = {
    "out.test.aq": ("qrels.test", "results.test", 1),
    "out.test.aqc": ("qrels.test", "results.trunc", 1),
    "out.test.aqcM": ("qrels.test", "results.trunc", 1),
    "out.test.aql": ("qrels.rel_level", "results.test", 2),
}
DEPTH_M = 100
"""The outputs of ``-M 100`` look at no more results a topic."""
AT_CUTOFF = {
    "recall": "recall_{K}",
    "precision": "P_{K}",
    "ndcg": "ndcg_cut_{K}",
    "hit": "success_{K}",
    "unjudged": "unj_{K}",
}
WHOLE_LIST = {"map": "ap", "recip_rank": "rr", "ndcg": "ndcg"}
CUTOFFS = (1, 5, 10, 15, 20, 30, 100, 200, 500, 1000)


@pytest.fixture(scope="module")
def nist(shared_data, tools):
    folder = shared_data / "metric_truth" / "trec_eval"
    expected = json.loads((folder / "expected.json").read_text())

    def load(output):
        labels, results, min_grade = INPUTS[output]
        qrels = tools.read_qrels(folder / "test" / labels)
        run = tools.read_run(folder / "test" / results)
        if output.endswith("M"):
            run = {topic: first(tools, listed, DEPTH_M) for topic, listed in run.items()}
        # As trec_eval -c: a topic that is not in the run has an empty list.
        run = {topic: run.get(topic, {}) for topic in qrels}
        return qrels, run, min_grade, expected[output]

    return load


def first(tools, listed, depth):
    ranking = tools.as_trec(listed)
    return dict(list(zip(ranking.chunk_ids, ranking.scores, strict=True))[:depth])


def printed(measured, field, index):
    values = getattr(measured, field)
    values = values.values() if hasattr(values, "values") else values
    return None if np.isnan(values[index]) else f"{values[index]:.4f}"


@pytest.mark.parametrize("output", INPUTS)
def test_every_topic_prints_as_nist_recorded_it(nist, tools, output):
    qrels, run, min_grade, expected = nist(output)
    compared = 0
    for K in CUTOFFS:
        measured = tools.measure_dicts(qrels, run, Exam(cutoff=K, min_grade=min_grade))
        for index, topic in enumerate(qrels):
            for field, pattern in AT_CUTOFF.items():
                if field == "unjudged" and (output.endswith("l") or not run[topic]):
                    continue  # tested by name below
                wanted = expected[topic].get(pattern.format(K=K))
                if wanted is not None:
                    compared += 1
                    assert printed(measured, field, index) == wanted, (topic, field, K)
    assert compared >= 90


@pytest.mark.parametrize("output", INPUTS)
def test_measures_over_the_whole_list_print_as_nist_recorded_them(nist, tools, output):
    qrels, run, min_grade, expected = nist(output)
    measured = tools.measure_dicts(qrels, run, Exam(cutoff=1000, depth=1000, min_grade=min_grade))
    for index, topic in enumerate(qrels):
        for name, field in WHOLE_LIST.items():
            assert printed(measured, field, index) == expected[topic][name], (topic, name)


@pytest.mark.parametrize("output", INPUTS)
def test_means_print_as_nist_recorded_them(nist, tools, output):
    qrels, run, min_grade, expected = nist(output)
    measured = tools.measure_dicts(qrels, run, Exam(cutoff=10, min_grade=min_grade))
    for field, name in {"ap": "map", "rr": "recip_rank", "precision": "P_10"}.items():
        values = getattr(measured, field)
        values = values.values() if hasattr(values, "values") else values
        assert f"{values.mean():.4f}" == expected["all"][name]


def test_found_chunks_stand_at_the_ranks_nist_recorded(nist, tools):
    qrels, run, min_grade, expected = nist("out.test.aql")
    measured = tools.measure_dicts(qrels, run, Exam(cutoff=20, min_grade=min_grade))
    labels, rank = measured.placements.labels, measured.placements.rank
    for index, topic in enumerate(qrels):
        marks = re.search(r"'(.*)'", expected[topic]["relstring_20"]).group(1)
        for place, mark in enumerate(marks, start=1):
            here = (labels.case == index) & (rank == place)
            assert here.sum() == (0 if mark == "-" else 1) or qrels_has_minus_one(
                qrels[topic], labels, here
            )
            if mark.isdigit():
                assert labels.grade[here].item() == int(mark)


def qrels_has_minus_one(grades, labels, here):
    return [grades[labels.chunk_ids[i]] for i in np.flatnonzero(here)] == [-1]


def test_a_grade_of_minus_one_is_judged_here_and_unjudged_in_trec_eval_b24(nist, tools):
    qrels, run, min_grade, expected = nist("out.test.aql")
    measured = tools.measure_dicts(qrels, run, Exam(cutoff=10, min_grade=min_grade))
    index = list(qrels).index("303")
    top = tools.as_trec(run["303"]).chunk_ids[:10]
    pooled = sum(qrels["303"].get(chunk) == -1 for chunk in top)
    assert pooled == 5
    assert expected["303"]["unj_10"] == "0.5000"
    assert measured.unjudged.at(index) == 0


def test_an_empty_list_has_no_share_of_unjudged_results_where_trec_eval_says_0_b15(nist, tools):
    qrels, run, min_grade, expected = nist("out.test.aqc")
    measured = tools.measure_dicts(qrels, run, Exam(min_grade=min_grade))
    assert expected["302"]["unj_10"] == "0.0000"
    assert measured.unjudged.at(list(qrels).index("302")) is None
