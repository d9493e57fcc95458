"""Exact numbers of a policy: 0.9 is nine tenths, and two of three samples are ``"2/3"``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from evalcore.formats.fields import shown

_FRACTION = re.compile(r"([+-]?[0-9]{1,9})(?:/([0-9]{1,9}))?\Z")
_MAX_VOTES = 10
_MAX_EXPONENT = 30


def unfit(what: str, hint: str) -> PydanticCustomError:
    """A value that its key cannot take, with the way out."""
    return PydanticCustomError("unfit", "{what}", {"what": what, "hint": hint})


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """A check that a number lies between two fractions, an open end left out.

    ``span`` says so in words.
    """

    low: Fraction
    high: Fraction
    open_low: bool
    open_high: bool
    span: str

    def __call__(self, value: Fraction) -> Fraction:
        """The value, if it fits."""
        below = value <= self.low if self.open_low else value < self.low
        above = value >= self.high if self.open_high else value > self.high
        if below or above:
            raise unfit(f"{value} is out of range", f"give a number {self.span}")
        return value


def between(low: str, high: str, *, open_low: bool = False, open_high: bool = False) -> Between:
    """The check for two fractions as they are written."""
    return Between(
        low=Fraction(low),
        high=Fraction(high),
        open_low=open_low,
        open_high=open_high,
        span=f"{'over' if open_low else 'from'} {low} {'to under' if open_high else 'to'} {high}",
    )


def exact(value: Any) -> Fraction:
    """The exact value of ``0.9``, ``95`` or ``"9/10"``."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise unfit(f"a number was expected, not {shown(value)}", 'write 0.9 or "9/10"')
    if isinstance(value, str):
        return _written(value)
    if isinstance(value, Decimal) and _is_extreme(value):
        raise unfit(f"{shown(str(value))} is out of range", 'write 0.9 or "9/10"')
    return Fraction(value)


def _is_extreme(value: Decimal) -> bool:
    return abs(value.adjusted()) > _MAX_EXPONENT or len(value.as_tuple().digits) > _MAX_EXPONENT


def share_of_samples(value: Any) -> Fraction:
    """The exact share ``"3/5"``; a decimal is refused with the fraction it may have meant."""
    if isinstance(value, Decimal):
        near = exact(value).limit_denominator(_MAX_VOTES)
        hint = f'samples are counted, so write the fraction: "{near}"'
        raise unfit(f"{value} is a decimal", hint)
    return exact(value)


def _written(value: str) -> Fraction:
    parts = _FRACTION.match(value)
    if parts is None or (parts[2] is not None and not int(parts[2])):
        raise unfit(f"{shown(value)} is not a fraction", 'write "9/10"')
    return Fraction(int(parts[1]), int(parts[2] or 1))


Exact = Annotated[Fraction, BeforeValidator(exact)]
ShareOfSamples = Annotated[Fraction, BeforeValidator(share_of_samples)]
