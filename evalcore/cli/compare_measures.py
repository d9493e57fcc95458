"""The means of two runs in a terminal, and in words whether they can be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from evalcore.cli.figures import mean
from evalcore.model.comparison import MeasureChange

_ALPHA = 0.05
_NOTHING = 1e-12
_LOWER_IS_BETTER = frozenset({"noise"})
_POINTS = frozenset({"quality"})


def measures_table(measures: Mapping[str, MeasureChange]) -> Table:
    """One line a measure: both means, the change, and what it says."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("measure", no_wrap=True)
    for name in ("before", "after", "change", "95 % interval"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("says", no_wrap=True)
    table.add_column("shows from", justify="right", no_wrap=True)
    for name, one in measures.items():
        table.add_row(name, *_cells(name, one))
    return table


def _cells(name: str, one: MeasureChange) -> tuple[Text | str, ...]:
    if one.base is None or one.candidate is None or one.delta is None:
        return ("–", "–", "", "", Text("not measured", style="dim"), "")
    word, style = verdict_of(name, one)
    low, high = (_signed(name, value or 0.0) for value in (one.low, one.high))
    least = "–" if one.resolvable is None else _signed(name, one.resolvable).removeprefix("+")
    return (
        mean(one.base),
        mean(one.candidate),
        _signed(name, one.delta),
        f"{low} to {high}",
        Text(word, style=style),
        least,
    )


def verdict_of(name: str, one: MeasureChange) -> tuple[str, str]:
    """What the change says, in two words, and how it is coloured.

    Significant is what stays so when all measures are looked at together (Holm).
    """
    if one.delta is None or abs(one.delta) < _NOTHING:
        return "no change", "dim"
    if one.resolvable is None:
        return "too few", "yellow"
    if one.p_holm is not None and one.p_holm <= _ALPHA:
        better = (one.delta < 0) == (name.partition("@")[0] in _LOWER_IS_BETTER)
        return ("better", "green") if better else ("worse", "bold red")
    if one.p is not None and one.p <= _ALPHA:
        return "a hint", "yellow"
    return "cannot tell", ""


def told_apart(name: str, one: MeasureChange) -> str:
    """Whether the two means can be told apart, in a sentence; empty where they are equal."""
    word, _ = verdict_of(name, one)
    if word == "no change":
        return ""
    if word == "too few":
        return f"With {one.n} questions no outcome could be told from chance."
    if word in {"better", "worse"}:
        return f"Chance alone would hardly make that: it got {word}."
    if word == "a hint" or one.resolvable is None:
        return "Chance would rarely make that, but among so many measures it may."
    least = _signed(name, one.resolvable).removeprefix("+")
    return f"Cannot tell them apart with {one.n} questions: smaller than {least}."


def what_it_says(measures: Mapping[str, MeasureChange]) -> str:
    """The words of the table explained, with the numbers of questions that they rest on."""
    return "\n".join(_explained(measures))


def _explained(measures: Mapping[str, MeasureChange]) -> Iterator[str]:
    words = {verdict_of(name, one)[0] for name, one in measures.items() if one.n}
    most = max((one.n for one in measures.values()), default=0)
    if words & {"cannot tell", "no change", "better", "worse", "a hint"}:
        yield (
            f"cannot tell: with {most} questions, a change smaller than «shows from» cannot be "
            "told from chance."
        )
    if "a hint" in words:
        yield "a hint: chance would rarely do it alone, but among so many measures it may."
    if words & {"better", "worse"}:
        yield "better, worse: chance alone would hardly do it, all measures looked at together."
    if "too few" in words:
        yield "too few: with fewer than 6 questions no outcome could be told from chance."


def _signed(name: str, value: float) -> str:
    shown = f"{value:+.{2 if name in _POINTS else 3}f}"
    return shown.replace("-", "−") if float(shown) else shown.lstrip("+-")
