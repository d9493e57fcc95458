"""Case by run: the calm aggregate above, the restless cases below, over the same repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from evalcore.views.charts.palette import DARK, LIGHT, Palette
from evalcore.views.language import Translator
from evalcore.views.stability import CaseRow, StabilityView

MOST_CASES = 14
_ROW = 28
_TOP = 96
_GAP = 34
_FOOT = 54
_LONGEST = 12
_WORD = 6
_LINES = 3
_ON_TEAL = {LIGHT.teal: ("#FFFFFF", 0.7), DARK.teal: ("#0E1716", 0.5)}
"""Ink on the full colour, and the share of votes from which a cell is dark enough to need it."""


def votes(view: StabilityView, total: int, samples: int, colours: Palette, t: Translator) -> Any:
    """The figure: passing cases of ``total`` in each repetition, and votes of ``samples`` a case.

    The widest swings come first; those that no tolerance may swallow are orange.
    """
    import plotly.graph_objects as go

    rows = view.rows[:MOST_CASES]
    x = list(range(len(view.readings)))
    figure = go.Figure()
    figure.add_trace(_aggregate(view, x, colours))
    if rows:
        figure.add_trace(_cells(rows, view, x, samples, colours))
        figure.add_trace(_numbers(rows, x, samples, colours))
    for number, row in enumerate(rows):
        figure.add_annotation(**_swing(row, number, colours))
    figure.update_layout(**_layout(view, rows, total, colours, t))
    return figure


def told(view: StabilityView, total: int, samples: int, t: Translator) -> str:
    """The figure in words."""
    passing = "; ".join(
        f"{name}: {t.out_of(n, total)}" for name, n in zip(view.readings, view.passing, strict=True)
    )
    cases = "; ".join(
        f"{row.id}: {', '.join(f'{vote}/{samples}' for vote in row.votes)}"
        for row in view.rows[:MOST_CASES]
    )
    return t.text("Passing cases: {passing}. Votes: {cases}.", passing=passing, cases=cases or "–")


def _aggregate(view: StabilityView, x: list[int], colours: Palette) -> Any:
    import plotly.graph_objects as go

    return go.Scatter(
        x=x,
        y=list(view.passing),
        mode="lines+markers+text",
        text=[str(n) for n in view.passing],
        textposition="top center",
        textfont={"color": colours.ink, "size": 13},
        line={"color": colours.teal, "width": 2},
        marker={"color": colours.teal, "size": 9},
        hoverinfo="skip",
        cliponaxis=False,
        yaxis="y2",
    )


def _cells(
    rows: Sequence[CaseRow], view: StabilityView, x: list[int], samples: int, colours: Palette
) -> Any:
    import plotly.graph_objects as go

    hover = [
        [f"{escape(row.id)} · {escape(name)}: {vote}/{samples}" for vote, name in cells]
        for row in rows
        for cells in [list(zip(row.votes, view.readings, strict=True))]
    ]
    return go.Heatmap(
        x=x,
        y=list(range(len(rows))),
        z=[[vote / samples for vote in row.votes] for row in rows],
        zmin=0,
        zmax=1,
        customdata=hover,
        hovertemplate="%{customdata}<extra></extra>",
        colorscale=[[0, colours.faint], [1, colours.teal]],
        showscale=False,
        xgap=3,
        ygap=3,
    )


def _numbers(rows: Sequence[CaseRow], x: list[int], samples: int, colours: Palette) -> Any:
    """The votes as text, in ink that stands out from its cell."""
    import plotly.graph_objects as go

    on_teal, from_share = _ON_TEAL[colours.teal]
    places = [
        (place, number, vote)
        for number, row in enumerate(rows)
        for place, vote in zip(x, row.votes, strict=True)
    ]
    return go.Scatter(
        x=[place for place, _, _ in places],
        y=[number for _, number, _ in places],
        text=[_cell(vote, samples) for _, _, vote in places],
        mode="text",
        textfont={
            "size": 12,
            "color": [
                on_teal if vote >= from_share * samples else colours.ink for _, _, vote in places
            ],
        },
        hoverinfo="skip",
    )


def _cell(vote: int, samples: int) -> str:
    if samples == 1:
        return "✓" if vote else "✗"
    return str(vote)


def _swing(row: CaseRow, number: int, colours: Palette) -> dict[str, Any]:
    return {
        "x": 1.01,
        "xref": "paper",
        "y": number,
        "yref": "y",
        "text": f"<b>{escape(row.mark)}</b>" if row.wide else escape(row.mark),
        "showarrow": False,
        "xanchor": "left",
        "font": {"size": 12, "color": colours.orange if row.wide else colours.muted},
    }


def _layout(
    view: StabilityView, rows: Sequence[CaseRow], total: int, colours: Palette, t: Translator
) -> dict[str, Any]:
    body = _ROW * len(rows)
    height = _TOP + (_GAP + body if rows else 0) + _FOOT
    top = (_FOOT + body + (_GAP if rows else 0)) / height
    axis = {"fixedrange": True, "showgrid": False, "zeroline": False}
    small = {"size": 12, "color": colours.muted}
    return {
        "height": height,
        "margin": {"l": 8, "r": 48 if rows else 8, "t": 8, "b": _FOOT},
        "showlegend": False,
        "xaxis": {
            **axis,
            "tickvals": list(range(len(view.readings))),
            "ticktext": [_tick(name) for name in view.readings],
            "range": [-0.5, len(view.readings) - 0.5],
            "tickfont": {**small, "size": 10},
            "tickangle": 0,
            "anchor": "y" if rows else "y2",
        },
        "yaxis": {
            **axis,
            "domain": [0, max(0.001, (body / (height - _FOOT)))] if rows else [0, 0.001],
            "visible": bool(rows),
            "tickvals": list(range(len(rows))),
            "ticktext": [escape(_short(row.id)) for row in rows],
            "range": [len(rows) - 0.5, -0.5] if rows else [1, 0],
            "tickfont": small,
        },
        "yaxis2": {
            **axis,
            "domain": [min(0.95, top), 1] if rows else [0, 1],
            "range": [0, total * 1.32],
            "tickvals": [0, total],
            "tickfont": small,
            "title": {"text": t.text("passing"), "font": small},
        },
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
    }


def _tick(name: str) -> str:
    """A run's name a word a line, so that many stand side by side on a phone."""
    words = name.split()[:_LINES] or [name]
    return "<br>".join(escape(word if len(word) <= _WORD else f"…{word[-5:]}") for word in words)


def _short(case_id: str) -> str:
    return case_id if len(case_id) <= _LONGEST else f"{case_id[: _LONGEST - 1]}…"
