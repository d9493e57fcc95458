"""Rankings whose file lacks ids of its own: made ones stand in until they are matched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evalcore.formats.ranking_file import Asked, RankingFile


@dataclass(frozen=True, eq=False, kw_only=True)
class BroughtRankings(RankingFile):
    """A rankings file with made ids.

    ``questions``: the question of each case id made from one. ``texts``: the text of each chunk
    id made from one. ``recalls``: for lists told apart by their row only (ids ``row-1`` ...),
    the recall that the file itself claims of each row, by which the rows can be proven.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    recalls: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class AskedOfSystem(Asked):
    """What the person said, and which system they mean in a file that holds several."""

    system: str | None = None


def system_of(asked: Asked) -> str | None:
    """The system asked for, None where the person named none."""
    return asked.system if isinstance(asked, AskedOfSystem) else None
