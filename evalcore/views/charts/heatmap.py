"""Cells as bars, each of them its own click area; small ones hatched, values written inside.

A bar a cell, not Plotly's heatmap: that one never tells which cell was clicked, and cannot hatch.
Palettes: ColorBrewer YlOrBr for values (darker is worse; on dark screens brighter is worse) and
PuOr for changes (orange is worse, purple better). Both are told apart by colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from html import escape
from typing import Any

from evalcore.views.charts.frame import axis, bare
from evalcore.views.charts.palette import DARK, Palette
from evalcore.views.heatmap import MOST, Cell, Heatmap
from evalcore.views.heatmap_axes import Value
from evalcore.views.heatmap_words import detail_words, line_of, name_of, value_words
from evalcore.views.language import Translator

Scale = tuple[str, ...]

YLORBR: Scale = ("#FFFFE5", "#FFF7BC", "#FEE391", "#FEC44F", "#FE9929", "#EC7014", "#CC4C02")
YLORBR_DARK: Scale = ("#22281F", "#4A3517", "#7A4A12", "#A9600F", "#D97F1C", "#FBA63C", "#FEDC8C")
PUOR: Scale = ("#8073AC", "#B2ABD2", "#D8DAEB", "#F7F7F7", "#FEE0B6", "#FDB863", "#E08214")
PUOR_DARK: Scale = ("#B2ABD2", "#8073AC", "#51497A", "#262E2E", "#7A4A12", "#C9730F", "#FDB863")

ROW_HEIGHT = 58


class Room(Enum):
    """How much fits into a cell: the size of the words, in pixels."""

    WIDE = 13
    TIGHT = 11
    SMALL = 9
    NONE = 1

    @property
    def size(self) -> int:
        """The size of the words."""
        return self.value


_NARROW = 7
_NAME = 22


def heatmap_chart(found: Heatmap, colours: Palette, t: Translator, *, phone: bool = False) -> Any:
    """The figure; each bar's customdata holds the place of its cell in ``found.drawn``.

    On a phone the words inside are small, and left out where even those do not fit.
    """
    import plotly.graph_objects as go

    rows, columns = found.rows[:MOST], found.columns[:MOST]
    room = _room(len(columns), phone=phone)
    figure = go.Figure(_bars(found, rows, columns, room, colours, t))
    layout = bare(colours, height=70 + ROW_HEIGHT * len(rows)) | {"barmode": "overlay", "bargap": 0}
    figure.update_layout(
        **layout,
        clickmode="event+select",
        dragmode=False,
        xaxis=axis(
            colours,
            range=[-0.5, len(columns) - 0.5],
            tickvals=list(range(len(columns))),
            ticktext=[_name(name_of(one, found.by, t)) for one in columns],
            side="top",
            tickangle=0 if room is Room.WIDE else -50,
        ),
        yaxis=axis(
            colours,
            range=[-0.5, len(rows) - 0.5],
            tickvals=[len(rows) - 1 - i for i in range(len(rows))],
            ticktext=[_name(name_of(one, None, t)) for one in rows],
        ),
    )
    return figure


def _bars(
    found: Heatmap,
    rows: Sequence[str],
    columns: Sequence[str],
    room: Room,
    colours: Palette,
    t: Translator,
) -> Any:
    """One bar a cell, as wide and high as the cell, so that every corner of it can be clicked."""
    import plotly.graph_objects as go

    cells = found.drawn
    shades = [shade(found, cell, colours) for cell in cells]
    inks = [_ink(shade) for shade in shades]
    return go.Bar(
        x=[columns.index(cell.column) for cell in cells],
        y=[1] * len(cells),
        base=[len(rows) - 1 - rows.index(cell.row) - 0.5 for cell in cells],
        width=1,
        text=[_inside(found, cell, t, room) for cell in cells],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        constraintext="none",
        textfont={"size": room.size, "color": inks},
        marker={
            "color": shades,
            "line": {"color": _ground(colours), "width": 3},
            "pattern": _pattern(cells, inks),
        },
        selected={"marker": {"opacity": 1}},
        unselected={"marker": {"opacity": 1}},
        customdata=[[place, _hover(found, cell, t)] for place, cell in enumerate(cells)],
        hovertemplate="%{customdata[1]}<extra></extra>",
    )


def _pattern(cells: Sequence[Cell], inks: Sequence[str]) -> dict[str, Any]:
    """Hatching over the cells that are too small for their colour to be believed."""
    return {
        "shape": ["/" if cell.is_small else "" for cell in cells],
        "fillmode": "overlay",
        "fgcolor": inks,
        "fgopacity": 0.22,
        "size": 7,
        "solidity": 0.25,
    }


def told(found: Heatmap, t: Translator) -> str:
    """The figure in words: every drawn cell with its value."""
    parts = [f"{one.name}: {one.value}" for one in (line_of(found, c, t) for c in found.drawn)]
    return t.text("Cells by domain. {parts}", parts="; ".join(parts))


def shade(found: Heatmap, cell: Cell, colours: Palette) -> str:
    """The colour of a cell; the page's own ground where nothing was measured."""
    mean = cell.estimate.mean
    if mean is None:
        return colours.faint
    top = 100.0 if found.value is Value.QUALITY else 1.0
    share = mean / top
    if found.change:
        worse = share if found.value.lower_is_better else -share
        return _at(PUOR_DARK if colours is DARK else PUOR, 0.5 + max(-0.5, min(0.5, worse)))
    worse = share if found.value.lower_is_better else 1 - share
    return _at(YLORBR_DARK if colours is DARK else YLORBR, worse)


def _at(scale: Scale, share: float) -> str:
    """The colour at a share of the scale, between its two neighbours."""
    place = max(0.0, min(1.0, share)) * (len(scale) - 1)
    left = min(int(place), len(scale) - 2)
    part = place - left
    pairs = zip(_rgb(scale[left]), _rgb(scale[left + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _ink(ground: str) -> str:
    """Black or white, whichever stands out on a colour (relative luminance, WCAG)."""
    linear = [
        (c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _rgb(ground)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#101516" if luminance > 0.18 else "#FFFFFF"


def _ground(colours: Palette) -> str:
    return "#101516" if colours is DARK else "#FFFFFF"


def _room(columns: int, *, phone: bool) -> Room:
    if not phone:
        return Room.WIDE if columns <= _NARROW else Room.TIGHT
    return Room.SMALL if columns <= _NARROW else Room.NONE


def _inside(found: Heatmap, cell: Cell, t: Translator, room: Room) -> str:
    it = cell.estimate
    if room is Room.NONE:
        return ""
    n = f"n={t.number(it.n) if it.n == it.N else t.out_of(it.n, it.N)}"
    value = "?" if it.mean is None else value_words(found, it.mean, t)
    if not (cell.is_small and room is Room.WIDE) or it.low is None or it.high is None:
        return f"<b>{value}</b><br>{n}"
    low, high = value_words(found, it.low, t), value_words(found, it.high, t)
    return f"<b>{value}</b> {n}<br>{low} … {high}"


def _hover(found: Heatmap, cell: Cell, t: Translator) -> str:
    line = line_of(found, cell, t)
    return f"{escape(line.name)}<br><b>{line.value}</b><br>{detail_words(found, cell, t)}"


def _name(text: str) -> str:
    short = text if len(text) <= _NAME else text[: _NAME - 1].rstrip() + "…"
    return escape(short)
