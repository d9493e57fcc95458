"""Whether there are enough cases, and not too many to keep (the golden-set text: 50, 200, 500)."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.subject import Subject
from evalcore.model.case import Case
from evalcore.model.message import Message
from evalcore.model.words import CaseStatus

ENOUGH, GOOD, MANY = 50, 200, 500


def check(subject: Subject) -> Iterator[Finding]:
    """One finding that says what a set of this size can and cannot do; one on waiting drafts."""
    n = len(subject.active)
    if n < ENOUGH:
        yield _size(
            subject,
            Severity.WARNING,
            Message("{N} active cases: fewer than 50 do not even show coarse regressions."),
            Message("Annotate real questions first: unbury golden add GOLDEN --log FILE."),
        )
    elif n < GOOD:
        yield _size(
            subject,
            Severity.NOTE,
            Message("{N} active cases: enough for coarse regressions, not to compare settings."),
            Message("Well spread towards 200, it can tell two configurations apart."),
        )
    elif n <= MANY:
        yield _size(
            subject,
            Severity.NOTE,
            Message("{N} active cases: enough to compare configurations with some seriousness."),
            Message("Keep them verified; more cases add less than fresh ones."),
        )
    else:
        yield _size(
            subject,
            Severity.WARNING,
            Message("{N} active cases: over 500 the upkeep outweighs the benefit."),
            Message("Retire near-duplicates and the easiest cases before adding any."),
        )
    drafts = _drafts(subject)
    if drafts:
        yield subject.finding(
            "drafts",
            Severity.NOTE,
            what=Message("Drafts that wait for an annotator: {n}."),
            do=Message("Annotate them; until then they are not run."),
            cases=drafts,
        )


def _size(subject: Subject, severity: Severity, what: Message, do: Message) -> Finding:
    return subject.finding("size", severity, what=what, do=do)


def _drafts(subject: Subject) -> list[Case]:
    return [case for case in subject.golden.cases if case.status is CaseStatus.DRAFT]
