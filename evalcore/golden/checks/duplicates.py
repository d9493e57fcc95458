"""Questions asked twice: they count double, and one half of a blind pair gives it away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.subject import Subject
from evalcore.model.case import Case
from evalcore.model.folding import fold
from evalcore.model.message import Message

NEAR = 90
"""Likeness (rapidfuzz, sorted words, 0 to 100) from which two questions are nearly one."""

_AT_ONCE = 500

Pair = tuple[Case, Case]


def check(subject: Subject) -> Iterator[Finding]:
    """Equal questions, near-equal ones, and pairs that stand on both sides of the blind split."""
    equal, near = pairs_of(subject.active)
    if equal:
        yield _finding(
            subject,
            "duplicate_question",
            equal,
            what=Message("Cases that ask the same as another: {n}."),
            do=Message("Keep one of each, with the labels of both."),
        )
    if near:
        yield _finding(
            subject,
            "near_duplicate",
            near,
            what=Message("Cases that ask nearly the same as another: {n}."),
            do=Message("Keep both only where the wording is what is examined."),
        )
    across = [pair for pair in (*equal, *near) if pair[0].blind != pair[1].blind]
    if across:
        yield _finding(
            subject,
            "blind_leak",
            across,
            what=Message("Cases whose pair stands on the other side of the blind split: {n}."),
            do=Message("Put both on one side, else the blind half is no longer blind."),
        )


def pairs_of(cases: Sequence[Case]) -> tuple[list[Pair], list[Pair]]:
    """Pairs of equal questions (case and accents folded), and pairs of nearly equal ones."""
    import numpy as np
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import cdist

    asked = [" ".join(fold(case.question).split()) for case in cases]
    keys = [" ".join(sorted(_words(text))) for text in asked]
    equal: list[Pair] = []
    near: list[Pair] = []
    for start in range(0, len(keys), _AT_ONCE):
        block = keys[start : start + _AT_ONCE]
        alike = cdist(block, keys, scorer=ratio, score_cutoff=NEAR, dtype=np.uint8)
        for row, column in np.argwhere(alike).tolist():
            one, other = start + row, column
            if one < other:
                same = asked[one] == asked[other]
                (equal if same else near).append((cases[one], cases[other]))
    return equal, near


def _finding(
    subject: Subject, name: str, pairs: Sequence[Pair], *, what: Message, do: Message
) -> Finding:
    concerned = {case.id for pair in pairs for case in pair}
    return subject.finding(
        name,
        Severity.WARNING,
        what=what,
        do=do,
        cases=[case for case in subject.active if case.id in concerned],
        details=(
            f"{one.id} / {other.id}: {one.question} / {other.question}"
            for one, other in pairs
            if subject.tellable(one) and subject.tellable(other)
        ),
    )


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text).split()
