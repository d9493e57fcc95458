"""The trend as a small static SVG, for pages that are handed on: no script, a few kilobytes.

Plotly's script alone weighs 4.8 MB and needs a browser that runs it; a mail or a printer does
not. The figures are those of ``charts.trend``, drawn from the same runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.views.charts.trend import MEASURE, arrivals, drawn
from evalcore.views.history import Past, name_of
from evalcore.views.language import Translator
from evalcore.views.words import Tone, decision_tone, decision_word

WIDTH, HEIGHT = 640.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 14.0, 14.0, 44.0
NAME_LENGTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One run: where it stands, its interval, its name (people's text) and its verdict."""

    x: float
    y: float
    low: float
    high: float
    name: str
    value: str
    verdict: str
    tone: Tone
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingest:
    """Where ingests came in, and what they were (people's text)."""

    x: float
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """Everything the template draws, in units of the picture."""

    dots: tuple[Dot, ...]
    line: str
    limit: float
    limit_words: str
    ticks: tuple[tuple[float, str], ...]
    ingests: tuple[Ingest, ...]


def svg_trend(past: Sequence[Past], current: str, limit: float, t: Translator) -> Trend | None:
    """The picture of at least two runs; None with fewer."""
    shown = drawn(past)
    if len(shown) < 2:
        return None
    lowest = min([limit, *(_part(one, "low") for one in shown)])
    bottom = max(0.0, lowest - 3)
    dots = tuple(_dot(at, one, len(shown), bottom, current, t) for at, one in enumerate(shown))
    return Trend(
        dots=dots,
        line=" ".join(f"{dot.x:.1f},{dot.y:.1f}" for dot in dots),
        limit=_y(limit, bottom),
        limit_words=t.text("at least {limit}", limit=limit),
        ticks=tuple((_y(value, bottom), t.number(value, 0)) for value in _ticks(bottom)),
        ingests=tuple(
            Ingest(x=(dots[one.at - 1].x + dots[one.at].x) / 2, words=one.words)
            for one in arrivals(shown, t)
        ),
    )


def _dot(at: int, one: Past, total: int, bottom: float, current: str, t: Translator) -> Dot:
    mean = _part(one, "mean")
    name = name_of(one.record)
    return Dot(
        x=LEFT + (at + 0.5) * (WIDTH - LEFT - RIGHT) / total,
        y=_y(mean, bottom),
        low=_y(_part(one, "low"), bottom),
        high=_y(_part(one, "high"), bottom),
        name=name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…",
        value=t.number(mean, 1),
        verdict=decision_word(one.record.decision, t),
        tone=decision_tone(one.record.decision),
        current=one.record.id == current,
    )


def _part(one: Past, part: str) -> float:
    estimate = one.estimates[MEASURE]
    value = getattr(estimate, part)
    return float(estimate.mean or 0.0) if value is None else float(value)


def _y(value: float, bottom: float) -> float:
    share = (value - bottom) / (100.0 - bottom) if bottom < 100.0 else 1.0
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _ticks(bottom: float) -> list[float]:
    step = 5.0 if bottom > 70 else 10.0 if bottom > 40 else 25.0
    first = int(bottom // step + 1) * step
    return [first + step * n for n in range(int((100.0 - first) // step) + 1)]
