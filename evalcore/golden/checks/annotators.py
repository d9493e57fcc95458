"""Who annotated, where a second look is due, and where two people did not agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.kinds import Kind, kinds_of
from evalcore.golden.subject import Subject
from evalcore.model.case import Case
from evalcore.model.message import Message

DISAGREEMENT_KEYS = ("desacuerdo", "disagreement")
"""The key of a case under which both views of two annotators stand until it is settled."""

_DOUBTFUL = frozenset({Kind.MULTI_HOP, Kind.AMBIGUOUS, Kind.TEMPORAL})


def check(subject: Subject) -> Iterator[Finding]:
    """Cases nobody signed, doubtful ones with one annotator, and open disagreements."""
    nobody = [case for case in subject.active if not case.annotated_by]
    if nobody:
        yield subject.finding(
            "no_annotator",
            Severity.WARNING,
            what=Message("Cases that do not say who annotated them: {n} of {N}."),
            do=Message("Write anotado_por: somebody answers for each label."),
            cases=nobody,
        )
    alone = [c for c in subject.active if len(set(c.annotated_by)) == 1 and _is_doubtful(c)]
    if alone:
        yield subject.finding(
            "one_annotator",
            Severity.NOTE,
            what=Message("Doubtful cases that only one person annotated: {n}."),
            do=Message("Have a second person annotate them without seeing the first."),
            cases=alone,
        )
    open_ones = [case for case in subject.golden.cases if disagreement_of(case) is not None]
    if open_ones:
        yield subject.finding(
            "disagreement",
            Severity.WARNING,
            what=Message("Cases on which two annotators disagree: {n}."),
            do=Message(
                "Neither is wrong: the question is ambiguous or the corpus contradicts itself. "
                "Settle which, and say so."
            ),
            cases=open_ones,
            details=[_both_views(case) for case in open_ones if subject.tellable(case)],
        )


def disagreement_of(case: Case) -> object:
    """What is recorded of an open disagreement; None where there is none."""
    told = (case.extra.get(key) for key in DISAGREEMENT_KEYS)
    return next((it for it in told if it), None)


def views_in_words(case: Case) -> tuple[str, ...]:
    """What each side of an open disagreement says, in one line each; empty where there is none."""
    told = disagreement_of(case)
    views = told if isinstance(told, list) else [told] if told else []
    return tuple(_one_view(view) if isinstance(view, dict) else str(view) for view in views)


def _both_views(case: Case) -> str:
    return f"{case.id}: {' | '.join(views_in_words(case))}"


def _one_view(view: Mapping[str, object]) -> str:
    chunks = view.get("fragmentos")
    marks = ", ".join(f"{k}={v}" for k, v in chunks.items()) if isinstance(chunks, dict) else ""
    parts = (view.get("por"), view.get("comportamiento"), marks)
    return " · ".join(str(part) for part in parts if part)


def _is_doubtful(case: Case) -> bool:
    return not _DOUBTFUL.isdisjoint(kinds_of(case))
