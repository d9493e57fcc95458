"""What two people's views of one case have in common, and how far people agree beyond chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from evalcore.model.case import Case, Expected
from evalcore.model.words import Behaviour
from evalcore.stats.kappa import Kappa, kappa

_SEED = 20260203


class Difference(StrEnum):
    """What two views say differently. The first three are disagreements, the rest are not.

    Whether there is an answer, which chunks hold it, and whether all are needed decide what a
    system is examined by; a grade, a category or a difficulty only weighs and sorts.
    """

    BEHAVIOUR = "behaviour"
    CHUNKS = "chunks"
    NEEDS = "needs"
    GRADES = "grades"
    CATEGORY = "category"
    DIFFICULTY = "difficulty"


DISAGREEMENTS = (Difference.BEHAVIOUR, Difference.CHUNKS, Difference.NEEDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far two annotators agree: on whether there is an answer, and on single chunks.

    A pair of the first is a case, of the second a chunk of a case that both were shown or either
    marked. The pairs of one case are not independent, so the second interval is, if anything,
    too narrow.
    """

    answers: Kappa
    chunks: Kappa
    cases: int


def differences(first: Case, second: Case, *, min_grade: int) -> tuple[Difference, ...]:
    """Everything that the two views say differently, disagreements first.

    Where the chunks differ, what is needed of them and their grades are not told apart.
    """
    same = relevant(first, min_grade) == relevant(second, min_grade)
    needs = same and _needs(first, min_grade) != _needs(second, min_grade)
    return tuple(
        difference
        for difference, differs in (
            (Difference.BEHAVIOUR, first.behaviour is not second.behaviour),
            (Difference.CHUNKS, not same),
            (Difference.NEEDS, needs),
            (Difference.GRADES, same and _grades(first) != _grades(second)),
            (Difference.CATEGORY, first.category != second.category),
            (Difference.DIFFICULTY, first.difficulty != second.difficulty),
        )
        if differs
    )


def disagree(first: Case, second: Case, *, min_grade: int) -> bool:
    """Whether they differ in what the system is examined by."""
    found = differences(first, second, min_grade=min_grade)
    return any(one in DISAGREEMENTS for one in found)


def joined(first: Case, second: Case) -> Case:
    """One view of two that agree: the first person's, with the lower grade of each chunk.

    What the first left empty is the second's; both sign it, on the later day.
    """
    lower = {one.chunk_id: one for one in second.expected}
    expected = [_lower(one, lower.pop(one.chunk_id, one)) for one in first.expected]
    days = [view.annotated_on for view in (first, second) if view.annotated_on is not None]
    return replace(
        first,
        expected=(*expected, *lower.values()),
        reference_answer=first.reference_answer or second.reference_answer,
        expected_abstention=first.expected_abstention or second.expected_abstention,
        category=first.category or second.category,
        difficulty=first.difficulty or second.difficulty,
        annotated_by=tuple(dict.fromkeys((*first.annotated_by, *second.annotated_by))),
        annotated_on=max(days, default=None),
    )


def united(first: Case, second: Case, *, all_needed: bool) -> Case:
    """One view that holds the chunks of both, each with its higher grade.

    Either person's groups stay; ``all_needed`` says whether each chunk or group is needed.
    """
    higher = {one.chunk_id: one for one in second.expected}
    expected = [_higher(one, higher.pop(one.chunk_id, one)) for one in first.expected]
    both = joined(first, second)
    return replace(both, expected=(*expected, *higher.values()), requires_all=all_needed)


def agreement(
    pairs: Iterable[tuple[Case, Case]], shown: Sequence[frozenset[str]], *, min_grade: int
) -> Agreement:
    """Kappa over pairs of views; ``shown`` are the chunks that both people of a pair were shown."""
    answers, chunks = np.zeros((2, 2), dtype=int), np.zeros((2, 2), dtype=int)
    cases = 0
    for (first, second), both in zip(pairs, shown, strict=True):
        cases += 1
        told = [int(view.behaviour is not Behaviour.ANSWER) for view in (first, second)]
        answers[told[0], told[1]] += 1
        one, other = relevant(first, min_grade), relevant(second, min_grade)
        for chunk_id in both | one | other:
            chunks[int(chunk_id not in one), int(chunk_id not in other)] += 1
    return Agreement(answers=_kappa(answers), chunks=_kappa(chunks), cases=cases)


def relevant(view: Case, min_grade: int) -> frozenset[str]:
    """Ids of the chunks that the view counts as relevant."""
    return frozenset(one.chunk_id for one in view.expected if one.grade >= min_grade)


def _needs(view: Case, min_grade: int) -> frozenset[frozenset[str]]:
    """What has to come out: one chunk of each of these sets."""
    held = [one for one in view.expected if one.grade >= min_grade]
    if view.any_suffices:
        return frozenset({frozenset(one.chunk_id for one in held)})
    groups: dict[str, set[str]] = {}
    for one in held:
        groups.setdefault(_group(one), set()).add(one.chunk_id)
    return frozenset(frozenset(ids) for ids in groups.values())


def _group(one: Expected) -> str:
    return f"chunk {one.chunk_id}" if one.group is None else f"group {one.group}"


def _grades(view: Case) -> dict[str, int]:
    return {one.chunk_id: one.grade for one in view.expected if one.grade > 0}


def _lower(one: Expected, other: Expected) -> Expected:
    return replace(one, grade=min(one.grade, other.grade), quote=one.quote or other.quote)


def _higher(one: Expected, other: Expected) -> Expected:
    kept = one if one.grade >= other.grade else other
    return replace(kept, quote=kept.quote or one.quote or other.quote)


def _kappa(table: np.ndarray) -> Kappa:
    return kappa(
        both_yes=int(table[0, 0]),
        yes_no=int(table[0, 1]),
        no_yes=int(table[1, 0]),
        both_no=int(table[1, 1]),
        rng=np.random.default_rng(_SEED),
    )
