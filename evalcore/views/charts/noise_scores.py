"""Where expected results, noise and the rest stand in their lists; and the margins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalcore.metrics.noise_parts import EXPECTED, NOISE, REST
from evalcore.views.charts.frame import axis, bare, hatched
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator
from evalcore.views.noise_scores import BINS, KINDS, Heights, Margins


def styles(colours: Palette) -> dict[int, tuple[str, str, str]]:
    """Colour, dash and marker of each kind: never told by colour alone."""
    return {
        EXPECTED: (colours.teal, "solid", "circle"),
        REST: (colours.muted, "dot", "square-open"),
        NOISE: (colours.orange, "dash", "x"),
    }


def scores_chart(found: Sequence[Heights], colours: Palette, t: Translator) -> Any:
    """The figure: for each kind, the share of its results at every height of the list."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for one in found:
        if not one.n:
            continue
        colour, dash, _ = styles(colours)[one.kind]
        name = t.text(KINDS[one.kind])
        shares = (one.counts / one.n).tolist()
        figure.add_trace(
            go.Scatter(
                x=[(i + 0.5) / BINS for i in range(BINS)],
                y=shares,
                name=f"{name} ({t.number(one.n)})",
                mode="lines",
                line={"color": colour, "dash": dash, "width": 2.5, "shape": "hvh"},
                hovertemplate=f"{name}: %{{y:.0%}}<extra></extra>",
            )
        )
    _ends(figure, colours, t)
    figure.update_layout(
        **bare(colours, height=280, legend=True),
        xaxis=axis(colours, range=[0, 1], tickvals=[0, 1], ticktext=["", ""]),
        yaxis=axis(colours, rangemode="tozero", tickformat=".0%", nticks=4),
    )
    return figure


def margins_chart(found: Margins, colours: Palette, t: Translator) -> Any:
    """The figure: cases by margin, those where something else stands higher hatched."""
    import plotly.graph_objects as go

    apart = [i >= BINS // 2 for i in range(BINS)]
    figure = go.Figure(
        go.Bar(
            x=[-1 + (2 * i + 1) / BINS for i in range(BINS)],
            y=found.counts.tolist(),
            marker={
                "color": [colours.teal if one else colours.orange for one in apart],
                "pattern": hatched(["" if one else "/" for one in apart], colours),
                "line": {"width": 0},
            },
            hovertemplate="%{x:.2f}: %{y}<extra></extra>",
        )
    )
    figure.add_vline(x=0, line={"color": colours.ink, "width": 1.5, "dash": "dash"})
    for x, anchor, words in (
        (-0.03, "right", t.text("something else higher")),
        (0.03, "left", t.text("expected higher")),
    ):
        figure.add_annotation(
            x=x,
            y=1.0,
            yref="paper",
            yanchor="bottom",
            xanchor=anchor,
            text=words,
            showarrow=False,
            font={"size": 12, "color": colours.muted},
        )
    layout = bare(colours, height=230) | {"margin": {"l": 8, "r": 8, "t": 26, "b": 8}}
    figure.update_layout(
        **layout,
        xaxis=axis(colours, range=[-1.02, 1.02], tickvals=[-1, 0, 1], tickformat=".0%"),
        yaxis=axis(colours, visible=False),
    )
    return figure


def _ends(figure: Any, colours: Palette, t: Translator) -> None:
    """What the ends of the axis are, inside it, where a phone does not cut them."""
    for x, anchor, words in (
        (0, "left", t.text("worst of its list")),
        (1, "right", t.text("best of its list")),
    ):
        figure.add_annotation(
            x=x,
            y=0,
            yref="paper",
            yanchor="top",
            yshift=-3,
            xanchor=anchor,
            text=words,
            showarrow=False,
            font={"size": 12, "color": colours.muted},
        )


def scores_told(found: Sequence[Heights], t: Translator) -> str:
    """The first figure in words."""
    parts = [f"{t.text(KINDS[one.kind])}: {t.number(one.n)}" for one in found]
    return t.text(
        "Heights of the results in their own lists, by kind. {parts}", parts="; ".join(parts)
    )
