"""Whether two runs sat the same exam: if not, nothing of them can be set side by side."""

from __future__ import annotations

from enum import StrEnum

from evalcore.errors import UsageError
from evalcore.model.comparison import Difference
from evalcore.model.exam import Exam

SAME = ("cutoff", "min_grade", "gain", "level")
"""What must be equal before anything is compared (design.md, sections 5 and 8)."""

NAMED = ("depth", "direction")
"""What may differ, and is named: both runs are still scored in the same way."""


def exam_differences(base: Exam, candidate: Exam) -> tuple[Difference, ...]:
    """The parts of the exam that forbid a comparison; empty where it was the same exam."""
    return _unequal(SAME, base, candidate)


def other_differences(base: Exam, candidate: Exam) -> tuple[Difference, ...]:
    """The parts of the exam that differ and are only named."""
    return _unequal(NAMED, base, candidate)


def check_exams(base: Exam, candidate: Exam) -> None:
    """Raise ``UsageError`` with the list of differences where the exams are not the same."""
    found = exam_differences(base, candidate)
    if found:
        raise UsageError(
            f"these runs sat different exams: {listed(found)}",
            hint="compare runs of one exam; judge one of them again by the other's numbers first",
        )


def listed(differences: tuple[Difference, ...]) -> str:
    """The differences in one line: ``cutoff 10 and 5, gain linear and exponential``."""
    return ", ".join(f"{one.name} {one.base} and {one.candidate}" for one in differences)


def _unequal(names: tuple[str, ...], base: Exam, candidate: Exam) -> tuple[Difference, ...]:
    pairs = ((name, getattr(base, name), getattr(candidate, name)) for name in names)
    return tuple(
        Difference(name=name, base=_plain(before), candidate=_plain(after))
        for name, before, after in pairs
        if before != after
    )


def _plain(value: object) -> object:
    return value.value if isinstance(value, StrEnum) else value
