"""One list: every result at its height, what it is, and the line under which noise begins."""

from __future__ import annotations

from html import escape
from typing import Any

from evalcore.views.charts.frame import axis, bare
from evalcore.views.charts.noise_scores import styles
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator
from evalcore.views.noise_case import NoiseCase, Result
from evalcore.views.noise_scores import KINDS

NAME_LENGTH = 60


def case_chart(case: NoiseCase, colours: Palette, t: Translator) -> Any:
    """The figure; x is the rank, y the height between the list's worst and best score."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for kind, (colour, _, symbol) in styles(colours).items():
        mine = [one for one in case.results if one.kind == kind]
        if mine:
            figure.add_trace(
                go.Scatter(
                    x=[one.rank for one in mine],
                    y=[one.height for one in mine],
                    name=t.text(KINDS[kind]),
                    mode="markers",
                    marker={"color": colour, "symbol": symbol, "size": 13, "line": {"width": 2}},
                    customdata=[[_hover(one, t)] for one in mine],
                    hovertemplate="%{customdata[0]}<extra></extra>",
                )
            )
    if case.line is not None:
        figure.add_hline(y=case.line, line={"color": colours.orange, "width": 1.5, "dash": "dash"})
    figure.update_layout(
        **bare(colours, height=280, legend=True),
        xaxis=axis(
            colours,
            tickvals=[one.rank for one in case.results],
            range=[0.4, len(case.results) + 0.6],
            title={"text": t.text("rank"), "font": {"size": 12}},
        ),
        yaxis=axis(
            colours,
            range=[-0.12, 1.12],
            tickvals=[0, 1],
            ticktext=[t.text("worst"), t.text("best")],
        ),
    )
    return figure


def told(case: NoiseCase, t: Translator) -> str:
    """The figure in words."""
    parts = [f"{one.rank}: {t.text(KINDS[one.kind])}" for one in case.results]
    return t.text("The list by rank. {parts}", parts="; ".join(parts))


def _hover(one: Result, t: Translator) -> str:
    name = one.title if len(one.title) <= NAME_LENGTH else one.title[: NAME_LENGTH - 1] + "…"
    return f"{one.rank}. {escape(name)}<br>{t.text(KINDS[one.kind])}, {t.number(one.score)}"
