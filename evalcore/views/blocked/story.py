"""The walkthrough as a whole: its six steps, or why there is nothing to tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.model.words import Decision
from evalcore.views.blocked.cause import Cause, cause
from evalcore.views.blocked.green import Green, green
from evalcore.views.blocked.material import Material
from evalcore.views.blocked.plan import Plan, plan
from evalcore.views.blocked.question import Question, question
from evalcore.views.blocked.repair import Repair, repair
from evalcore.views.blocked.verdict import Stop, stop
from evalcore.views.history import name_of
from evalcore.views.language import N_, Translator

_NAMES: Mapping[str, tuple[str, str]] = {
    "plan": (N_("Plan"), N_("the plan")),
    "verdict": (N_("Verdict"), N_("the verdict")),
    "question": (N_("Question"), N_("the question")),
    "cause": (N_("Cause"), N_("the cause")),
    "repair": (N_("Repair"), N_("the repair")),
    "green": (N_("Green"), N_("the green run")),
}
STEPS = tuple(_NAMES)
"""The steps in order; the first is number 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepName:
    """A step's number, its one word, and how a sentence names it."""

    number: int
    key: str
    word: str
    named: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """All six steps of one stopped deploy. ``title`` holds people's own text."""

    title: str
    names: tuple[StepName, ...]
    plan: Plan
    verdict: Stop
    question: Question
    cause: Cause
    repair: Repair
    green: Green


def story(material: Material, t: Translator) -> Story:
    """The whole walkthrough; ``not_stopped`` says first whether there is one to tell."""
    return Story(
        title=about(material, t),
        names=step_names(t),
        plan=plan(material, t),
        verdict=stop(material, t),
        question=question(material, t),
        cause=cause(material, t),
        repair=repair(material, t),
        green=green(material, t),
    )


def step_names(t: Translator) -> tuple[StepName, ...]:
    """The six steps by name."""
    return tuple(
        StepName(number=number, key=key, word=t.text(word), named=t.text(named))
        for number, (key, (word, named)) in enumerate(_NAMES.items(), start=1)
    )


def about(material: Material, t: Translator) -> str:
    """Which deploy it is: suite, run and when it was examined."""
    record = material.stopped.record
    return f"{record.suite} · {name_of(record)} · {t.moment(record.started)}"


def not_stopped(material: Material, t: Translator) -> str:
    """Why there is no walkthrough: the run was accepted. Empty where it was stopped."""
    if material.stopped.verdict.decision is not Decision.ACCEPT:
        return ""
    return t.text("This run was accepted: no deploy was blocked")
