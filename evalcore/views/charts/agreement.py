"""How much the votes of a case agree, over all cases and runs."""

from __future__ import annotations

from typing import Any

from evalcore.model.stability import Stability
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator

_HEIGHT = 260


def agreement(stability: Stability, samples: int, colours: Palette, t: Translator) -> Any:
    """The figure: how often so many of ``samples`` votes agreed; orange is undecided."""
    import plotly.graph_objects as go

    steps = _steps(stability, samples)
    figure = go.Figure(
        go.Bar(
            x=[f"{votes}/{samples}" for votes, _ in steps],
            y=[count for _, count in steps],
            text=[t.number(count) for _, count in steps],
            textposition="outside",
            cliponaxis=False,
            marker={
                "color": [
                    colours.orange if _too_few(votes, samples, stability) else colours.teal
                    for votes, _ in steps
                ]
            },
            hoverinfo="skip",
        )
    )
    highest = max(count for _, count in steps)
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        bargap=0.35,
        xaxis={
            "type": "category",
            "fixedrange": True,
            "tickfont": {"size": 12, "color": colours.muted},
        },
        yaxis={"visible": False, "range": [0, highest * 1.15], "fixedrange": True},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": colours.ink},
    )
    return figure


def told(stability: Stability, samples: int, t: Translator) -> str:
    """The figure in words."""
    parts = [f"{votes}/{samples}: {count}" for votes, count in _steps(stability, samples)]
    return t.text("How many votes agree. {parts}", parts="; ".join(parts))


def _steps(stability: Stability, samples: int) -> list[tuple[int, int]]:
    """Every possible majority, from the thinnest to the whole; unread votes make thinner ones."""
    thinnest = min([(samples + 1) // 2, *stability.agreement])
    return [(votes, stability.agreement.get(votes, 0)) for votes in range(thinnest, samples + 1)]


def _too_few(votes: int, samples: int, stability: Stability) -> bool:
    return votes < stability.min_agreement * samples
