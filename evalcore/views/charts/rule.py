"""A dashed line across the list, for the cutoff and for noise."""

from __future__ import annotations

from typing import Any

HEIGHT = 16


def dashed(colour: str) -> Any:
    """A figure of one dashed line; its words stand above it as text."""
    import plotly.graph_objects as go

    figure = go.Figure(
        go.Scatter(
            x=[0, 1],
            y=[0, 0],
            mode="lines",
            line={"color": colour, "width": 2, "dash": "dash"},
            hoverinfo="skip",
        )
    )
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        showlegend=False,
        xaxis={"visible": False, "range": [0, 1], "fixedrange": True},
        yaxis={"visible": False, "range": [-1, 1], "fixedrange": True},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )
    return figure
