"""What pages show of a large run is read from its columns: a case is made when it is shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalcore.model.case_table import CaseTable, column, label_column, label_counts
from evalcore.views.blind import reserve
from evalcore.views.cases import case_table
from evalcore.views.heatmap import heatmap_of
from evalcore.views.heatmap_axes import By, Value, column_values
from evalcore.views.language import Translator
from evalcore.views.verdict import verdict_view
from evalcore.workflows.abstention import abstention_of

CASE_FIELDS = ("id", "question", "domain", "category", "difficulty", "type", "source", "blind")
LABEL_FIELDS = ("chunk_id", "grade", "gold", "group")


class Counted(CaseTable):
    """Cases column by column that refuse to become objects."""

    def __getitem__(self, place):
        raise AssertionError(f"case {place} was made")

    def __iter__(self):
        raise AssertionError("every case was made")


@pytest.fixture(params=[False, True], ids=["visible", "blind"])
def both(request, made):
    """A run with every state, and the same one without any case as an object."""
    run = made.states(blind=request.param)
    cases = run.examination.cases
    names = (*CASE_FIELDS, "status", "behaviour")
    columns = Counted(
        {name: list(column(cases, name)) for name in names},
        counts=np.array(label_counts(cases)),
        labels={name: list(label_column(cases, name)) for name in LABEL_FIELDS},
    )
    lean = replace(
        run,
        golden=replace(run.golden, cases=columns),
        examination=replace(run.examination, cases=columns),
    )
    return run, lean


def test_the_first_page_makes_no_case(both):
    run, lean = both
    t = Translator("en", "UTC")
    assert verdict_view(lean, t) == verdict_view(run, t)
    assert reserve(lean, t) == reserve(run, t)
    assert abstention_of(lean) == abstention_of(run)


def test_the_table_of_cases_makes_none_without_a_manifest(both):
    run, lean = both
    whole = case_table(run.examination, run.policy)
    read = case_table(lean.examination, lean.policy)
    for name in ("ids", "questions", "states", "domains", "categories", "difficulties", "types"):
        assert getattr(read, name) == getattr(whole, name)
    assert read.batches == whole.batches
    assert read.sources == whole.sources


@pytest.mark.parametrize("by", [By.CATEGORY, By.DIFFICULTY, By.TYPE, By.SOURCE])
def test_a_heatmap_by_a_field_makes_no_case(both, by):
    run, lean = both
    assert column_values(lean, by) == column_values(run, by)
    read, whole = heatmap_of(lean, by, Value.FAILING), heatmap_of(run, by, Value.FAILING)
    assert read.cells or whole.cells == ()  # all of a blind run is kept apart
    assert (read.rows, read.columns, read.cells) == (whole.rows, whole.columns, whole.cells)


def test_a_case_without_a_category_is_told_by_its_type(both):
    run, lean = both
    said = [(case.category or case.type or "",) for case in run.examination.cases]
    assert list(column_values(lean, By.CATEGORY)) == said
    assert any(case.category is None for case in run.examination.cases)


def test_objects_that_must_not_be_made_are_noticed(both):
    _, lean = both
    with pytest.raises(AssertionError, match="was made"):
        lean.examination.cases[0]
