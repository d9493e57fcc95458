"""Whether part of the set is kept blind: a set that everybody looks at gets optimised away."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.split import LEAST_SHARE, MOST_SHARE
from evalcore.golden.subject import Subject
from evalcore.model.message import Message


def check(subject: Subject) -> Iterator[Finding]:
    """No blind cases at all, or a share of them outside 20 to 30 %."""
    if not subject.active:
        return
    blind = sum(case.blind for case in subject.active)
    share = Fraction(blind, len(subject.active))
    if LEAST_SHARE <= share <= MOST_SHARE:
        return
    yield subject.finding(
        "blind_share",
        Severity.NOTE if blind == 0 else Severity.WARNING,
        what=Message("Blind cases: {blind} of {N}; 20 to 30 % are due.", {"blind": blind}),
        do=Message("Reserve them: unbury golden split GOLDEN --share 25% -o NEW."),
    )
