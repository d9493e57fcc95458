"""Cases by noise, with the tried ceiling and the one in force drawn where they fall."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from evalcore.views.charts.frame import axis, bare, hatched
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator
from evalcore.views.noise_ceiling import Bins, Counts


def histogram(
    found: Bins, tried: Fraction, in_force: Fraction, colours: Palette, t: Translator
) -> Any:
    """The figure: passing cases under and over their ceiling, and the failing ones."""
    import plotly.graph_objects as go

    figure = go.Figure()
    stacks = (
        (found.under, t.text("pass, under their ceiling"), colours.teal, ""),
        (found.over, t.text("pass, over it"), colours.orange, "/"),
        (found.failing, t.text("fail recall"), colours.red, "x"),
    )
    for counts, name, colour, pattern in stacks:
        if counts.any() or counts is found.under:
            figure.add_trace(_bars(found.edges, counts, name, (colour, pattern, colours), t))
    highest = int((found.under + found.over + found.failing).max(initial=1))
    _line(figure, found, in_force, (colours.muted, "dot", 1.5), t.text("in force"))
    _line(figure, found, tried, (colours.ink, "dash", 2.0), t.text("ceiling"), raised=True)
    figure.update_layout(
        **bare(colours, height=360, legend=True),
        xaxis=_noise_axis(found.edges, colours, t),
        yaxis=axis(colours, range=[0, highest * 1.32], visible=False),
    )
    return figure


def told(found: Bins, tried: Fraction, t: Translator) -> str:
    """The figure in words."""
    passing = found.under + found.over
    parts = [
        t.text("up to {edge}: {n}", edge=edge, n=int(n))
        for edge, n in zip(found.edges, passing.tolist(), strict=True)
        if n
    ]
    return t.text(
        "Passing cases by noise, ceiling {ceiling}. {parts}", ceiling=tried, parts="; ".join(parts)
    )


def _bars(
    edges: Sequence[Fraction],
    counts: Counts,
    name: str,
    style: tuple[str, str, Palette],
    t: Translator,
) -> Any:
    import plotly.graph_objects as go

    colour, pattern, colours = style
    spans = [t.text("noise 0"), *(_span(low, high, t) for low, high in pairwise(edges))]
    return go.Bar(
        x=list(range(len(edges))),
        y=counts.tolist(),
        name=name,
        text=[t.number(n) if n else "" for n in counts.tolist()],
        textposition="inside",
        insidetextanchor="end",
        constraintext="none",
        textangle=0,
        marker={
            "color": colour,
            "pattern": hatched(pattern, colours),
            "line": {"width": 0},
        },
        customdata=[[span] for span in spans],
        hovertemplate="%{customdata[0]}: %{y} (" + name + ")<extra></extra>",
    )


def _span(low: Fraction, high: Fraction, t: Translator) -> str:
    return t.text("over {low} up to {high}", low=low, high=high)


def _line(
    figure: Any,
    found: Bins,
    ceiling: Fraction,
    style: tuple[str, str, float],
    name: str,
    *,
    raised: bool = False,
) -> None:
    """A ceiling stands behind the bars that it still allows."""
    colour, dash, width = style
    steps = len(found.edges) - 1
    at = float(ceiling * steps) + 0.5
    figure.add_shape(
        type="line",
        x0=at,
        x1=at,
        y0=0,
        y1=1,
        yref="paper",
        line={"color": colour, "dash": dash, "width": width},
    )
    left = at > steps / 2
    figure.add_annotation(
        x=at,
        y=1.0 if raised else 0.9,
        yref="paper",
        yanchor="top",
        text=f"<b>{name}</b>" if raised else name,
        xanchor="right" if left else "left",
        xshift=-5 if left else 5,
        showarrow=False,
        font={"size": 12, "color": colour},
    )


def _noise_axis(edges: Sequence[Fraction], colours: Palette, t: Translator) -> dict[str, Any]:
    steps = len(edges) - 1
    every = max(1, steps // 5)
    shown = list(range(0, steps + 1, every))
    return axis(
        colours,
        range=[-0.6, steps + 0.6],
        tickvals=shown,
        ticktext=[t.percent(edges[i]) for i in shown],
        title={
            "text": t.text("noise: share of the list under the worst expected chunk"),
            "font": {"size": 12, "color": colours.muted},
        },
    )
