"""Reads what other people's search returned: a whole list, or a plain reason why it is none.

Order, repeats, zero and negative scores stay as they came; nothing is sorted or dropped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.protocol import Filters


@dataclass(frozen=True, slots=True)
class Result:
    """One result as it came, unchecked; ``scored`` is False where the search gives no scores."""

    chunk_id: Any
    score: Any = None
    raw_score: Any = None
    scored: bool = True
    raw_scored: bool = False


class Unreadable(Exception):
    """The answer to one query is not a list of results; the text says why."""


def ranking_of(results: Sequence[Result], depth: int) -> Ranking | Failure:
    """The first ``depth`` results as a ranking, or why they are not one.

    All results must carry scores, or none. A single bad result fails the whole list: what
    stands below it might have stood above.
    """
    try:
        chunk_ids = tuple(
            _id(result.chunk_id, place) for place, result in enumerate(results, start=1)
        )
        scores = _column([(r.scored, r.score) for r in results], "score")
        raw_scores = _column([(r.raw_scored, r.raw_score) for r in results], "raw score")
    except Unreadable as error:
        return Failure(str(error))
    return Ranking(
        chunk_ids=chunk_ids[:depth],
        scores=None if scores is None else scores[:depth],
        raw_scores=None if raw_scores is None else raw_scores[:depth],
    )


def refused(filters: Filters | None) -> Failure | None:
    """Why a search that cannot be filtered from here does not answer; None where it may.

    Answering with other filters than asked for would pass for a finding.
    """
    if filters is None or filters == Filters():
        return None
    return Failure("this retriever cannot be asked with other filters than its own")


def _id(value: Any, place: int) -> str:
    if isinstance(value, str) and value:
        if not _is_whole(value):
            raise Unreadable(f"the id of result {place} holds a NUL or half a character")
        return value
    if isinstance(value, str):
        raise Unreadable(f"the id of result {place} is empty")
    if type(value) is not bool and isinstance(value, Real):
        raise Unreadable(
            f"the id of result {place} is a number: send ids as text, or 007 and 7 would be one"
        )
    raise Unreadable(f"the id of result {place} is {_kind(value)}, not text")


def _is_whole(value: str) -> bool:
    """Whether a text can be written down as UTF-8 and read again whole."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in value


def _column(values: Sequence[tuple[bool, Any]], name: str) -> tuple[float, ...] | None:
    given = {scored for scored, _ in values}
    if given == {True, False}:
        raise Unreadable(f"some results carry a {name} and some do not")
    if given in ({False}, set()):
        return None
    return tuple(_number(value, name, place) for place, (_, value) in enumerate(values, start=1))


def _number(value: Any, name: str, place: int) -> float:
    if type(value) is bool or not isinstance(value, Real):
        raise Unreadable(f"the {name} of result {place} is {_kind(value)}, not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise Unreadable(f"the {name} of result {place} is not a finite number")
    return number


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "text"
    if isinstance(value, dict | list):
        return "a list or an object"
    return f"of type {type(value).__name__}"
