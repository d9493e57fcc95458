"""A judged run as Markdown for a pull request: the cases that changed verdict first."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.model.comparison import CaseChange
from evalcore.model.words import Decision, RuleStatus, State
from evalcore.views.comparison_cases import case_rows
from evalcore.views.comparison_measures import MeasureRow, measure_rows
from evalcore.views.finding import finding
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from evalcore.views.markdown_text import inline
from evalcore.views.measures import MeasureCard, cards
from evalcore.views.outcome import outcome_of
from evalcore.views.reported import Reported
from evalcore.views.verdict import verdict_view
from evalcore.views.words import state_word

MOST_CASES = 20
"""Of each kind; the rest is counted: a page of GitHub holds 65,536 characters, and nobody reads
a list of hundreds in a pull request."""

MOST_CHARACTERS = 60_000
_SIGNS = {Decision.ACCEPT: "✅", Decision.BLOCK: "⛔", Decision.CANNOT_JUDGE: "❓"}
_MARKS = {
    RuleStatus.HOLDS: "✅",
    RuleStatus.FAILS: "❌",
    RuleStatus.NOT_EVALUATED: "❓",
    RuleStatus.NOT_APPLICABLE: "➖",
    RuleStatus.WARNING: "⚠️",
}


def markdown(reported: Reported, t: Translator) -> str:
    """The report. Text of people's is escaped; what is left out for length is counted."""
    parts = [_head(reported, t), _turned(reported, t), _rules(reported, t), _failing(reported, t)]
    parts += [_measures(reported, t), _foot(reported, t)]
    whole = "\n".join(part for part in parts if part)
    if len(whole) <= MOST_CHARACTERS:
        return whole
    cut = whole[:MOST_CHARACTERS].rsplit("\n", 1)[0]
    return cut + "\n\n" + t.text("The report is cut here for its length.") + "\n"


def _head(reported: Reported, t: Translator) -> str:
    run = reported.run
    view = verdict_view(run, t)
    sign = _SIGNS[run.verdict.decision]
    names = " · ".join((inline(run.record.suite), inline(name_of(run.record))))
    return f"## {sign} {view.machine}: {names}\n\n{view.headline}. {inline(view.why, 600)}\n"


def _turned(reported: Reported, t: Translator) -> str:
    title = "### " + t.text("Questions that changed verdict") + "\n"
    if reported.both is None:
        why = t.text("There is no baseline to compare with.")
        if reported.unlike:
            why = t.text("The baseline cannot be compared: {why}", why=inline(reported.unlike))
        return f"{title}\n{why}\n"
    base = inline(name_of(reported.both.base.record))
    if not reported.turned:
        none = t.text("None, against the baseline «{base}».", base=base)
        return f"{title}\n{none}\n"
    head = "\n" + t.text("Against the baseline «{base}»:", base=base) + "\n"
    return title + head + _changed(reported.turned, reported, t)


def _changed(cases: Sequence[CaseChange], reported: Reported, t: Translator) -> str:
    if reported.both is None:
        return ""
    columns = [t.text("Question"), t.text("Verdict"), t.text("Ranks"), t.text("What happened")]
    lines = ["", _line(columns), _line(["---"] * len(columns))]
    for row in case_rows(reported.both, cases[:MOST_CASES], t):
        happened = row.pushed + (f" («{inline(row.batch, 80)}»)" if row.batch else "")
        question = _named(row.question, row.id)
        lines.append(_line([question, row.verdict, row.ranks, happened]))
    return "\n".join([*lines, *_more(len(cases), t)]) + "\n"


def _named(question: str, case_id: str) -> str:
    """A question with its id; once where labels are all there is and the id asks."""
    if question == case_id:
        return inline(case_id)
    return f"{inline(question)} ({inline(case_id, 80)})"


def _rules(reported: Reported, t: Translator) -> str:
    view = verdict_view(reported.run, t)
    statuses = {rule.rule: rule.status for rule in reported.run.verdict.rules}
    columns = [t.text("Rule"), t.text("Value"), t.text("Limit"), t.text("Why")]
    lines = ["### " + t.text("The rules"), "", _line(columns), _line(["---"] * len(columns))]
    for rule in view.rules:
        mark = f"{_MARKS[statuses[rule.rule]]} {rule.title}: {rule.status.lower()}"
        lines.append(_line([mark, rule.value, rule.limit, inline(rule.reason)]))
    return "\n".join(lines) + "\n"


def _failing(reported: Reported, t: Translator) -> str:
    told = {one.case_id for one in reported.turned}
    rest = [it for it in reported.failing if it[1].id not in told]
    if not rest:
        return ""
    title = t.text("Other questions to look at") if told else t.text("Questions to look at")
    lines = [f"### {title}", ""]
    for _, case, state in rest[:MOST_CASES]:
        outcome = outcome_of(reported.run, case.id)
        why = "" if outcome is None else finding(outcome, t, over=False, ceiling="").headline
        name = _named(case.question, case.id)
        lines.append(f"- **{state_word(state, t)}** {name}: {why}")
    return "\n".join([*lines, *_more(len(rest), t)]) + "\n"


def _measures(reported: Reported, t: Translator) -> str:
    changes = {} if reported.both is None else {r.name: r for r in measure_rows(reported.both, t)}
    columns = [t.text("Measure"), t.text("Value"), t.text("Interval and cases")]
    if changes:
        columns += [t.text("Against the baseline"), t.text("In words")]
    lines = ["### " + t.text("The measures"), "", _line(columns), _line(["---"] * len(columns))]
    lines += [_line(_measure(card, changes)) for card in cards(reported.run, t) if card.main]
    return "\n".join(lines) + "\n"


def _measure(card: MeasureCard, changes: dict[str, MeasureRow]) -> list[str]:
    cells = [card.label, card.value, f"{card.detail} {card.bounds}".strip()]
    if changes:
        row = changes.get(card.name)
        cells += ["", ""] if row is None else [f"{row.delta} ({row.interval})", row.verdict]
    return cells


def _foot(reported: Reported, t: Translator) -> str:
    run = reported.run.record
    states = [state for _, _, state in reported.listed]
    passed = sum(state is State.PASS for state in states)
    return t.text(
        "{passed} of {counted} questions pass. Run {run}: unbury show {run}.",
        passed=passed,
        counted=run.counted,
        run=run.id,
    )


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _more(total: int, t: Translator) -> list[str]:
    rest = total - MOST_CASES
    return ["", t.plural("and {n} more", "and {n} more", rest)] if rest > 0 else []
