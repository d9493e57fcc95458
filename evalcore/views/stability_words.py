"""What a measured stability says in sentences, and how runs are named beside it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from evalcore.model.message import Message
from evalcore.model.run import RunRecord
from evalcore.model.stability import Gain, Stability, Unfrozen
from evalcore.stability.reason import reason_of
from evalcore.views.language import N_, Translator
from evalcore.views.measures import label_of
from evalcore.views.words import Tone, decision_word

_FROZEN: Mapping[str, str] = {
    "golden set": N_("Golden set"),
    "suite": N_("Suite"),
    "manifest": N_("Manifest"),
    "policy": N_("Policy"),
    "cutoff": N_("Cutoff"),
    "depth": N_("Depth"),
    "min_grade": N_("Least relevant grade"),
    "gain": N_("Gain"),
    "level": N_("Level"),
    "direction": N_("Direction"),
    "samples": N_("Samples"),
    "version": N_("Version"),
    "day": N_("Index of"),
    "conditions": N_("Conditions"),
}
"""The names that ``stability.frozen`` gives, as headings."""


def headline(stability: Stability, t: Translator) -> tuple[str, Tone]:
    """The page's sentence, and how grave it is."""
    unsure, total = len(stability.unsure), len(stability.cases)
    if stability.unread:
        return t.text("Not every answer could be read, so the swing is not known"), Tone.WARN
    if stability.asked < 2:
        return t.text("Asked once, an index does not show its noise"), Tone.QUIET
    if stability.tolerances and not stability.usable:
        return t.text("The index moves by itself, more than a gate can bear"), Tone.WARN
    if unsure and stability.usable:
        return t.text("Single cases swing, the means hold: a gate can stand on them"), Tone.GOOD
    if unsure:
        said = t.plural(
            "{n} of {total} cases changes its answer although nothing changed",
            "{n} of {total} cases change their answer although nothing changed",
            unsure,
            total=total,
        )
        return said, Tone.WARN
    return t.text("Asked again, the index says the same"), Tone.GOOD


def reason_text(stability: Stability, t: Translator) -> str:
    """The sentence of the core in the reader's language, the measure under its own title."""
    reason = reason_of(stability)
    measure = reason.figures.get("measure")
    if measure is None:
        return t.message(reason)
    return t.message(
        Message(reason.template, {**reason.figures, "measure": label_of(str(measure), t)})
    )


def warnings(stability: Stability, t: Translator) -> list[str]:
    """What a reader must know before trusting the figures."""
    found, least = [], stability.min_agreement
    share = f"{least.numerator}/{least.denominator}"
    if stability.never_undecided and stability.asked > len(stability.runs):
        found.append(
            t.text(
                "min_agreement {share} can never leave a case undecided here: any majority of "
                "these votes reaches it. Ask for more agreement.",
                share=share,
            )
        )
    if len(stability.runs) > 1 and stability.samples == 1:
        found.append(
            t.text(
                "Each run asked once, so a case cannot be undecided within a run: sample more "
                "to see how sure each verdict is."
            )
        )
    return found


def decisions(stability: Stability, t: Translator) -> str:
    """Whether the gate said the same of every repetition; empty for one."""
    words = [one.decision for one in stability.readings if one.decision is not None]
    if len(words) < 2:
        return ""
    if len(set(words)) == 1:
        return t.text("The gate said the same each time: {word}.", word=decision_word(words[0], t))
    counts = [f"{decision_word(word, t)} {words.count(word)}" for word in dict.fromkeys(words)]
    return t.text(
        "The gate did not say the same each time: {counts}. Nothing had changed.",
        counts=t.joined(counts),
    )


def under_the_grid(stability: Stability, shown: int, t: Translator) -> str:
    """What the grid of cases and runs shows, and what its orange means."""
    if not stability.unsure:
        return t.text("No case changed its votes.")
    said = t.text(
        "Passing cases on top, of all that count; below, the votes that passed. The {n} most "
        "restless of {total} cases that swing.",
        n=shown,
        total=len(stability.unsure),
    )
    if len(stability.runs) == 1:
        return said
    if stability.samples == 1:
        wide = t.text(
            "With one sample a run, any swing turns the verdict. Let the gate stand on the "
            "aggregate; single cases are for diagnosis."
        )
        return f"{said} {wide}"
    wide = t.text(
        "Δ is the largest difference between two runs. Orange: more than {n} of {samples} votes; "
        "a tolerance as wide would hide a case turning from pass to fail. Let the gate stand on "
        "the aggregate; single cases are for diagnosis.",
        n=stability.case_tolerance,
        samples=stability.samples,
    )
    return f"{said} {wide}"


def bought(gains: Sequence[Gain], asked: int, t: Translator) -> str:
    """What one more sample a case buys, beside what it costs; empty where nothing is known."""
    by_samples = {gain.samples: gain for gain in gains}
    now, then = by_samples.get(asked), by_samples.get(asked + 1)
    if now is None or then is None:
        return ""
    if not now.half_width:
        return t.text("The answers never differed, so another sample buys nothing.")
    return t.plural(
        "With {n} sample a case, the index's own swing leaves mean quality uncertain by ±{now} "
        "points; one more makes it ±{then} and asks {more} questions more a run.",
        "With {n} samples a case, the index's own swing leaves mean quality uncertain by ±{now} "
        "points; one more makes it ±{then} and asks {more} questions more a run.",
        asked,
        now=round(now.half_width, 2),
        then=round(then.half_width, 2),
        more=then.questions - now.questions,
    )


def call_by(record: RunRecord, records: Sequence[RunRecord]) -> str:
    """How a shell command names a run: by its label where no other run has it, else by id."""
    alone = [one.label for one in records].count(record.label) <= 1
    return shlex.quote(record.label) if record.label and alone else record.id


def unfrozen_rows(differing: Sequence[Unfrozen], t: Translator) -> list[list[str]]:
    """What differs between runs: its name in the reader's language, then each run's value."""
    return [[t.text(_FROZEN.get(one.name, one.name)), *one.values] for one in differing]
