"""Expected chunks between two rankings: one line each, red where it sank, green where it rose.

Plotly answers a click only on a point, so every line carries invisible points along its way.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log2
from typing import Any

from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator
from evalcore.views.rank_lines import RankLine, RankLines

STEPS = 8
NAME_LENGTH = 16
MOST_NAMED = 3
MOST = 10**9
_TICKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_HEIGHT = 420


def chart(
    lines: RankLines,
    colours: Palette,
    t: Translator,
    *,
    names: tuple[str, str],
    narrow: bool = False,
) -> Any:
    """The figure; ``names`` are base and candidate. Each point's customdata starts with a case."""
    import plotly.graph_objects as go

    floor = _floor(lines)
    figure = go.Figure()
    for line in reversed(lines.lines):
        figure.add_trace(_trace(line, floor, colours, t))
    _frame(figure, lines, floor, colours, t)
    for line in _named(lines):
        name = "" if narrow else escape(_short(line.title))
        figure.add_annotation(
            x=1.02,
            y=_y(line.after, floor),
            text=f"<b>{_rank(line.after, t)}</b> {name}",
            xanchor="left",
            showarrow=False,
            font={"size": 12, "color": colours.red},
        )
    for x, name in ((0, names[0]), (1, names[1])):
        figure.add_annotation(
            x=x,
            y=-0.55,
            text=f"<b>{escape(_short(name))}</b>",
            showarrow=False,
            font={"size": 13, "color": colours.ink},
        )
    return figure


def told(lines: RankLines, t: Translator) -> str:
    """The figure in words: each line's question and both ranks."""
    parts = [
        t.text(
            "{title}: {before} before, {now} now",
            title=line.question,
            before=_rank(line.before, t),
            now=_rank(line.after, t),
        )
        for line in lines.lines
    ]
    return t.text("Ranks of the expected chunks. {parts}", parts="; ".join(parts))


def case_of(points: Sequence[Any]) -> str | None:
    """The case of a clicked line; None where nothing was clicked."""
    for point in points:
        data = point.get("customdata")
        if isinstance(data, list | tuple) and data:
            return str(data[0])
        if isinstance(data, dict) and data:
            return str(next(iter(data.values())))
    return None


def _trace(line: RankLine, floor: float, colours: Palette, t: Translator) -> Any:
    import plotly.graph_objects as go

    colour = colours.red if line.worse else colours.green
    start, end = _y(line.before, floor), _y(line.after, floor)
    x = [step / STEPS for step in range(STEPS + 1)]
    ends = [9.0 if step in (0, STEPS) else 0.1 for step in range(STEPS + 1)]
    ranks = f"{_rank(line.before, t)} → {_rank(line.after, t)}"
    hover = f"<b>{escape(_short(line.question, 70))}</b><br>{escape(_short(line.title, 70))}"
    return go.Scatter(
        x=x,
        y=[start + (end - start) * at for at in x],
        mode="lines+markers",
        line={"color": colour, "width": 2},
        marker={"color": colour, "size": ends, "line": {"width": 0}},
        customdata=[[line.case_id]] * len(x),
        hovertemplate=f"{hover}<br>{ranks}<extra></extra>",
        unselected={"marker": {"opacity": 1}},
    )


def _named(lines: RankLines) -> list[RankLine]:
    """The lines that fell below the cutoff, the first of them by name, none over another."""
    sunk = [one for one in lines.lines if one.worse and (one.after or MOST) > lines.cutoff]
    places: dict[int | None, RankLine] = {}
    for line in sunk:
        places.setdefault(line.after, line)
    return list(places.values())[:MOST_NAMED]


def _frame(figure: Any, lines: RankLines, floor: float, colours: Palette, t: Translator) -> None:
    cut = log2(lines.cutoff + 0.5)
    ticks = [rank for rank in _TICKS if log2(rank) < floor - 0.4]
    figure.add_shape(
        type="line",
        x0=-0.03,
        x1=1.03,
        y0=cut,
        y1=cut,
        line={"color": colours.muted, "width": 1, "dash": "dash"},
    )
    figure.add_annotation(
        x=0.5,
        y=cut,
        text=t.text("cutoff at {K}", K=lines.cutoff),
        yanchor="top",
        showarrow=False,
        font={"size": 12, "color": colours.muted},
    )
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        showlegend=False,
        hovermode="closest",
        hoverdistance=24,
        dragmode=False,
        xaxis={"visible": False, "range": [-0.12, 1.42], "fixedrange": True},
        yaxis={
            "range": [floor + 0.35, -0.9],
            "fixedrange": True,
            "zeroline": False,
            "showgrid": False,
            "tickvals": [*(log2(rank) for rank in ticks), floor],
            "ticktext": [*(str(rank) for rank in ticks), t.text("absent")],
            "tickfont": {"size": 12, "color": colours.muted},
        },
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )


def _floor(lines: RankLines) -> float:
    """The line for chunks that are not in a list: under the lowest rank drawn."""
    ranks = [rank for line in lines.lines for rank in (line.before, line.after) if rank]
    return log2(max([*ranks, lines.cutoff * 2])) + 0.8


def _y(rank: int | None, floor: float) -> float:
    return floor if rank is None else log2(rank)


def _rank(rank: int | None, t: Translator) -> str:
    return t.text("absent") if rank is None else str(rank)


def _short(text: str, most: int = NAME_LENGTH) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
