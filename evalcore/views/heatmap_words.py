"""A heatmap in words: the sentence above it, each cell, the worst ones."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.words import COUNTED
from evalcore.views.heatmap import FEW, MOST, Cell, Heatmap, surely_worse, worst_cells
from evalcore.views.heatmap_axes import ROW, By, Value, by_word, value_word
from evalcore.views.language import Translator

_POINTS = Value.QUALITY


@dataclass(frozen=True, slots=True, kw_only=True)
class CellLine:
    """One cell as a line. ``name`` is people's own text; ``detail`` has interval and n/N."""

    cell: Cell
    name: str
    value: str
    detail: str
    cases: int


def headline(found: Heatmap, t: Translator) -> str:
    """What a stakeholder should know first: in how many cells there is something to look at."""
    if not found.cells:
        return t.text("No case is counted, so there is nothing to map")
    bad, total = len(worst_cells(found, len(found.cells))), len(found.cells)
    if found.change:
        return t.plural(
            "{n} of {total} cells got worse, {sure} beyond chance",
            "{n} of {total} cells got worse, {sure} of them beyond chance",
            bad,
            total=total,
            sure=surely_worse(found),
        )
    if found.value is Value.NOISE:
        return _noise_span(found, t)
    if found.value is Value.FAILING:
        return t.plural(
            "{n} of {total} cells has failing cases",
            "{n} of {total} cells have failing cases",
            bad,
            total=total,
        )
    return t.plural(
        "{n} of {total} cells is short of full {what}",
        "{n} of {total} cells are short of full {what}",
        bad,
        total=total,
        what=value_word(found.value, t).lower(),
    )


def _noise_span(found: Heatmap, t: Translator) -> str:
    means = [cell.estimate.mean for cell in found.cells if cell.estimate.mean is not None]
    if not means:
        return t.text("No case passes recall, so there is no noise to judge")
    return t.text(
        "Mean noise runs from {low} to {high} over the cells",
        low=t.percent(min(means)),
        high=t.percent(max(means)),
    )


def name_of(value: str, by: By | None, t: Translator) -> str:
    """A row or column; cases that say nothing there have a name of ours."""
    if value:
        return value
    return t.text("no domain") if by is None else t.text("no {what}", what=by_word(by, t).lower())


def line_of(found: Heatmap, cell: Cell, t: Translator) -> CellLine:
    """One cell in words."""
    row, column = name_of(cell.row, None, t), name_of(cell.column, found.by, t)
    return CellLine(
        cell=cell,
        name=f"{row} × {column}",
        value=value_words(found, cell.estimate.mean, t),
        detail=detail_words(found, cell, t),
        cases=cell.estimate.N,
    )


def lines(found: Heatmap, cells: tuple[Cell, ...], t: Translator) -> list[CellLine]:
    """Some cells in words, in the order given."""
    return [line_of(found, cell, t) for cell in cells]


def value_words(found: Heatmap, value: float | None, t: Translator) -> str:
    """A cell's value: shares in per cent, quality in points; changes carry their sign."""
    if value is None:
        return t.text("not measured")
    sign = "+" if found.change and value > 0 else ""
    if found.value is _POINTS:
        return sign + t.number(value, 0)
    return sign + t.percent(value)


def detail_words(found: Heatmap, cell: Cell, t: Translator) -> str:
    """The interval, n, and what was not measured: never counted as passes."""
    it = cell.estimate
    parts = [f"n = {t.number(it.n) if it.n == it.N else t.out_of(it.n, it.N)}"]
    if it.low is not None and it.high is not None:
        low, high = value_words(found, it.low, t), value_words(found, it.high, t)
        parts.append(t.text("95% interval {low} to {high}", low=low, high=high))
    if cell.open:
        parts.append(t.plural("{n} not measured", "{n} not measured", cell.open))
    if cell.is_small:
        parts.append(t.text("uncertain"))
    return " · ".join(parts)


def notes(found: Heatmap, t: Translator) -> list[str]:
    """How to read the picture, and what it leaves out."""
    told = [
        t.text(
            "Hatched cells have fewer than {n} measured cases: do not trust their colour.", n=FEW
        )
    ]
    if any(cell.estimate.n < cell.estimate.N for cell in found.cells):
        told.append(
            t.text("Cases without an outcome are not counted as passes: n shows measured/counted.")
        )
    if found.value is Value.NOISE:
        told.append(t.text("Noise is read of passing cases only."))
    if found.by is By.BATCH:
        told.append(t.text("A case that expects chunks of several batches counts in each of them."))
    if len(found.rows) > MOST or len(found.columns) > MOST:
        told.append(
            t.text(
                "Only the first {n} rows and columns are drawn; the table has every cell.", n=MOST
            )
        )
    return told


def filters(found: Heatmap, cell: Cell) -> dict[str, str | list[str]]:
    """The case table's filters that show exactly the counted cases of a cell."""
    wanted: dict[str, str | list[str]] = {}
    without = []
    for name, value in ((ROW, cell.row), (found.by.value, cell.column)):
        if value:
            wanted[name] = value
        else:
            without.append(name)
    if without:
        wanted["without"] = without
    if cell.others:
        wanted["state"] = [state.value for state in COUNTED]
    return wanted
