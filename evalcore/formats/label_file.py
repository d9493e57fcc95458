"""What a file of labels gives: the cases, and what the reader had to make up for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evalcore.model.case import GoldenSet


@dataclass(frozen=True, eq=False, kw_only=True)
class LabelFile:
    """The golden set of a file of labels; ``notes`` are for people.

    ``texts``: where the file names chunks by their text only, the text of each id made for
    one. ``by_question``: the file has no ids of cases, and theirs were made from the questions.
    """

    golden: GoldenSet
    format: str
    notes: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    by_question: bool = False
