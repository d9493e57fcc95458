"""The corpus as a map: documents by domain, and which of them no case touches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from evalcore.golden.coverage import Plot
from evalcore.views.charts.palette import Palette
from evalcore.views.language import Translator

MOST_DOCUMENTS = 300
"""More tiles than this are no picture; then each domain is one tile."""


def territory(plots: Sequence[Plot], colours: Palette, t: Translator) -> Any:
    """The figure: a tile's size is its chunks, its colour whether any case touches it."""
    import plotly.graph_objects as go

    shown = drawn(plots)
    domains = list(dict.fromkeys(plot.domain for plot in shown))
    names = [escape(domain or t.text("no domain")) for domain in domains]
    tiles = [(f"{n}", plot) for n, plot in enumerate(shown)]
    figure = go.Figure(
        go.Treemap(
            ids=[*(f"d{n}" for n in range(len(domains))), *(key for key, _ in tiles)],
            labels=[*names, *(escape(plot.document) for _, plot in tiles)],
            text=[*names, *(_wrapped(plot.document) for _, plot in tiles)],
            textinfo="text",
            parents=[*[""] * len(domains), *(f"d{domains.index(p.domain)}" for _, p in tiles)],
            values=[*(_size(shown, domain) for domain in domains), *(p.chunks for _, p in tiles)],
            branchvalues="total",
            marker={
                "colors": [*[colours.faint] * len(domains), *(_colour(p, colours) for p in shown)],
                "line": {"width": 1.5, "color": colours.paper},
                "cornerradius": 3,
            },
            textfont={
                "color": [*[colours.ink] * len(domains), *[colours.paper] * len(shown)],
                "size": 13,
            },
            customdata=[*(_sum(shown, d, t) for d in domains), *(_tip(p, t) for p in shown)],
            hovertemplate="%{label}<br>%{customdata}<extra></extra>",
            tiling={"pad": 2},
            pathbar={"visible": False},
        )
    )
    figure.update_layout(
        height=380,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        paper_bgcolor="rgba(0,0,0,0)",
        uniformtext={"minsize": 11, "mode": "hide"},
    )
    return figure


def drawn(plots: Sequence[Plot]) -> list[Plot]:
    """The tiles of the map: documents, or whole domains where those are too many."""
    if len(plots) <= MOST_DOCUMENTS:
        return list(plots)
    return [
        Plot(
            domain=domain,
            document=f"{len(own)}",
            chunks=sum(plot.chunks for plot in own),
            cases=sum(plot.cases for plot in own),
        )
        for domain in dict.fromkeys(plot.domain for plot in plots)
        if (own := [plot for plot in plots if plot.domain == domain])
    ]


def told(plots: Sequence[Plot], t: Translator) -> str:
    """The figure in words: which documents no case touches."""
    bare = [plot.document for plot in plots if not plot.cases]
    if not bare:
        return t.text("Every document is touched by a case.")
    return t.text("Documents that no case touches: {names}", names=t.joined(bare))


def _colour(plot: Plot, colours: Palette) -> str:
    return colours.teal if plot.cases else colours.orange


def _size(plots: Sequence[Plot], domain: str) -> int:
    return sum(plot.chunks for plot in plots if plot.domain == domain)


def _sum(plots: Sequence[Plot], domain: str, t: Translator) -> str:
    own = [plot for plot in plots if plot.domain == domain]
    bare = sum(not plot.cases for plot in own)
    return t.text("{bare} of {n} documents without a case", bare=bare, n=len(own))


def _tip(plot: Plot, t: Translator) -> str:
    return t.text("{chunks} chunks, {cases} cases", chunks=plot.chunks, cases=plot.cases)


def _wrapped(name: str) -> str:
    """The name broken where it has joints, so that it fits a narrow tile."""
    return re.sub(r"([-_/ ])", r"\1<br>", escape(name))
