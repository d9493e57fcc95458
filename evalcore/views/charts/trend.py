"""Mean quality over the runs of a suite, with its interval, verdicts and the ingests between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from evalcore.views.charts.palette import Palette
from evalcore.views.history import Past, arrived_batches, name_of
from evalcore.views.language import Translator
from evalcore.views.words import decision_tone, decision_word

MOST_RUNS = 20
MEASURE = "quality"


def trend(past: Sequence[Past], current: str, limit: float, colours: Palette, t: Translator) -> Any:
    """The figure; ``past`` is oldest first and holds the current run, whose id is ``current``."""
    import plotly.graph_objects as go

    shown = drawn(past)
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
    layout = _layout(shown, x, [*low, *mean, limit], colours)
    figure.add_trace(_ingests(shown, layout["yaxis"]["range"][0], colours, t))
    figure.update_layout(**layout)
    return figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """The ingests that came between two drawn runs; ``at`` is the later one's place."""

    at: int
    words: str


def arrivals(shown: Sequence[Past], t: Translator) -> list[Arrival]:
    """Where ingests came in between, as ``2 ingests: title, title``; titles are people's."""
    told = []
    for at, (before, now) in enumerate(pairwise(shown), start=1):
        came = arrived_batches(now.batches, before.batches) if before.batches else ()
        if came:
            titles = "; ".join(batch.title or batch.id for batch in came)
            words = t.plural(
                "{n} ingest: {titles}", "{n} ingests: {titles}", len(came), titles=titles
            )
            told.append(Arrival(at=at, words=words))
    return told


def drawn(past: Sequence[Past]) -> list[Past]:
    """The runs that the figure shows, oldest first."""
    return measured(past)[-MOST_RUNS:]


def measured(past: Sequence[Past]) -> list[Past]:
    """The runs that have a mean quality to draw."""
    return [p for p in past if MEASURE in p.estimates and p.estimates[MEASURE].mean is not None]


def told(past: Sequence[Past], t: Translator) -> str:
    """The figure in words: each run with its mean and its verdict."""
    shown = drawn(past)
    came = {one.at: f" ({one.words})" for one in arrivals(shown, t)}
    parts = [_hover(one, t, mark=False) + came.get(at, "") for at, one in enumerate(shown)]
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


def _ingests(shown: Sequence[Past], bottom: float, colours: Palette, t: Translator) -> Any:
    """A mark on the floor between the two runs that an ingest came between."""
    import plotly.graph_objects as go

    came = arrivals(shown, t)
    return go.Scatter(
        x=[one.at - 0.5 for one in came],
        y=[bottom] * len(came),
        mode="markers",
        marker={"color": colours.orange, "symbol": "triangle-up", "size": 11},
        customdata=[[escape(one.words)] for one in came],
        hovertemplate="%{customdata[0]}<extra></extra>",
        cliponaxis=False,
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
            "autotickangles": [0, -45, -90],  # turned the other way, the last name has no room
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
