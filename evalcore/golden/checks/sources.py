"""How much of the set comes from real users and how much from somebody's imagination."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.origins import REAL_USERS, Origin, origin_of
from evalcore.golden.subject import Subject
from evalcore.model.message import Message


def check(subject: Subject) -> Iterator[Finding]:
    """Too few real users, too many generated questions, and sources not named."""
    origins = {case.id: origin_of(case) for case in subject.active}
    if not origins:
        return
    real = [case for case in subject.active if origins[case.id] in REAL_USERS]
    if 2 * len(real) < len(origins):
        yield subject.finding(
            "few_real_users",
            Severity.WARNING,
            what=Message("Questions that real users asked: {real} of {N}.", {"real": len(real)}),
            do=Message(
                "Take more from the query log and from support, the best sources there are."
            ),
        )
    made = [case for case in subject.active if origins[case.id] is Origin.GENERATED]
    if made:
        yield subject.finding(
            "generated",
            Severity.WARNING if 2 * len(made) > len(origins) else Severity.NOTE,
            what=Message("Generated questions: {n} of {N}."),
            do=Message("See that a person rewrote each in a user's words and verified it."),
            cases=made,
        )
    unknown = [case for case in subject.active if origins[case.id] is Origin.UNKNOWN]
    if unknown:
        yield subject.finding(
            "unknown_source",
            Severity.WARNING,
            what=Message("Cases whose source is not named, or not recognised: {n} of {N}."),
            do=Message("Write where the question comes from in fuente: log, support, interview."),
            cases=unknown,
        )
