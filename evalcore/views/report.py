"""The report of a run as one HTML page for a stakeholder; what changed verdict comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.model.case import Case
from evalcore.model.words import State
from evalcore.views.blocked.question import Owed, Received, owed_of, received
from evalcore.views.comparison import ComparisonView, comparison_view
from evalcore.views.comparison_cases import CaseRow, case_rows
from evalcore.views.comparison_measures import measure_rows
from evalcore.views.document import render
from evalcore.views.finding import finding
from evalcore.views.history import day_of, name_of
from evalcore.views.language import Translator
from evalcore.views.measures import cards
from evalcore.views.outcome import outcome_of
from evalcore.views.reported import Reported
from evalcore.views.svg_trend import svg_trend
from evalcore.views.trail import trail_view
from evalcore.views.verdict import verdict_view
from evalcore.views.words import Tone, state_tone, state_word

MOST_TOLD = 25
"""Failing cases told with their lists; the rest is named and counted."""

MOST_ROWS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A failing case: people's question, what came, where the truth was, and why if known."""

    id: str
    question: str
    state: str
    tone: Tone
    headline: str
    received: Received | None
    failure: str
    owed: tuple[Owed, ...]
    diagnosis: str
    sentence: str


def report(reported: Reported, t: Translator) -> str:
    """The whole page; it works offline, on paper, on a phone, light and dark."""
    run = reported.run
    view = verdict_view(run, t)
    limit = float(run.policy.recall.mean_quality)
    failing = _failing_first(reported)
    return render(
        "report.html",
        t,
        title=f"Unbury · {run.record.suite} · {name_of(run.record)}",
        which=_which(reported, t),
        view=view,
        comparison=None if reported.both is None else _comparison(reported, t),
        unlike=reported.unlike,
        turned=_turned(reported, t),
        told=[_told(reported, case, state, t) for case, state in failing[:MOST_TOLD]],
        others=[(case.question, case.id) for case, _ in failing[MOST_TOLD : MOST_TOLD + MOST_ROWS]],
        more=_more(len(failing) - MOST_TOLD - MOST_ROWS, t),
        cards=[card for card in cards(run, t) if card.main],
        changes={}
        if reported.both is None
        else {r.name: r for r in measure_rows(reported.both, t)},
        trend=svg_trend(reported.past, run.record.id, limit, t),
        words=_words(reported, len(failing), t),
        made=t.text("Written by Unbury {version}.", version=run.record.version),
    )


def _which(reported: Reported, t: Translator) -> str:
    record = reported.run.record
    day = day_of(record, t)
    parts = [record.suite, name_of(record)]
    parts += [t.text("index of {day}", day=day)] if day else []
    parts.append(t.text("examined {when}", when=t.moment(record.started)))
    return " · ".join(parts)


def _comparison(reported: Reported, t: Translator) -> ComparisonView | None:
    return None if reported.both is None else comparison_view(reported.both, t)


def _turned(reported: Reported, t: Translator) -> list[CaseRow]:
    if reported.both is None:
        return []
    return case_rows(reported.both, reported.turned[:MOST_ROWS], t)


def _failing_first(reported: Reported) -> list[tuple[Case, State]]:
    """Failing cases, those that passed in the baseline first."""
    new = {one.case_id for one in reported.turned}
    failing = [(case, state) for _, case, state in reported.failing]
    return sorted(failing, key=lambda it: it[0].id not in new)


def _told(reported: Reported, case: Case, state: State, t: Translator) -> Told:
    outcome = outcome_of(reported.run, case.id)
    before = None if reported.both is None else outcome_of(reported.both.base, case.id)
    if before is not None and before.case.hash != case.hash:
        before = None
    diagnosis, sentence = _diagnosis(reported, case, t)
    return Told(
        id=case.id,
        question=case.question,
        state=state_word(state, t),
        tone=state_tone(state),
        headline="" if outcome is None else finding(outcome, t, over=False, ceiling="").headline,
        received=None if outcome is None else received(outcome, before, t),
        failure="" if outcome is None else outcome.failure,
        owed=() if outcome is None else tuple(owed_of(outcome, before, t)),
        diagnosis=diagnosis,
        sentence=sentence,
    )


def _diagnosis(reported: Reported, case: Case, t: Translator) -> tuple[str, str]:
    trail = reported.trails.get(case.id)
    if trail is None:
        return "", ""
    found = trail.diagnosis
    said = "" if found is None else t.message(found.sentence)
    return trail_view(trail, reported.run, t).diagnosis, said


def _more(rest: int, t: Translator) -> str:
    return t.plural("and {n} more", "and {n} more", rest) if rest > 0 else ""


def _words(reported: Reported, failing: int, t: Translator) -> dict[str, Any]:
    base = "" if reported.both is None else name_of(reported.both.base.record)
    return {
        "turned": t.text("Questions that changed verdict"),
        "against": t.text("Against the baseline «{base}»:", base=base),
        "none_turned": t.text("None, against the baseline «{base}».", base=base),
        "no_base": t.text("There is no baseline to compare with."),
        "unlike": t.text("The baseline cannot be compared: {why}", why=reported.unlike),
        "rules": t.text("The rules"),
        "failing": t.plural("{n} question to look at", "{n} questions to look at", failing),
        "came": t.text("What came"),
        "needed": t.text("What was needed"),
        "no_answer": t.text("No answer at all."),
        "others": t.text("The other questions to look at"),
        "measures": t.text("The measures"),
        "compared": t.text("Against the baseline"),
        "over_time": t.text("Over time"),
        "trend": t.text(
            "Mean quality of each run with its 95% interval; triangles are ingests in between."
        ),
        "columns": [
            t.text("Question"),
            t.text("Verdict"),
            t.text("Ranks"),
            t.text("What happened"),
            t.text("Ingest"),
        ],
        "measure_columns": _measure_columns(reported, t),
        "rule_columns": [t.text("Rule"), t.text("Value"), t.text("Limit"), t.text("Why")],
    }


def _measure_columns(reported: Reported, t: Translator) -> Sequence[str]:
    columns = [t.text("Measure"), t.text("Value"), t.text("Interval and cases")]
    if reported.both is not None:
        columns += [t.text("Against the baseline"), t.text("In words")]
    return columns
