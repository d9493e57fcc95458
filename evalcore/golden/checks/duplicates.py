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

NEAR_UP_TO = 10_000
"""So many questions are compared in seconds; for ten times as many it takes an hour."""

_AT_ONCE = 500

Pair = tuple[Case, Case]


def check(subject: Subject) -> Iterator[Finding]:
    """Equal questions, near-equal ones, and pairs that stand on both sides of the blind split."""
    equal = equals_of(subject.active)
    near = near_of(subject.active)
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
    if len(subject.active) > NEAR_UP_TO:
        yield subject.finding(
            "near_duplicates_unsought",
            Severity.NOTE,
            what=Message(
                "Only equal questions were looked for, not nearly equal ones: of {N} cases every "
                "pair would be compared, and that is done up to {most}.",
                {"most": NEAR_UP_TO},
            ),
            do=Message("Check one domain at a time, as a golden set of its own."),
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


def equals_of(cases: Sequence[Case]) -> list[Pair]:
    """Pairs of equal questions (case and accents folded): every case with the first other one.

    Where some of them are blind, with the first on the other side of the split.
    """
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(_asked(case), []).append(case)
    return [pair for group in groups.values() if len(group) > 1 for pair in _pairs(group)]


def _pairs(group: Sequence[Case]) -> Iterator[Pair]:
    first = {case.blind: case for case in reversed(group)}
    for number, case in enumerate(group):
        other = first.get(not case.blind)
        if other is not None or number:
            yield (other or group[0], case)


def near_of(cases: Sequence[Case]) -> list[Pair]:
    """Pairs of nearly equal questions, equal ones left out; none above ``NEAR_UP_TO`` cases."""
    if len(cases) > NEAR_UP_TO:
        return []
    import numpy as np
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import cdist

    asked = [_asked(case) for case in cases]
    keys = [" ".join(sorted(_words(text))) for text in asked]
    near: list[Pair] = []
    for start in range(0, len(keys), _AT_ONCE):
        block = keys[start : start + _AT_ONCE]
        alike = cdist(block, keys, scorer=ratio, score_cutoff=NEAR, dtype=np.uint8)
        for row, column in np.argwhere(alike).tolist():
            one, other = start + row, column
            if one < other and asked[one] != asked[other]:
                near.append((cases[one], cases[other]))
    return near


def _asked(case: Case) -> str:
    return " ".join(fold(case.question).split())


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
