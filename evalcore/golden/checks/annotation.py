"""Annotations that are incomplete, or that cannot be met as they stand."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.kinds import Kind, kinds_of
from evalcore.golden.subject import Subject
from evalcore.model.case import Case
from evalcore.model.message import Message


def check(subject: Subject) -> Iterator[Finding]:
    """Missing category, difficulty or answer; multi-hop cases that are none; too many chunks."""
    unsorted = [c for c in subject.active if not c.category or not c.difficulty]
    if unsorted:
        yield subject.finding(
            "no_segment",
            Severity.WARNING,
            what=Message("Cases without category or difficulty: {n} of {N}."),
            do=Message("Write both: a mean says nothing, its segments do."),
            cases=unsorted,
        )
    silent = [case for case in subject.answerable if not case.reference_answer]
    if silent:
        yield subject.finding(
            "no_reference_answer",
            Severity.NOTE,
            what=Message("Cases without a reference answer: {n} of {N}."),
            do=Message("Write the facts a right answer must hold; answers are judged by them."),
            cases=silent,
        )
    loose = [case for case in subject.answerable if _is_loose_multi_hop(case)]
    if loose:
        yield subject.finding(
            "multi_hop_of_one",
            Severity.WARNING,
            what=Message("Multi-hop cases that one chunk is enough to pass: {n}."),
            do=Message("Mark every chunk the answer needs, and requiere_todos: true."),
            cases=loose,
        )
    cutoff = subject.exam.cutoff
    many = [case for case in subject.answerable if _needed(case, subject.exam.min_grade) > cutoff]
    if many:
        yield subject.finding(
            "more_expected_than_cutoff",
            Severity.WARNING,
            what=Message(
                "Cases that need more chunks than the cutoff of {K} holds: {n}.", {"K": cutoff}
            ),
            do=Message("Split the question, group what repeats, or raise the cutoff."),
            cases=many,
        )


def _is_loose_multi_hop(case: Case) -> bool:
    relevant = [label for label in case.expected if label.grade > 0]
    return Kind.MULTI_HOP in kinds_of(case) and (case.any_suffices or len(relevant) < 2)


def _needed(case: Case, min_grade: int) -> int:
    """How many chunks must come back for the case to be whole."""
    if case.any_suffices:
        return 1
    relevant = [label for label in case.expected if label.grade >= min_grade]
    groups = {label.group for label in relevant if label.group}
    return len(groups) + sum(not label.group for label in relevant)
