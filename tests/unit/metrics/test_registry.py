"""The measures as values."""

from __future__ import annotations

from dataclasses import fields

import pytest

from evalcore.metrics.registry import MEASURES
from evalcore.model.case import Expected
from evalcore.model.exam import Exam
from evalcore.model.measured import Measured

# What a sample holds besides measures.
AROUND = {
    "placements", "answered", "returned", "noise_threshold", "tie_at_cutoff", "recall_low",
    "recall_high", "repeated",
}  # fmt: skip


def test_every_measure_of_a_sample_is_registered_once():
    names = [each.field for each in MEASURES]
    assert sorted(names) == sorted({f.name for f in fields(Measured)} - AROUND)


def test_measures_print_as_the_contract_names_them():
    printed = [each.name(Exam(cutoff=7)) for each in MEASURES]
    assert len(set(printed)) == len(printed)
    wanted = {"recall@7", "precision@7", "mrr", "gold_mrr", "ndcg@7", "map", "quality", "noise"}
    assert wanted <= set(printed)


@pytest.mark.parametrize("each", MEASURES, ids=lambda each: each.field)
def test_every_measure_says_what_it_is(each):
    assert each.meaning.endswith(".")
    assert each.formula
    assert each.source.startswith(("https://", "chapter"))
    assert each.bounds[0] < each.bounds[1]


@pytest.mark.parametrize("each", MEASURES, ids=lambda each: each.field)
def test_only_measures_that_need_scores_miss_them(kit, each):
    labels = (Expected(chunk_id="a", gold=True),)
    measured = kit.measured_of([kit.Question(labels=labels, ids=("a", "x"))], Exam())
    defined = kit.value_at(each.of(measured), 0) is not None
    assert defined is not each.needs_scores
    exact = each.ratios(measured)
    assert exact is None or exact.values()[0] == each.values(measured)[0] or each.needs_scores
