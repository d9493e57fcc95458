"""One part of the page: what was measured, how, and the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from trec_data import SIZES, TrecFiles, write_trec


@dataclass(frozen=True, kw_only=True)
class Section:
    """A title, a paragraph, one table, and sentences below it."""

    title: str
    text: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def markdown(self) -> str:
        """The part as Markdown."""
        lines = [f"## {self.title}", "", self.text, ""]
        lines += [_row(self.columns), "|" + "---|" * len(self.columns), *map(_row, self.rows)]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines)


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Where the parts work: a folder for files and databases, made once and shared.

    ``short`` measures on small files, to see that the benchmarks themselves work.
    """

    folder: Path
    short: bool = False
    _made: dict[str, TrecFiles] = field(default_factory=dict)

    @property
    def large(self) -> str:
        """The size that stands for a large run."""
        return "S" if self.short else "L"

    def trec(self, size: str) -> TrecFiles:
        """The files of one size, written when they are first asked for."""
        if size not in self._made:
            self._made[size] = write_trec(self.folder / size, SIZES[size])
        return self._made[size]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
