"""Step 6: the run that was accepted, and what the same question gets now."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.words import Decision, Place, State
from evalcore.views.blocked.material import Material
from evalcore.views.blocked.question import Owed, Received, owed_of, received
from evalcore.views.blocked.timeline import Timeline, timeline
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from evalcore.views.words import decision_word


@dataclass(frozen=True, slots=True, kw_only=True)
class Green:
    """``question``, ``run`` and all facts are people's own text; empty without a later run."""

    headline: str
    body: tuple[str, ...]
    accepted: bool
    run: str
    question: str
    received: Received | None
    owed: tuple[Owed, ...]
    timeline: Timeline


def green(material: Material, t: Translator) -> Green:
    """The first accepted run after the stop; where there is none, that is what is said."""
    after = material.after
    line = timeline(material, t)
    if after is None:
        return Green(
            headline=t.text("The exam is not green again yet"),
            body=(
                t.text("No later run of this suite was accepted, so the new index stays out."),
                t.text("Make the repair, run the suite again, and the end of the story is here."),
            ),
            accepted=False,
            run="",
            question="",
            received=None,
            owed=(),
            timeline=line,
        )
    then = material.then(after)
    passed = int(after.examination.is_state(State.PASS).sum())
    return Green(
        headline=_headline(material, t),
        body=(
            t.text(
                "{passed} of {counted} questions pass, and the verdict is {verdict}.",
                passed=passed,
                counted=after.record.counted,
                verdict=decision_word(Decision.ACCEPT, t),
            ),
            t.text("Only now do users get the new index, with everything it brings."),
        ),
        accepted=True,
        run=name_of(after.record),
        question="" if then is None else then.case.question,
        received=None if then is None else received(then, material.then(material.before), t),
        owed=() if then is None else tuple(owed_of(then, None, t)),
        timeline=line,
    )


def _headline(material: Material, t: Translator) -> str:
    then = material.then(material.after)
    ranks = [] if then is None else [e.rank for e in then.expected if e.place is Place.FOUND]
    if then is not None and len(ranks) == len(then.expected):
        last = max(rank or 0 for rank in ranks) if ranks else 0
        return t.text(
            "The exam is green again: everything it takes is there by rank {rank}", rank=last
        )
    return t.text("The exam is green again")
