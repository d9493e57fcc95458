"""A case: one golden question, with the chunks that must come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from evalcore.model.canonical import content_hash
from evalcore.model.words import Behaviour, CaseStatus


@dataclass(frozen=True, kw_only=True)
class Expected:
    """One annotated chunk of a case (a document, where the suite's level is document).

    ``grade`` counts as relevant from the policy's ``min_grade`` up; zero and below mean
    judged and not relevant. Chunks that share a ``group`` are any-of: one of them is enough.
    ``gold`` is None where the golden set does not say (the manifest may).
    """

    chunk_id: str
    doc_id: str | None = None
    grade: int = 1
    quote: str | None = None
    group: str | None = None
    gold: bool | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Case:
    """One question and everything people wrote down about it.

    ``requires_all`` False means any one relevant chunk suffices. ``extra`` keeps keys that
    Unbury does not know, to export them again.
    """

    id: str
    question: str
    expected: tuple[Expected, ...] = ()
    requires_all: bool | None = None
    behaviour: Behaviour = Behaviour.ANSWER
    reference_answer: str | None = None
    expected_abstention: str | None = None
    domain: str | None = None
    category: str | None = None
    difficulty: str | None = None
    type: str | None = None
    user_vocabulary: bool | None = None
    source: str | None = None
    annotated_by: tuple[str, ...] = ()
    annotated_on: date | None = None
    verified_on: date | None = None
    blind: bool = False
    status: CaseStatus = CaseStatus.ACTIVE
    notes: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def any_suffices(self) -> bool:
        """True only where the annotator said so; the rule is strict otherwise (chapter 17)."""
        return self.requires_all is False

    @cached_property
    def hash(self) -> str:
        """Identity of what is examined: question, expected chunks, and what counts as met."""
        expected = [[e.chunk_id, e.grade, e.group, e.gold] for e in self.expected]
        return content_hash(
            [self.id, self.question, expected, self.any_suffices, self.behaviour.value]
        )


@dataclass(frozen=True, kw_only=True)
class GoldenSet:
    """The versioned cases of one file, in its order. Case ids are unique."""

    name: str
    cases: Sequence[Case]

    def __len__(self) -> int:
        return len(self.cases)

    @cached_property
    def by_id(self) -> Mapping[str, Case]:
        """Cases by id."""
        return {case.id: case for case in self.cases}
