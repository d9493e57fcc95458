"""What is wrong in one file, gathered so that all of it is told at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from evalcore.errors import InputError, Problem

ENOUGH = 1_000
"""Problems after which a file is not read further; the first fifty are shown."""


@dataclass(slots=True)
class Findings:
    """The problems of one file, in the order met. Lives as long as one read."""

    file: str
    problems: list[Problem] = field(default_factory=list)

    def add(self, what: str, hint: str, *, line: int | None = None, at: str | None = None) -> None:
        """Note one problem; ``at`` names the field."""
        self.problems.append(Problem(what=what, hint=hint, file=self.file, line=line, field=at))

    @property
    def enough(self) -> bool:
        """True when reading on would only lengthen the list."""
        return len(self.problems) >= ENOUGH

    def stop(self) -> None:
        """Raise ``InputError`` with everything found, in line order; nothing if all is well."""
        if self.problems:
            raise InputError(sorted(self.problems, key=self._place))

    def _place(self, problem: Problem) -> tuple[bool, int]:
        return problem.file != self.file, problem.line or 0


def refuse(
    file: str, what: str, hint: str, *, line: int | None = None, at: str | None = None
) -> InputError:
    """An ``InputError`` with the one problem that makes reading on pointless."""
    return InputError([Problem(what=what, hint=hint, file=file, line=line, field=at)])
