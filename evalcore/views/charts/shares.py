"""Horizontal bars of how many cases are of each kind, or come from each source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalcore.views.charts.palette import Palette
from evalcore.views.golden import Bar
from evalcore.views.language import Translator
from evalcore.views.words import Tone

ROW = 30


Band = tuple[float, float]
"""A due share, from and to, as fractions."""


def shares(
    bars: Sequence[Bar], colours: Palette, t: Translator, *, band: Band | None = None
) -> Any:
    """The figure, the first bar on top; ``band`` is the due share of the first, as fractions.

    Good bars are teal, quiet ones grey, those to mend orange; every label is ours.
    """
    import plotly.graph_objects as go

    rows = list(range(len(bars)))
    figure = go.Figure(
        go.Bar(
            x=[bar.share for bar in bars],
            y=rows,
            orientation="h",
            width=0.62,
            marker={"color": [_colour(bar.tone, colours) for bar in bars]},
            text=[f" {t.number(bar.n)}" for bar in bars],
            textposition="outside",
            cliponaxis=False,
            textfont={"color": colours.ink, "size": 13},
            customdata=[bar.tip for bar in bars],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    if band is not None:
        figure.add_shape(
            type="rect",
            x0=band[0],
            x1=band[1],
            y0=-0.46,
            y1=0.46,
            line={"color": colours.muted, "width": 1, "dash": "dot"},
        )
    figure.update_layout(**_layout(bars, rows, band, colours))
    return figure


def _layout(
    bars: Sequence[Bar], rows: list[int], band: Band | None, colours: Palette
) -> dict[str, Any]:
    most = max([bar.share for bar in bars] + [band[1] if band else 0.0, 0.05])
    return {
        "height": ROW * len(bars) + 24,
        "margin": {"l": 0, "r": 8, "t": 4, "b": 4},
        "showlegend": False,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "xaxis": {"visible": False, "range": [0, most * 1.18], "fixedrange": True},
        "yaxis": {
            "tickvals": rows,
            "ticktext": [bar.label for bar in bars],
            "autorange": "reversed",
            "automargin": True,
            "ticks": "",
            "tickfont": {"size": 13, "color": colours.ink},
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
        },
    }


def told(bars: Sequence[Bar], t: Translator) -> str:
    """The figure in words."""
    return t.joined([f"{bar.label} {t.number(bar.n)}" for bar in bars])


def _colour(tone: Tone, colours: Palette) -> str:
    return colours.teal if tone is Tone.GOOD else colours.of(tone)
