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


@pytest.mark.parametrize(
    ("field", "name", "bounds", "needs_scores", "higher_is_better", "source"),
    [
        ("recall", "recall@7", (0, 1), False, True, "m_recall.c"),
        ("supply", "supply@7", (0, 1), False, True, "chapter 17"),
        ("quality", "quality", (0, 100), False, True, "chapter 17"),
        ("precision", "precision@7", (0, 1), False, True, "m_P.c"),
        ("precision_returned", "precision_returned@7", (0, 1), False, True, "modules/rank-eval"),
        ("rr", "mrr", (0, 1), False, True, "m_recip_rank.c"),
        ("gold_rr", "gold_mrr", (0, 1), False, True, "chapter 17"),
        ("ndcg", "ndcg@7", (0, 1), False, True, "m_ndcg_cut.c"),
        ("ap", "map", (0, 1), False, True, "m_map.c"),
        ("hit", "hit@7", (0, 1), False, True, "m_success.c"),
        ("all_found", "all_found@7", (0, 1), False, True, "chapter 17"),
        ("max_possible", "max_possible@7", (0, 1), False, True, "chapter 17"),
        ("unjudged", "unjudged@7", (0, 1), False, False, "m_unj.c"),
        ("noise", "noise", (0, 1), True, False, "chapter 17"),
    ],
)
def test_each_measure_is_registered_as_what_it_is(
    field, name, bounds, needs_scores, higher_is_better, source
):
    measure = {one.field: one for one in MEASURES}[field]
    assert (measure.name(Exam(cutoff=7)), measure.bounds) == (name, bounds)
    assert (measure.needs_scores, measure.higher_is_better) == (needs_scores, higher_is_better)
    assert measure.source.endswith(source)
    assert len(MEASURES) == 14
