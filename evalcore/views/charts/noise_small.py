"""One domain's healthy cases by noise, as a small static SVG.

There may be a dozen of them, and each changes with every ceiling tried. A Plotly figure keeps a
browser busy for about as long as a person waits; a picture costs it nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from evalcore.views.charts.palette import Palette
from evalcore.views.noise_ceiling import Counts

WIDTH, HEIGHT = 320.0, 110.0
BASE, TOP = 92.0, 4.0
GAP = 0.12
"""The share of a bar's place that is left free."""
_ENDS = ((0.0, "start", "0"), (0.5, "middle", "1/2"), (1.0, "end", "1"))


def small_histogram(
    counts: Counts, edges: Sequence[Fraction], ceiling: Fraction, colours: Palette
) -> str:
    """The SVG: a bar a bin, hatched over the ceiling, and the ceiling as a dashed line."""
    parts = "".join((*_bars(counts, edges, ceiling, colours), *_frame(edges, ceiling, colours)))
    hatch = (
        '<defs><pattern id="over" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)">'
        f'<rect width="7" height="7" fill="{colours.orange}"/>'
        f'<rect width="1.6" height="7" fill="{colours.ink}" fill-opacity="0.45"/></pattern></defs>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        f'width="{WIDTH:g}" height="{HEIGHT:g}">{hatch}{parts}</svg>'
    )


def _bars(
    counts: Counts, edges: Sequence[Fraction], ceiling: Fraction, colours: Palette
) -> Iterator[str]:
    place, highest = WIDTH / len(edges), max(int(counts.max(initial=0)), 1)
    for number, (count, edge) in enumerate(zip(counts.tolist(), edges, strict=True)):
        if not count:
            continue
        height = (BASE - TOP) * count / highest
        fill = "url(#over)" if edge > ceiling else colours.teal
        yield (
            f'<rect x="{(number + GAP / 2) * place:.1f}" y="{BASE - height:.1f}" '
            f'width="{place * (1 - GAP):.1f}" height="{height:.1f}" fill="{fill}"/>'
        )


def _frame(edges: Sequence[Fraction], ceiling: Fraction, colours: Palette) -> Iterator[str]:
    """The ceiling behind the bars that it still allows, and the ends of the axis."""
    place, steps = WIDTH / len(edges), len(edges) - 1
    at = (float(ceiling * steps) + 1) * place
    yield (
        f'<line x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{BASE:g}" stroke="{colours.ink}" '
        'stroke-width="1.5" stroke-dasharray="5 4"/>'
    )
    for share, anchor, words in _ENDS:
        middle = (share * steps + 0.5) * place
        x = {"start": middle - place / 4, "middle": middle, "end": middle + place / 4}[anchor]
        yield (
            f'<text x="{x:.1f}" y="{HEIGHT - 4:g}" text-anchor="{anchor}" font-size="12" '
            f'font-family="sans-serif" fill="{colours.muted}">{words}</text>'
        )
