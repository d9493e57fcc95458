"""Step 2: the verdict, in the words of somebody who has to decide."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.words import Decision, RuleStatus, State
from evalcore.views import amounts
from evalcore.views.blocked.material import Material
from evalcore.views.language import Translator
from evalcore.views.verdict import RuleLine, verdict_view
from evalcore.views.words import Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """``why`` and the rules' reasons may quote people's own text. ``machine`` is the verdict.

    ``passed`` of ``counted`` questions got everything they need.
    """

    headline: str
    body: tuple[str, ...]
    machine: str
    word: str
    tone: Tone
    why: str
    passed: int
    counted: int
    rules: tuple[RuleLine, ...]


def stop(material: Material, t: Translator) -> Stop:
    """What the exam said, and why a good average did not help."""
    run = material.stopped
    view = verdict_view(run, t)
    deciding = (Tone.BAD, Tone.WARN)
    passed = int(run.examination.is_state(State.PASS).sum())
    return Stop(
        headline=_headline(material, passed, t),
        body=tuple(_body(material, t)),
        machine=view.machine,
        word=view.word,
        tone=view.tone,
        why=view.why,
        passed=passed,
        counted=run.record.counted,
        rules=tuple(rule for rule in view.rules if rule.tone in deciding),
    )


def _headline(material: Material, passed: int, t: Translator) -> str:
    counted = material.stopped.record.counted
    if material.stopped.verdict.decision is Decision.CANNOT_JUDGE:
        return t.text("The exam could not be judged, so the new index stays out")
    if passed == counted:
        return t.text("Every question passed, and still the new index was stopped")
    return t.text(
        "{passed} of {counted} questions passed, and still the new index was stopped",
        passed=passed,
        counted=counted,
    )


def _body(material: Material, t: Translator) -> list[str]:
    words = []
    rules = {rule.rule: rule for rule in material.stopped.verdict.rules}
    mean = rules.get("mean_quality")
    if mean is not None and mean.status is RuleStatus.HOLDS:
        words.append(
            t.text(
                "The average was green: {value} points of 100, where {limit} are asked. "
                "An average can hide one question that matters.",
                value=amounts.points(mean.value, mean.limit, t),
                limit=amounts.points(mean.limit, None, t),
            )
        )
    gold = rules.get("gold_failures")
    if gold is not None and gold.status is RuleStatus.FAILS:
        words.append(
            t.text(
                "Some questions lead to a synthesis that people wrote with care. "
                "Of these not even one may fail."
            )
        )
    words.append(
        t.text("The new index was kept back, and no user saw it.")
        if material.before is None
        else t.text("The new index was kept back; users went on with the version they had.")
    )
    return words
