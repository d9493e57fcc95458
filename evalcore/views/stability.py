"""Stability on the screen: what the repetitions say, in sentences, facts and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalcore.model.stability import CaseVotes, Stability, Tolerance
from evalcore.model.words import State
from evalcore.stability.reason import points
from evalcore.views import amounts
from evalcore.views.language import Translator
from evalcore.views.measures import label_of
from evalcore.views.stability_words import decisions, headline, reason_text, warnings
from evalcore.views.words import Tone, state_word


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure with its name and what stands around it."""

    label: str
    value: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """One restless case. ``id`` and ``question`` are people's own text.

    ``votes`` are the passing votes of each repetition; ``mark`` says the swing in a few signs;
    ``wide`` is one that no tolerance in votes may swallow.
    """

    id: str
    question: str
    votes: tuple[int, ...]
    swing: str
    mark: str
    wide: bool
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToleranceRow:
    """One measure: where it lay, how far it moved, and what follows; in the table's order."""

    label: str
    span: str
    largest: str
    margin: str
    tolerance: str
    worth: str
    counted: str
    usable: str


@dataclass(frozen=True, eq=False, kw_only=True)
class StabilityView:
    """The page's words. ``by_sample``: one run, read sample by sample."""

    headline: str
    tone: Tone
    why: str
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...]
    readings: tuple[str, ...]
    passing: tuple[int, ...]
    decisions: str
    rows: tuple[CaseRow, ...]
    tolerances: tuple[ToleranceRow, ...]
    by_sample: bool


def stability_view(
    stability: Stability, questions: Mapping[str, str], t: Translator
) -> StabilityView:
    """Everything the page says of a measured stability; ``questions`` are by case id."""
    said, tone = headline(stability, t)
    return StabilityView(
        headline=said,
        tone=tone,
        why=reason_text(stability, t),
        facts=tuple(_facts(stability, t)),
        warnings=tuple(warnings(stability, t)),
        readings=_readings(stability, t),
        passing=tuple(reading.passing for reading in stability.readings),
        decisions=decisions(stability, t),
        rows=tuple(_row(case, stability, questions, t) for case in restless(stability)),
        tolerances=tuple(_tolerance(stability, t)),
        by_sample=_by_sample(stability),
    )


def restless(stability: Stability) -> list[CaseVotes]:
    """The cases whose verdict swings, the widest swing first, then the most even split."""

    def evenness(case: CaseVotes) -> int:
        cast = stability.samples * len(case.votes)
        return abs(2 * sum(case.votes) - cast)

    return sorted(stability.unsure, key=lambda case: (-case.largest, evenness(case)))


def _by_sample(stability: Stability) -> bool:
    return len(stability.runs) == 1


def _facts(stability: Stability, t: Translator) -> list[Fact]:
    if stability.asked < 2:
        return []  # one answer shows no swing, and a 0 would look like calm
    unsure, total = len(stability.unsure), len(stability.cases)
    facts = [
        Fact(
            label=t.text("Cases that swing"),
            value=t.out_of(unsure, total),
            detail=t.text("asked {n} times each", n=stability.asked),
        ),
        Fact(
            label=t.text("Passing cases"),
            value=_span([reading.passing for reading in stability.readings]),
            detail=t.text("of {N}, from one repetition to another", N=total),
        ),
    ]
    quality = next((one for one in stability.spreads if one.measure == "quality"), None)
    if quality is not None:
        facts.append(
            Fact(
                label=t.text("Mean quality"),
                value=f"Δ {t.number(quality.largest, 2)}",
                detail=t.text(
                    "points of 100 between two, over {n}/{N} cases", n=quality.n, N=quality.N
                ),
            )
        )
    return facts


def _span(values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low}–{high}"


def _readings(stability: Stability, t: Translator) -> tuple[str, ...]:
    if _by_sample(stability):
        return tuple(t.text("sample {n}", n=n + 1) for n in range(len(stability.readings)))
    return tuple(reading.name for reading in stability.readings)


def _row(
    case: CaseVotes, stability: Stability, questions: Mapping[str, str], t: Translator
) -> CaseRow:
    passed, cast = sum(case.votes), len(case.votes)
    if stability.samples == 1:
        swing, wide = t.text("passes {n} of {total}", n=passed, total=cast), False
    else:
        swing = t.text("{n} of {total} votes", n=case.largest, total=stability.samples)
        wide = case.largest > stability.case_tolerance
    return CaseRow(
        id=case.case_id,
        question=questions.get(case.case_id, ""),
        votes=case.votes,
        swing=swing,
        mark=f"{passed}/{cast}" if stability.samples == 1 else f"Δ {case.largest}",
        wide=wide,
        said=_said(case.states, t),
    )


def _said(states: Sequence[State], t: Translator) -> str:
    """``passes 2, undecided 1``: the states over the repetitions."""
    return ", ".join(
        f"{state_word(state, t).lower()} {states.count(state)}"
        if len(set(states)) > 1
        else state_word(state, t).lower()
        for state in dict.fromkeys(states)
    )


def _tolerance(stability: Stability, t: Translator) -> list[ToleranceRow]:
    found = {one.measure: one for one in stability.tolerances}
    rows = []
    for spread in stability.spreads:
        one = found.get(spread.measure)
        low, high = min(spread.values), max(spread.values)
        rows.append(
            ToleranceRow(
                label=label_of(spread.measure, t),
                span=_between(spread.measure, low, high, t),
                largest=_points(spread.measure, spread.largest, t),
                margin=_of(one, "margin", t),
                tolerance=_of(one, "value", t),
                worth=_of(one, "worth", t),
                counted=t.out_of(spread.n, spread.N),
                usable=_usable(one, t) if stability.tolerances else amounts.NOTHING,
            )
        )
    return rows


def _usable(one: Tolerance | None, t: Translator) -> str:
    if one is None:
        return t.text("not every case measured")
    return t.text("calm enough") if one.usable else t.text("too noisy")


def _of(one: Tolerance | None, name: str, t: Translator) -> str:
    return amounts.NOTHING if one is None else _points(one.measure, getattr(one, name), t)


def _between(measure: str, low: Fraction, high: Fraction, t: Translator) -> str:
    shown = [_points(measure, value, t) for value in (low, high)]
    return shown[0] if shown[0] == shown[1] else f"{shown[0]}–{shown[1]}"


def _points(measure: str, value: Fraction, t: Translator) -> str:
    return t.number(points(measure, value), 2)
