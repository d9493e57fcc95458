"""Mean quality over the runs of a suite, each point in the colour of its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from evalcore.views.charts.palette import Palette
from evalcore.views.history import Past, name_of
from evalcore.views.language import Translator
from evalcore.views.words import decision_tone, decision_word

MOST_RUNS = 20
MEASURE = "quality"


def trend(past: Sequence[Past], current: str, limit: float, colours: Palette, t: Translator) -> Any:
    """The figure; ``past`` is oldest first and holds the current run, whose id is ``current``."""
    import plotly.graph_objects as go

    shown = measured(past)[-MOST_RUNS:]
    x = list(range(len(shown)))
    low, high, mean = ([getattr(p.estimates[MEASURE], k) for p in shown] for k in _PARTS)
    figure = go.Figure()
    figure.add_trace(_band(x, low, high, colours))
    figure.add_trace(
        go.Scatter(
            x=x,
            y=mean,
            mode="lines+markers",
            line={"color": colours.teal, "width": 2},
            marker={
                "color": [colours.of(decision_tone(p.record.decision)) for p in shown],
                "size": [17 if p.record.id == current else 10 for p in shown],
                "symbol": [_SYMBOLS.get(p.record.decision, "diamond") for p in shown],
                "line": {"width": 0},
                "opacity": 1,
            },
            customdata=[[_hover(p, t)] for p in shown],
            hovertemplate="%{customdata[0]}<extra></extra>",
        )
    )
    figure.add_hline(y=limit, line={"color": colours.red, "width": 1.5, "dash": "dash"})
    figure.add_annotation(
        x=0,
        xref="paper",
        y=limit,
        text=t.text("at least {limit}", limit=limit),
        xanchor="left",
        yanchor="top",
        showarrow=False,
        font={"size": 12, "color": colours.red},
    )
    figure.update_layout(**_layout(shown, x, [*low, *mean, limit], colours))
    return figure


def measured(past: Sequence[Past]) -> list[Past]:
    """The runs that have a mean quality to draw."""
    return [p for p in past if MEASURE in p.estimates and p.estimates[MEASURE].mean is not None]


def told(past: Sequence[Past], t: Translator) -> str:
    """The figure in words: each run with its mean and its verdict."""
    parts = [_hover(one, t, mark=False) for one in measured(past)[-MOST_RUNS:]]
    return t.text("Mean quality of each run. {parts}", parts="; ".join(parts))


_PARTS = ("low", "high", "mean")
_SYMBOLS = {"ACCEPT": "circle", "BLOCK": "x", "CANNOT JUDGE": "diamond"}


def _band(x: list[int], low: list[float | None], high: list[float | None], colours: Palette) -> Any:
    import plotly.graph_objects as go

    return go.Scatter(
        x=[*x, *reversed(x)],
        y=[*high, *reversed(low)],
        fill="toself",
        fillcolor=colours.band,
        line={"width": 0},
        hoverinfo="skip",
        mode="lines",
    )


def _hover(one: Past, t: Translator, *, mark: bool = True) -> str:
    mean = one.estimates[MEASURE].mean
    name = escape(name_of(one.record)) if mark else name_of(one.record)
    shown = "" if mean is None else t.number(mean, 1)
    return f"{name}: {shown}, {decision_word(one.record.decision, t).lower()}"


def _layout(
    shown: Sequence[Past], x: list[int], values: list[Any], colours: Palette
) -> dict[str, Any]:
    numbers = [float(v) for v in values if v is not None]
    bottom = max(0.0, min(numbers, default=0.0) - 3)
    ticks = [escape(name_of(p.record)[:14]) for p in shown]
    return {
        "height": 290,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "showlegend": False,
        "xaxis": {
            "tickvals": x,
            "ticktext": ticks,
            "range": [-0.5, len(x) - 0.5],
            "showgrid": False,
            "fixedrange": True,
            "tickfont": {"size": 12, "color": colours.muted},
        },
        "yaxis": {
            "range": [bottom, 101.5],
            "fixedrange": True,
            "tickfont": {"size": 12, "color": colours.muted},
        },
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
    }
