"""What every bar figure shares: no background, no zoom, words in the muted ink."""

from __future__ import annotations

from typing import Any

from evalcore.views.charts.palette import Palette

CLEAR = "rgba(0,0,0,0)"


def bare(colours: Palette, *, height: int, legend: bool = False) -> dict[str, Any]:
    """The layout of a figure that stands on the page's own background."""
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 12, "b": 34 if legend else 8},
        "showlegend": legend,
        "legend": {
            "orientation": "h",
            "yref": "container",
            "y": 0,
            "yanchor": "bottom",
            "font": {"color": colours.ink, "size": 12},
        },
        "barmode": "stack",
        "bargap": 0.12,
        "hoverlabel": {"font": {"size": 13}},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
    }


def hatched(shape: str | list[str], colours: Palette) -> dict[str, Any]:
    """A pattern over the bar's own colour: what it says does not hang on the colour alone."""
    return {
        "shape": shape,
        "fillmode": "overlay",
        "fgcolor": colours.ink,
        "fgopacity": 0.45,
        "size": 7,
        "solidity": 0.2,
    }


def axis(colours: Palette, **more: Any) -> dict[str, Any]:
    """An axis without grid that cannot be dragged."""
    return {
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "automargin": True,
        "tickfont": {"size": 12, "color": colours.muted},
        "title": {"font": {"size": 12, "color": colours.muted}},
        **more,
    }
