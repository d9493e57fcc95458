"""Every error Unbury raises on purpose, as one tree.

    UnburyError                  70   something of ours broke
    ├── UsageError                2   the command or call was put wrongly
    ├── InputError                2   files people bring; lists every problem at once
    │   └── IdSpaceMismatch       2   labels and results do not speak of the same ids
    ├── RetrieverError            2   the search system could not be set up
    ├── JudgeError                2   the judge of answers could not be asked at all
    └── StoreError                2   the database file
        ├── RunNotFound           2
        ├── DatabaseBusy          2
        ├── NewerDatabase         2
        ├── DamagedDatabase       2
        └── BundleRefused         2   a run bundle; nothing of it was taken in

A blocked gate is not here: it is a value (``evalcore.model.verdict``).
The number is the exit code of the command line (design.md, section 5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MAX_PROBLEMS_SHOWN = 50
"""How many problems of a file are spelled out together (design.md, section 2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong in a file: where it stands, what it is, and the way out."""

    what: str
    hint: str
    file: str | None = None
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        field = f" [{self.field}]" if self.field else ""
        head = f"{place}{field}: " if place or field else ""
        return f"{head}{self.what} -> {self.hint}"


class UnburyError(Exception):
    """What went wrong, where, and what to do next."""

    exit_code = 70

    def __init__(self, what: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(self._text())

    def _text(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n  {self.hint}" if self.hint else head


class UsageError(UnburyError):
    """The command or call was put wrongly; the hint says how to put it."""

    exit_code = 2


class InputError(UnburyError):
    """A file people bring cannot be used; ``problems`` holds every reason, in file order."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        if not self.problems:
            raise ValueError("an InputError names at least one problem")
        super().__init__(self._listing())

    def _listing(self) -> str:
        shown = [str(problem) for problem in self.problems[:MAX_PROBLEMS_SHOWN]]
        more = len(self.problems) - len(shown)
        if more:
            shown.append(f"... and {more} more problems; mend these first and try again")
        return "\n".join(shown)


class IdSpaceMismatch(InputError):
    """Labels and results name different things, so scoring them would say nothing."""


class RetrieverError(UnburyError):
    """The search system could not be set up; single failed cases are values, not errors."""

    exit_code = 2


class JudgeError(UnburyError):
    """The judge of answers could not be asked at all; single failed votes are values."""

    exit_code = 2


class StoreError(UnburyError):
    """The database file could not be used."""

    exit_code = 2


class RunNotFound(StoreError):
    """No stored run, or more than one, answers to the name given."""


class DatabaseBusy(StoreError):
    """Another process kept the file locked longer than the time allowed."""


class NewerDatabase(StoreError):
    """The file was written by a newer Unbury; nothing was touched."""


class DamagedDatabase(StoreError):
    """The file is not an Unbury database, or its contents do not hold together."""


class BundleRefused(StoreError):
    """A run bundle is damaged, newer, or contradicts what is stored; nothing of it went in."""
