"""What a heatmap's columns may be, and what is read in its cells."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from evalcore.golden.case_batches import case_batches
from evalcore.model.case_table import column
from evalcore.model.run import StoredRun
from evalcore.views.language import N_, Translator

ROW = "domain"
"""The rows are domains; the filter of the case table has the same name."""


class By(StrEnum):
    """The columns; each is also a filter of the case table."""

    CATEGORY = "category"
    DIFFICULTY = "difficulty"
    TYPE = "type"
    SOURCE = "source"
    BATCH = "batch"


class Value(StrEnum):
    """What a cell tells of its cases."""

    FAILING = "failing"
    RECALL = "recall"
    QUALITY = "quality"
    NOISE = "noise"

    @property
    def lower_is_better(self) -> bool:
        """Whether a high value is bad news."""
        return self in (Value.FAILING, Value.NOISE)


_BY: Mapping[By, str] = {
    By.CATEGORY: N_("Category"),
    By.DIFFICULTY: N_("Difficulty"),
    By.TYPE: N_("Type"),
    By.SOURCE: N_("Source"),
    By.BATCH: N_("Batch"),
}
_VALUES: Mapping[Value, str] = {
    Value.FAILING: N_("Failing share"),
    Value.RECALL: N_("Recall"),
    Value.QUALITY: N_("Quality"),
    Value.NOISE: N_("Noise"),
}
_FEWEST, _MOST = 2, 12


def by_word(by: By, t: Translator) -> str:
    """What the columns are called."""
    return t.text(_BY[by])


def value_word(value: Value, t: Translator) -> str:
    """What the cells tell."""
    return t.text(_VALUES[value])


def column_values(run: StoredRun, by: By) -> tuple[tuple[str, ...], ...]:
    """The columns that each case belongs to; several only for batches, "" where nothing is said."""
    cases = run.examination.cases
    if by is By.BATCH:
        found = case_batches(cases, run.manifest, run.examination.exam)
        return tuple(batches or ("",) for batches in found)
    said = column(cases, by.value)
    if by is By.CATEGORY:
        said = [own or kind for own, kind in zip(said, column(cases, "type"), strict=True)]
    return tuple((value or "",) for value in said)


def first_choice(run: StoredRun) -> By:
    """The columns to begin with: the first kind with a few values that can be told apart."""
    counted = run.examination.counted.tolist()
    for by in By:
        columns = column_values(run, by)
        values = {v for vs, counts in zip(columns, counted, strict=True) if counts for v in vs}
        if _FEWEST <= len(values - {""}) <= _MOST:
            return by
    return By.CATEGORY
