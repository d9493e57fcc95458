"""The symptom table as a screen or a terminal shows it: words, figures, and where to look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.model.symptom import (
    OF_THE_BOOK,
    Bar,
    Bars,
    Picture,
    Symptom,
    SymptomName,
    SymptomState,
    SymptomTable,
)
from evalcore.views import amounts
from evalcore.views.language import Translator
from evalcore.views.symptom_words import symptom_state_word, symptom_title, symptom_tone
from evalcore.views.words import Tone

_FIRST = (SymptomState.ACTIVE, SymptomState.NOT_ENOUGH_DATA, SymptomState.QUIET)
_SMALL = 0.001


@dataclass(frozen=True, slots=True, kw_only=True)
class SymptomLine:
    """One row in words. ``figures`` may hold people's text (a domain); ``where`` is theirs.

    ``test`` is the p value within the family, a dash where nothing was tested; ``interval`` that
    of a share, empty where there is none. ``chapters`` are the book's numbers, or what has none.
    ``remark`` says what to know of the test.
    """

    name: SymptomName
    state: SymptomState
    state_word: str
    tone: Tone
    title: str
    figures: str
    where: str
    test: str
    interval: str
    cases: tuple[str, ...]
    chapters: str
    review: str
    remark: str
    picture: Picture | None
    beyond: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SymptomsView:
    """The page: its sentence, how many rows are in each state, the rows, the small print.

    ``lead`` and ``titles`` make the sentence; both are words of ours. Rows: active ones first,
    then those that lack data, then the quiet ones.
    """

    lead: str
    titles: str
    advice: str
    tone: Tone
    counts: tuple[tuple[SymptomState, str], ...]
    lines: tuple[SymptomLine, ...]
    footnote: str


def symptoms_view(table: SymptomTable, t: Translator) -> SymptomsView:
    """The table in words."""
    ordered = [row for state in _FIRST for row in table.in_state(state)]
    active = table.in_state(SymptomState.ACTIVE)
    return SymptomsView(
        lead=_lead(table, active, t),
        titles="; ".join(_lowered(symptom_title(row.name, t)) for row in active),
        advice=_advice(table, active, t),
        tone=Tone.BAD if active else (Tone.WARN if table.failed else Tone.GOOD),
        counts=_counts(table, t),
        lines=tuple(symptom_line(row, t) for row in ordered),
        footnote=_footnote(table, t),
    )


def symptom_line(row: Symptom, t: Translator) -> SymptomLine:
    """One row in words."""
    return SymptomLine(
        name=row.name,
        state=row.state,
        state_word=symptom_state_word(row.state, t),
        tone=symptom_tone(row.state),
        title=symptom_title(row.name, t),
        figures=t.message(row.lacks or row.sentence),
        where=t.joined(list(row.where)),
        test=_test(row, t),
        interval=_interval(row, t),
        cases=row.cases,
        chapters=_chapters(row, t),
        review=t.message(row.review),
        remark=_remark(row, t),
        picture=row.picture,
        beyond=row.name not in OF_THE_BOOK,
    )


def bar_name(bar: Bar, t: Translator) -> str:
    """What a bar is called: words of ours, or a domain's own name."""
    return bar.name if isinstance(bar.name, str) else t.message(bar.name)


def bar_figure(bar: Bar, t: Translator) -> str:
    """``10 of 11``."""
    return t.text("{hits} of {n}", hits=bar.hits, n=bar.n)


def picture_told(line: SymptomLine, t: Translator) -> str:
    """The picture in words, for people who do not see it."""
    if not isinstance(line.picture, Bars):
        return f"{line.title}: {line.figures}"
    bars = (*line.picture.inside, *([line.picture.rest] if line.picture.rest else []))
    parts = [f"{bar_name(bar, t)} {bar_figure(bar, t)}" for bar in bars]
    return f"{line.title}: {'; '.join(parts)}"


def p_value(p: float, t: Translator) -> str:
    """``p < 0.001`` or ``p = 0.18``: two significant digits, never zero."""
    if p < _SMALL:
        return t.text("p < {limit}", limit=_SMALL)
    return t.text("p = {p}", p=t.number(float(f"{p:.2g}")))


def _test(row: Symptom, t: Translator) -> str:
    if row.p_holm is None or row.lacks is not None:
        return amounts.NOTHING
    return p_value(row.p_holm, t)


def _interval(row: Symptom, t: Translator) -> str:
    if row.interval is None or row.lacks is not None:
        return ""
    low, high = row.interval
    return t.text("{low} to {high}", low=t.percent(low), high=t.percent(high))


def _chapters(row: Symptom, t: Translator) -> str:
    parts = [", ".join(one.replace("-", "\u2013") for one in row.chapters)]
    parts += [t.message(row.points_to)] if row.points_to else []
    return "; ".join(part for part in parts if part)


def _remark(row: Symptom, t: Translator) -> str:
    if row.unlike is not None:
        return t.message(row.unlike)
    if not row.advisory or row.lacks is not None:
        return ""
    return t.text("Advisory: runs of one index are not independent of each other.")


def _lead(table: SymptomTable, active: Sequence[Symptom], t: Translator) -> str:
    if active:
        return t.plural("One symptom is active:", "{n} symptoms are active:", len(active))
    if not table.measured:
        return t.text("No question was measured, so no symptom can be told")
    if table.failed:
        return t.plural(
            "{n} of {total} measured questions fails, and no pattern explains it",
            "{n} of {total} measured questions fail, and no pattern explains them",
            table.failed,
            total=table.measured,
        )
    return t.text("No symptom is active, and no measured question fails")


def _lowered(title: str) -> str:
    return title[0].lower() + title[1:]


def _advice(table: SymptomTable, active: Sequence[Symptom], t: Translator) -> str:
    if active:
        return t.message(active[0].review)
    if table.failed:
        return t.text("Look at them one by one: each case has its own diagnosis.")
    return ""


def _counts(table: SymptomTable, t: Translator) -> tuple[tuple[SymptomState, str], ...]:
    found = []
    for state in (SymptomState.ACTIVE, SymptomState.QUIET, SymptomState.NOT_ENOUGH_DATA):
        n = len(table.in_state(state))
        if n:
            found.append((state, f"{t.number(n)} {symptom_state_word(state, t)}"))
    return tuple(found)


def _footnote(table: SymptomTable, t: Translator) -> str:
    told = t.plural(
        "The p values are exact and carry Holm's correction over the {n} test that had data.",
        "The p values are exact and carry Holm's correction over the {n} tests that had data.",
        table.tested,
    )
    only = t.text(
        "“Only X fails” also asks that the rest is healthy (at most 10% of it fails), and “a whole "
        "domain” that at least 70% of it fails."
    )
    size = t.text(
        "With {n} measured of {total} counted questions, a slight symptom may stay unseen.",
        n=table.measured,
        total=table.counted,
    )
    return f"{told} {only} {size}"
