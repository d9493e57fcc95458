"""What a health check looks at: the cases, what the index holds, the day, and the criterion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from evalcore.golden.finding import Finding, Severity, told
from evalcore.model.case import Case, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.message import Figure, Message
from evalcore.model.policy import GoldenPolicy
from evalcore.model.words import Behaviour, CaseStatus


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A golden set under examination. ``unlocked`` lets the ids of blind cases be told."""

    golden: GoldenSet
    on: date
    manifest: Manifest | None = None
    exam: Exam = field(default_factory=Exam)
    policy: GoldenPolicy = field(default_factory=GoldenPolicy)
    unlocked: bool = False

    @cached_property
    def active(self) -> tuple[Case, ...]:
        """The cases that are run, blind ones among them."""
        return tuple(case for case in self.golden.cases if case.status is CaseStatus.ACTIVE)

    @cached_property
    def answerable(self) -> tuple[Case, ...]:
        """The active cases that owe an answer."""
        return tuple(case for case in self.active if case.behaviour is Behaviour.ANSWER)

    def finding(
        self,
        name: str,
        severity: Severity,
        *,
        what: Message,
        do: Message,
        cases: Iterable[Case] = (),
        details: Iterable[str] = (),
        stale: bool = False,
    ) -> Finding:
        """A finding about these cases; in both sentences ``{n}`` is their number, ``{N}`` all."""
        shown = told(cases, unlocked=self.unlocked)
        said: dict[str, Figure] = {"n": shown.n, "N": len(self.active)}
        return Finding(
            name=name,
            severity=severity,
            what=Message(what.template, {**said, **what.figures}),
            do=Message(do.template, {**said, **do.figures}),
            cases=shown.cases,
            blind=shown.blind,
            details=tuple(details),
            stale=stale,
        )

    def tellable(self, case: Case) -> bool:
        """Whether the case's own words may be shown: a blind one's only after an unlock."""
        return self.unlocked or not case.blind
