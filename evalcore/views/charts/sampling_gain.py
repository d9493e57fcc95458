"""What samples buy: the interval of mean quality against the questions it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalcore.model.stability import Gain
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator

_HEIGHT = 260


def sampling_gain(gains: Sequence[Gain], asked: int, colours: Palette, t: Translator) -> Any:
    """The figure: half the interval, in points, for 1 to n samples; ``asked`` is marked."""
    import plotly.graph_objects as go

    x = [gain.samples for gain in gains]
    y = [gain.half_width for gain in gains]
    figure = go.Figure(
        go.Scatter(
            x=x,
            y=y,
            mode="lines+markers",
            line={"color": colours.teal, "width": 2},
            marker={
                "color": [colours.ink if n == asked else colours.teal for n in x],
                "size": [14 if n == asked else 6 for n in x],
            },
            customdata=[_hover(gain, t) for gain in gains],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis={
            "title": {"text": t.text("samples a case"), "font": {"size": 12}},
            "fixedrange": True,
            "nticks": 6,
            "showgrid": False,
            "tickfont": {"size": 12, "color": colours.muted},
        },
        yaxis={
            "title": {"text": t.text("± points of mean quality"), "font": {"size": 12}},
            "rangemode": "tozero",
            "fixedrange": True,
            "gridcolor": colours.faint,
            "tickfont": {"size": 12, "color": colours.muted},
        },
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": colours.muted},
    )
    return figure


def told(gains: Sequence[Gain], t: Translator) -> str:
    """The figure in words."""
    return "; ".join(_hover(gain, t) for gain in gains)


def _hover(gain: Gain, t: Translator) -> str:
    return t.text(
        "{n} samples: ±{points} points, {questions} questions",
        n=gain.samples,
        points=round(gain.half_width, 2),
        questions=gain.questions,
    )
