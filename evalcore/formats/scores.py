"""Scores and ranks: finite numbers or an error, for a wrong one would order a list silently."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from evalcore.formats.fields import Unfit, shown

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+\Z")
_FINITE = "give a finite number, or report the case as failed"


def finite_number(value: Any) -> float:
    """The score as a float; raises ``Unfit`` for text, null, true, NaN and infinity."""
    if isinstance(value, str):
        raise _text_score(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unfit(f"a score is a number, not {shown(value)}", _FINITE)
    if not math.isfinite(value):
        raise Unfit(f"the score is {value}", _FINITE)
    return float(value)


def score_from_cell(cell: Any) -> float:
    """The score that a table's cell holds: a number, or ASCII text that spells one."""
    if isinstance(cell, str) and _NUMBER.match(cell):
        return finite_number(float(cell))
    return finite_number(cell)


def _text_score(value: str) -> Unfit:
    if _COMMA.match(value):
        return Unfit(f"the score {shown(value)} has a decimal comma", "write a point: 0.83")
    return Unfit(f"the score {shown(value)} is a text, not a number", "write digits, unquoted")


def rank_problem(ranks: Sequence[Any]) -> str | None:
    """What is wrong with the ranks of one list; None if they are whole, from 0 up, each once."""
    wrong = [r for r in ranks if isinstance(r, bool) or not isinstance(r, int) or r < 0]
    if wrong:
        return f"a rank that is no whole number from 0 up: {shown(wrong[0])}"
    if len(set(ranks)) < len(ranks):
        twice = next(rank for rank in ranks if ranks.count(rank) > 1)
        return f"rank {twice} stands twice in one list"
    return None
