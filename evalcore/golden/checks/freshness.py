"""Cases nobody has verified lately: an obsolete answer punishes the system for being right."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.subject import Subject
from evalcore.model.message import Message


def check(subject: Subject) -> Iterator[Finding]:
    """Cases verified too long ago, never, or in the future, as of the subject's day."""
    months = subject.policy.expires_months
    limit = months_before(subject.on, months)
    old = [c for c in subject.active if c.verified_on is not None and c.verified_on < limit]
    if old:
        yield subject.finding(
            "unverified",
            Severity.WARNING,
            what=Message(
                "Cases last verified more than {months} months ago: {n} of {N}.",
                {"months": months},
            ),
            do=Message("Check answer and chunks against the corpus, then date the verification."),
            cases=old,
        )
    never = [case for case in subject.active if case.verified_on is None]
    if never:
        yield subject.finding(
            "never_verified",
            Severity.WARNING,
            what=Message("Cases without a date of verification: {n} of {N}."),
            do=Message("Write verificado_contra_corpus when a person has checked them."),
            cases=never,
        )
    ahead = [c for c in subject.active if c.verified_on is not None and c.verified_on > subject.on]
    if ahead:
        yield subject.finding(
            "verified_ahead",
            Severity.WARNING,
            what=Message("Cases verified on a day that is still to come: {n} of {N}."),
            do=Message("Correct the date, or say --on if another day is meant."),
            cases=ahead,
        )


def months_before(day: date, months: int) -> date:
    """The same day so many months earlier; the month's last day where that one is shorter.

    >>> months_before(date(2026, 8, 31), 6)
    datetime.date(2026, 2, 28)
    """
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last))
