"""One byte form for each value, so that equal contents have equal hashes everywhere."""

from __future__ import annotations

import hashlib
from datetime import date
from fractions import Fraction
from typing import Any

import orjson

_OPTIONS = orjson.OPT_SORT_KEYS


def canonical_json(value: Any) -> bytes:
    """Strict JSON with sorted keys: fractions as ``"9/10"``, dates as ISO text.

    Raises ``TypeError`` for values without a canonical form (NaN becomes null in orjson,
    so callers keep NaN out: an undefined figure is ``None``).
    """
    return orjson.dumps(value, default=_plain, option=_OPTIONS)


def content_hash(value: Any) -> str:
    """SHA-256 of the canonical JSON, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, date):
        return value.isoformat()
    if hasattr(value, "items"):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no canonical form")
