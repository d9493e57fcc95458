"""People's views of a case: each one's four decisions, and where the case stands between them.

A view is a case as one person would have it: question, behaviour, chunks, answer, segment, signed
and dated. Views are kept in the case itself, so that one write keeps the file whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from evalcore.golden.agreement import disagree
from evalcore.model.case import Case
from evalcore.model.folding import fold
from evalcore.model.words import CaseStatus

VIEW_KEYS = ("anotaciones", "annotations")
"""The key of a case under which its views stand, in the order they were given."""

SEEN = "vistos"
"""The key of a view under which stand the ids of the chunks that its annotator was shown."""


class Standing(StrEnum):
    """What a case waits for, in the order in which a person is asked."""

    DRAFT = "draft"
    DISAGREED = "disagreed"
    SECOND = "second"
    AGREED = "agreed"
    ACTIVE = "active"
    RETIRED = "retired"


def current(case: Case, views: Sequence[Case]) -> tuple[Case, ...]:
    """The newest view of each person, first people first; of another wording none counts."""
    newest: dict[str, Case] = {}
    for view in views:
        if view.question == case.question:
            newest[person(view)] = view
    return tuple(newest.values())


def standing(case: Case, views: Sequence[Case], *, min_grade: int, settled: bool) -> Standing:
    """What the case waits for. ``settled`` says that a person has decided between its views."""
    if case.status is CaseStatus.RETIRED:
        return Standing.RETIRED
    given = current(case, views)
    if len(given) > 1 and not settled and disagree(given[0], given[1], min_grade=min_grade):
        return Standing.DISAGREED
    if case.status is CaseStatus.ACTIVE:
        return Standing.ACTIVE
    return (Standing.DRAFT, Standing.SECOND, Standing.AGREED)[min(len(given), 2)]


def first_view(case: Case, views: Sequence[Case]) -> Case | None:
    """The view that a second one is compared with: one that was given, else the signed case."""
    given = current(case, views)
    if given:
        return given[0]
    return case if case.status is CaseStatus.ACTIVE and case.annotated_by else None


def person(view: Case) -> str:
    """Who gave the view, as names are compared: spaces, case and accents aside."""
    return same_name(view.annotated_by[0] if view.annotated_by else "")


def same_name(name: str) -> str:
    """A name as it is compared with another."""
    return " ".join(fold(name).split())


def seen(view: Case) -> frozenset[str]:
    """Ids of the chunks that the annotator was shown."""
    told = view.extra.get(SEEN)
    return (
        frozenset(it for it in told if isinstance(it, str))
        if isinstance(told, list)
        else frozenset()
    )
