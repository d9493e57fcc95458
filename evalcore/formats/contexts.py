"""Lists of chunks as other tools write them: plain ids, ids beside texts, or texts alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from evalcore.formats.fields import Unfit, identifier, shown
from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import kind
from evalcore.formats.made_ids import text_id


@dataclass(slots=True)
class Contexts:
    """Reads lists of one file, remembering the text of every id it had to make.

    ``numbers`` counts ids that were written as numbers, in formats whose own specification
    allows that; they were taken as the digits they are spelled with.
    """

    findings: Findings
    texts: dict[str, str] = field(default_factory=dict)
    numbers: int = 0

    def ids(self, value: Any, *, line: int, at: str) -> tuple[str, ...] | None:
        """The ids of a list; None where it is none, or holds something that is no id."""
        if not isinstance(value, list):
            hint = 'write ["c-001", "c-002"]; [] if there is none'
            self.findings.add(f"{kind(value)} where a list was expected", hint, line=line, at=at)
            return None
        before = len(self.findings.problems)
        found = tuple(self._id(entry, f"{at}[{n}]", line) for n, entry in enumerate(value))
        return found if len(self.findings.problems) == before else None

    def of_texts(self, value: Any, *, line: int, at: str) -> tuple[str, ...] | None:
        """The ids made for a list of texts; None where it is none."""
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            what = f"{shown(value)} where a list of texts was expected"
            self.findings.add(what, "write one text for each chunk", line=line, at=at)
            return None
        return tuple(self.made(text) for text in value)

    def made(self, text: str) -> str:
        """The id made for one text."""
        made = text_id(text)
        self.texts.setdefault(made, text)
        return made

    def notes(self) -> list[str]:
        """What to tell of ids that were numbers."""
        if not self.numbers:
            return []
        return [f"ids written as numbers, taken as their digits: {self.numbers}"]

    def _id(self, value: Any, at: str, line: int) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            self.numbers += 1
            return str(value)
        try:
            return identifier(value)
        except Unfit as wrong:
            self.findings.add(wrong.what, wrong.hint, line=line, at=at)
            return ""
