"""Two lanes of a blocked deploy: the new index above, what users see below."""

from __future__ import annotations

from html import escape
from typing import Any

from evalcore.views.blocked.timeline import Event, Span, Timeline
from evalcore.views.charts.palette import Palette
from evalcore.views.words import Tone

_TOP, _BOTTOM = 1.0, 0.0
_THICK = 0.42
NAME_LENGTH = 14
NARROW_NAME = 9


def chart(line: Timeline, colours: Palette, *, narrow: bool = False) -> Any:
    """The figure; every stretch is as long as the next, for the order is what counts."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for lane, y in zip(line.lanes, (_TOP, _BOTTOM), strict=True):
        for span in lane.spans:
            _span(figure, span, y, colours)
        figure.add_annotation(
            x=0,
            y=y - 0.28,
            text=lane.name,
            xanchor="left",
            yanchor="top",
            showarrow=False,
            font={"size": 12, "color": colours.muted},
        )
    for event in line.events:
        _event(figure, event, line.length, colours, narrow=narrow)
    figure.update_layout(
        height=300,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        showlegend=False,
        xaxis={"visible": False, "range": [-0.02, line.length + 0.02], "fixedrange": True},
        yaxis={"visible": False, "range": [-0.55, 2.35], "fixedrange": True},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )
    return figure


def fill(span: Span, colours: Palette) -> str:
    """The colour of a stretch: what users see is calm teal, the rest says how it stands."""
    if span.tone is Tone.QUIET:
        return colours.faint
    return colours.teal if span.users else colours.of(span.tone)


def _span(figure: Any, span: Span, y: float, colours: Palette) -> None:
    figure.add_shape(
        type="rect",
        x0=span.start,
        x1=span.end,
        y0=y - _THICK / 2,
        y1=y + _THICK / 2,
        fillcolor=fill(span, colours),
        line={"width": 0},
    )
    quiet = span.tone is Tone.QUIET
    figure.add_annotation(
        x=(span.start + span.end) / 2,
        y=y,
        text=escape(span.words),
        showarrow=False,
        font={"size": 12, "color": colours.ink if quiet else colours.paper},
    )


def _event(figure: Any, event: Event, length: int, colours: Palette, *, narrow: bool) -> None:
    most = NARROW_NAME if narrow else NAME_LENGTH
    name = event.name if len(event.name) <= most else event.name[: most - 1] + "…"
    parts = [f"<b>{escape(event.when)}</b>", escape(name), escape(event.words)]
    figure.add_shape(
        type="line",
        x0=event.at,
        x1=event.at,
        y0=_TOP + _THICK / 2,
        y1=_TOP + _THICK / 2 + 0.2,
        line={"width": 2, "color": colours.of(event.tone)},
    )
    figure.add_annotation(
        x=event.at,
        y=_TOP + _THICK / 2 + 0.2,
        text="<br>".join(part for part in parts if part != "<b></b>"),
        yanchor="bottom",
        xanchor="center" if 0 < event.at < length else "auto",
        showarrow=False,
        font={"size": 11 if narrow else 12, "color": colours.ink},
    )
