"""What every ceiling decides: cases over it, and whether the noise rule still holds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from evalcore.views.charts.frame import axis, bare, hatched
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator
from evalcore.views.noise_ceiling import SweepPoint
from evalcore.views.words import decision_word


def sweep_chart(
    points: Sequence[SweepPoint], tried: Fraction, colours: Palette, t: Translator
) -> Any:
    """The figure: one bar a ceiling, hatched where the rule fails, the tried one framed."""
    import plotly.graph_objects as go

    failing = (t.text("noise rule does not hold"), colours.orange, "/")
    holding = (t.text("noise rule holds"), colours.teal, "")
    figure = go.Figure(
        [
            _bars(points, tried, style, colours, t, holds=holds)
            for holds, style in ((False, failing), (True, holding))
        ]
    )
    highest = max((point.over for point in points), default=1) or 1
    every = max(1, len(points) // 9)
    shown = [i for i in range(len(points)) if i % every == 0]
    figure.update_layout(
        **bare(colours, height=260, legend=True),
        xaxis=axis(
            colours,
            range=[-0.7, len(points) - 0.3],
            tickvals=shown,
            ticktext=[t.figure(points[i].ceiling) for i in shown],
            title={"text": t.text("general ceiling"), "font": {"size": 12}},
        ),
        yaxis=axis(colours, visible=False, range=[0, highest * 1.2]),
    )
    return figure


def _bars(
    points: Sequence[SweepPoint],
    tried: Fraction,
    style: tuple[str, str, str],
    colours: Palette,
    t: Translator,
    *,
    holds: bool,
) -> Any:
    import plotly.graph_objects as go

    name, colour, pattern = style
    mine = [i for i, point in enumerate(points) if point.holds is holds]
    frames = [3 if points[i].ceiling == tried else 0 for i in mine]
    return go.Bar(
        x=mine,
        y=[points[i].over for i in mine],
        name=name,
        text=[str(points[i].over) for i in mine],
        textposition="outside",
        cliponaxis=False,
        textfont={"color": colours.ink, "size": 12},
        marker={
            "color": colour,
            "pattern": hatched(pattern, colours),
            "line": {"color": colours.ink, "width": frames},
        },
        customdata=[_hover(points[i], t) for i in mine],
        hovertemplate="%{customdata[0]}: %{customdata[1]}<br>%{customdata[2]}<extra></extra>",
    )


def told(points: Sequence[SweepPoint], t: Translator) -> str:
    """The figure in words: each ceiling with its cases over and its verdict."""
    parts = [": ".join(_hover(point, t)) for point in points]
    return t.text("Cases over each ceiling, and the verdict. {parts}", parts="; ".join(parts))


def _hover(point: SweepPoint, t: Translator) -> list[str]:
    over = t.plural("{n} case over", "{n} cases over", point.over)
    return [t.figure(point.ceiling), over, decision_word(point.decision, t)]
