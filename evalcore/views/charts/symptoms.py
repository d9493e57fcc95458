"""The pictures of symptoms: the pattern beside the rest, a history, a spread of noise."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from evalcore.model.symptom import Bar, Bars, Picture, Point, Series, Spread
from evalcore.views.charts.frame import axis, bare, hatched
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator
from evalcore.views.symptoms import bar_figure, bar_name

LINE, BIG_LINE = 24, 44
SMALL, BIG = 56, 260
_NAME_ROOM = 13
_ROOM = 2.3
"""How much wider than all cases together a figure is, so that the words beside a bar fit."""
_TENTHS = 10
_FULL = 100


def glyph(picture: Picture, colours: Palette, t: Translator) -> Any:
    """The picture small enough for a cell of the table."""
    if isinstance(picture, Bars):
        return _bars(picture, colours, t, line=LINE, size=12)
    if isinstance(picture, Series):
        return _sparkline(picture.points, colours, t)
    return _spread(picture, colours, t, height=SMALL, labelled=False)


def large(picture: Picture, colours: Palette, t: Translator) -> Any:
    """The same picture with its axes, to prove the point."""
    if isinstance(picture, Bars):
        return _bars(picture, colours, t, line=BIG_LINE, size=14)
    if isinstance(picture, Series):
        return _history(picture, colours, t)
    return _spread(picture, colours, t, height=BIG, labelled=True)


def _bars(picture: Bars, colours: Palette, t: Translator, *, line: int, size: int) -> Any:
    """n as the length of a grey bar, the hits over it: lengths compare down the table too.

    Where the hits are no failures the shares are compared, so every bar is of one length.
    """
    import plotly.graph_objects as go

    bars = (*picture.inside, *([picture.rest] if picture.rest else []))
    rows = list(range(len(bars)))
    shares = not picture.failing
    unit = [1 / bar.n if shares and bar.n else 1.0 for bar in bars]
    whole = 1.0 if shares else float(max(1, sum(bar.n for bar in bars)))
    colour = colours.red if picture.failing else colours.orange
    shared = {"y": rows, "orientation": "h", "hoverinfo": "skip", "width": 0.55}
    figure = go.Figure()
    figure.add_trace(
        go.Bar(
            x=[bar.hits * one for bar, one in zip(bars, unit, strict=True)],
            marker=_hit(colour, colours),
            **shared,
        )
    )
    figure.add_trace(
        go.Bar(
            x=[(bar.n - bar.hits) * one for bar, one in zip(bars, unit, strict=True)],
            marker={"color": colours.faint, "line": {"width": 0}},
            text=[_figure(bar, t, share=shares and bar is picture.rest) for bar in bars],
            textposition="outside",
            cliponaxis=False,
            textfont={"size": size, "color": colours.ink},
            **shared,
        )
    )
    figure.update_layout(**bare(colours, height=line * len(bars) + 8))
    figure.update_layout(
        margin={"l": 8 * size, "r": 2, "t": 2, "b": 2},
        xaxis={"visible": False, "range": [0, whole * _ROOM], "fixedrange": True},
        yaxis=axis(
            colours,
            tickvals=rows,
            ticktext=[_short(bar_name(bar, t)) + "  " for bar in bars],
            range=[len(bars) - 0.5, -0.5],
            tickfont={"size": size, "color": colours.muted},
            automargin=False,
        ),
    )
    return figure


def _figure(bar: Bar, t: Translator, *, share: bool) -> str:
    return t.percent(bar.hits / bar.n) if share and bar.n else bar_figure(bar, t)


def _hit(colour: str, colours: Palette) -> dict[str, Any]:
    return {"color": colour, "line": {"width": 0}, "pattern": hatched("/", colours)}


def _short(name: str) -> str:
    cut = name if len(name) <= _NAME_ROOM else name[: _NAME_ROOM - 1].rstrip() + "…"
    return escape(cut)


def _sparkline(points: Sequence[Point], colours: Palette, t: Translator) -> Any:
    figure = _line(points, colours, size=5)
    last = points[-1].value
    figure.add_annotation(
        x=len(points) - 1,
        y=last,
        text=t.number(last, 1),
        xanchor="left",
        xshift=8,
        showarrow=False,
        font={"size": 12, "color": colours.ink},
    )
    low = min(point.value for point in points)
    figure.update_layout(**bare(colours, height=SMALL))
    figure.update_layout(
        margin={"l": 6, "r": 6, "t": 4, "b": 4},
        xaxis={"visible": False, "range": [-0.4, (len(points) - 1) * 1.5], "fixedrange": True},
        yaxis={"visible": False, "range": [low - 12, _FULL + 12], "fixedrange": True},
    )
    return figure


def _history(picture: Series, colours: Palette, t: Translator) -> Any:
    points = picture.points
    figure = _line(points, colours, size=9)
    figure.update_traces(
        mode="lines+markers+text",
        text=[t.number(point.value, 0) for point in points],
        textposition="top center",
        textfont={"size": 12, "color": colours.ink},
        cliponaxis=False,
    )
    low = min(point.value for point in points)
    figure.update_layout(**bare(colours, height=BIG))
    every = max(1, len(points) // 4)
    marks = sorted({*range(0, len(points), every), len(points) - 1})
    figure.update_layout(
        xaxis=axis(
            colours,
            tickvals=marks,
            ticktext=[t.day(points[mark].on)[:6] for mark in marks],
            range=[-0.5, len(points) - 0.5],
        ),
        yaxis=axis(
            colours,
            range=[max(0.0, low - 15), _FULL + 12],
            tickvals=list(range(0, _FULL + 1, 10)),
            title=t.text("mean quality"),
        ),
    )
    return figure


def _line(points: Sequence[Point], colours: Palette, *, size: int) -> Any:
    import plotly.graph_objects as go

    return go.Figure(
        go.Scatter(
            x=list(range(len(points))),
            y=[point.value for point in points],
            mode="lines+markers",
            line={"color": colours.teal, "width": 2},
            marker={"color": colours.teal, "size": size},
            hoverinfo="skip",
        )
    )


def _spread(
    picture: Spread, colours: Palette, t: Translator, *, height: int, labelled: bool
) -> Any:
    import plotly.graph_objects as go

    centres = [(tenth + 0.5) / _TENTHS for tenth in range(_TENTHS)]
    figure = go.Figure()
    for counts, marker, name in (
        (picture.within, {"color": colours.faint}, t.text("within their ceiling")),
        (picture.over, _hit(colours.orange, colours), t.text("over their ceiling")),
    ):
        figure.add_trace(
            go.Bar(x=centres, y=list(counts), marker=marker, name=name, hoverinfo="skip")
        )
    figure.update_layout(**bare(colours, height=height, legend=labelled))
    if not labelled:
        figure.update_layout(
            margin={"l": 6, "r": 6, "t": 4, "b": 4},
            xaxis={"visible": False, "fixedrange": True},
            yaxis={"visible": False, "fixedrange": True},
        )
        return figure
    figure.update_layout(
        margin={"l": 8, "r": 26, "t": 12, "b": 70},
        xaxis=axis(
            colours,
            range=[0, 1],
            tickvals=[0, 0.5, 1],
            ticktext=[t.percent(one) for one in (0, 0.5, 1)],
            title=t.text("noise of a passing question"),
        ),
        yaxis=axis(colours, title=t.text("questions")),
    )
    return figure


def shows(picture: Picture | None) -> bool:
    """Whether there is anything to draw."""
    if isinstance(picture, Bars):
        return any(bar.n for bar in picture.inside)
    return picture is not None
