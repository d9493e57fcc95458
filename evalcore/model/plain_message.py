"""Sentences and exact numbers as plain JSON values and back.

A sentence keeps its template and figures, so that it can still be translated. A figure that
JSON cannot hold is an object of one key: ``{"fraction": "19/20"}``, ``{"int": "..."}`` beyond
64 bits, ``{"float": "nan"}``.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from evalcore.model.message import Figure, Message

Plain = dict[str, Any]

_WIDE = 2**63


def message_to_plain(message: Message) -> Plain:
    """The sentence as JSON values."""
    figures = {name: _figure_to_plain(figure) for name, figure in message.figures.items()}
    return {"template": message.template, "figures": figures}


def message_from_plain(plain: Plain) -> Message:
    """The sentence that ``message_to_plain`` wrote."""
    figures = {name: _figure_from_plain(figure) for name, figure in plain["figures"].items()}
    return Message(plain["template"], figures)


def _figure_to_plain(figure: Figure) -> Any:
    if isinstance(figure, Fraction):
        return {"fraction": fraction_text(figure)}
    if isinstance(figure, float) and not math.isfinite(figure):
        return {"float": repr(figure)}
    if isinstance(figure, int) and not -_WIDE <= figure < _WIDE:
        return {"int": str(figure)}
    return figure


def _figure_from_plain(plain: Any) -> Figure:
    if not isinstance(plain, dict):
        figure: Figure = plain
        return figure
    ((kind, text),) = plain.items()
    if kind == "fraction":
        return fraction_of(text)
    return int(text) if kind == "int" else float(text)


def fraction_text(value: Fraction) -> str:
    """The fraction as ``"19/20"``."""
    return f"{value.numerator}/{value.denominator}"


def fraction_of(text: str) -> Fraction:
    """The fraction that ``fraction_text`` wrote. Raises ``ValueError`` for a denominator of 0."""
    numerator, _, denominator = text.partition("/")
    if not int(denominator):
        raise ValueError(f"{text!r} has the denominator 0")
    return Fraction(int(numerator), int(denominator))
