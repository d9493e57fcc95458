"""Rank lines of one case between the baseline and this run: who sank, and what rose above."""

from __future__ import annotations

from html import escape
from typing import Any

from evalcore.views.against import Against, Kind, Move
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator

NAME_LENGTH = 19
RUN_LENGTH = 11
ROW_HEIGHT = 38


def slope(against: Against, colours: Palette, t: Translator, *, this_name: str) -> Any:
    """The figure: left the baseline's ranks, right this run's; up is better."""
    import plotly.graph_objects as go

    floor = _floor(against)
    figure = go.Figure()
    order = (Kind.KEPT, Kind.ROSE, Kind.NEW, Kind.EXPECTED)
    for move in sorted(against.moves, key=lambda one: order.index(one.kind)):
        figure.add_trace(_line(move, floor, colours))
    for move in against.moves:
        if move.kind is Kind.EXPECTED:
            _label(figure, move, floor, colours, t)
    _ends(figure, against, floor, colours, t, this_name)
    figure.update_layout(
        height=110 + int(floor * ROW_HEIGHT),
        margin={"l": 0, "r": 0, "t": 8, "b": 8},
        showlegend=False,
        hovermode="closest",
        xaxis={"visible": False, "range": [-0.25, 2.4], "fixedrange": True},
        yaxis={"visible": False, "range": [floor + 0.9, -1.4], "fixedrange": True},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )
    return figure


def told(against: Against, t: Translator) -> str:
    """The figure in words, for people who do not see it: expected chunks before and now."""
    parts = [
        t.text(
            "{title}: {before} before, {now} now",
            title=move.facts.title,
            before=_rank(move.before),
            now=_rank(move.now),
        )
        for move in against.moves
        if move.kind is Kind.EXPECTED
    ]
    return t.text("Ranks of the expected chunks. {parts}", parts="; ".join(parts))


def _floor(against: Against) -> float:
    """The line under the lowest drawn rank: chunks that are not in a list hang from it."""
    ranks = [against.cutoff]
    for move in against.moves:
        near = move.kind is Kind.EXPECTED
        ranks += [
            rank for rank in (move.before, move.now) if rank and (near or rank <= _near(against))
        ]
    return max(ranks) + 2.0


def _near(against: Against) -> int:
    expected = [m.now or 0 for m in against.moves if m.kind is Kind.EXPECTED]
    return max([against.cutoff, *expected]) + 1


def _y(rank: int | None, floor: float) -> float:
    return floor if rank is None else min(float(rank), floor)


def _line(move: Move, floor: float, colours: Palette) -> Any:
    import plotly.graph_objects as go

    colour, width, dash, size = _style(move, colours)
    return go.Scatter(
        x=[0, 1],
        y=[_y(move.before, floor), _y(move.now, floor)],
        mode="lines+markers",
        line={"color": colour, "width": width, "dash": dash},
        marker={"color": colour, "size": size},
        hovertemplate=f"{escape(move.facts.title)}<br>{_rank(move.before)} → {_rank(move.now)}"
        "<extra></extra>",
    )


def _style(move: Move, colours: Palette) -> tuple[str, float, str, int]:
    if move.kind is Kind.EXPECTED:
        return (colours.teal if move.found else colours.red), 3.5, "solid", 10
    if move.kind is Kind.NEW:
        return colours.orange, 1.4, "dot", 6
    return colours.faint, 1.4, "solid", 5


def _label(figure: Any, move: Move, floor: float, colours: Palette, t: Translator) -> None:
    colour = colours.teal if move.found else colours.red
    name = move.facts.title
    short = name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1].rstrip() + "…"
    now = t.text("absent") if move.now is None else str(move.now)
    figure.add_annotation(
        x=1.06,
        y=_y(move.now, floor),
        text=f"<b>{now}</b> {escape(short)}",
        xanchor="left",
        showarrow=False,
        font={"color": colour, "size": 13},
    )
    if move.before is not None:
        figure.add_annotation(
            x=-0.06,
            y=_y(move.before, floor),
            text=f"<b>{move.before}</b>",
            xanchor="right",
            showarrow=False,
            font={"color": colour, "size": 13},
        )


def _ends(
    figure: Any, against: Against, floor: float, colours: Palette, t: Translator, this_name: str
) -> None:
    small = {"size": 12, "color": colours.ink}
    for x, name in ((0, against.name), (1, this_name)):
        short = name if len(name) <= RUN_LENGTH else name[: RUN_LENGTH - 1] + "…"
        figure.add_annotation(x=x, y=-0.6, text=escape(short), showarrow=False, font=small)
    figure.add_shape(
        type="line",
        x0=-0.25,
        x1=2.2,
        y0=against.cutoff + 0.5,
        y1=against.cutoff + 0.5,
        line={"color": colours.muted, "width": 1, "dash": "dash"},
    )
    figure.add_annotation(
        x=2.2,
        y=against.cutoff + 0.5,
        text=t.text("cutoff at {K}", K=against.cutoff),
        xanchor="right",
        yanchor="bottom",
        showarrow=False,
        font={"size": 11, "color": colours.muted},
    )
    if any(move.kind is Kind.NEW for move in against.moves):
        figure.add_annotation(
            x=-0.25,
            y=floor + 0.55,
            text=t.text("did not exist"),
            xanchor="left",
            showarrow=False,
            font={"size": 12, "color": colours.orange},
        )


def _rank(rank: int | None) -> str:
    return "—" if rank is None else str(rank)
