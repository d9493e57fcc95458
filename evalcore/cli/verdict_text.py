"""The verdict in a terminal: the word, the sentence, the rules, the figures, what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.cli.figures import against, mean
from evalcore.model.estimate import Estimate
from evalcore.model.verdict import RuleResult
from evalcore.model.words import Decision, RuleStatus, State
from evalcore.views.result import cases_of
from evalcore.workflows.outcome import Outcome

_DECISION_STYLE = {
    Decision.ACCEPT: "bold green",
    Decision.BLOCK: "bold red",
    Decision.CANNOT_JUDGE: "bold yellow",
}
_STATUS = {
    RuleStatus.HOLDS: ("✓ holds", "green"),
    RuleStatus.FAILS: ("✗ fails", "bold red"),
    RuleStatus.NOT_EVALUATED: ("? not evaluated", "yellow"),
    RuleStatus.NOT_APPLICABLE: ("– not applicable", "dim"),
    RuleStatus.WARNING: ("! warning", "yellow"),
}
_SHARES = frozenset({"other_failures", "noise", "golden_health", "comparable", "judged_answers"})
_HEADLINE = frozenset({"recall", "quality", "precision", "mrr", "gold_mrr", "ndcg", "map", "noise"})
"""The measures of the contract's table; ``--json`` has every other one too."""
_LISTED = 10


def print_verdict(outcome: Outcome) -> None:
    """Print the whole verdict; text of users is printed as text, never as markup."""
    console = Console(highlight=False, markup=False, emoji=False)
    verdict, examination = outcome.verdict, outcome.examination
    console.print(_headline(outcome))
    console.print(Text(str(verdict.sentence)))
    console.print()
    console.print(_rules(verdict.rules))
    console.print()
    console.print(_measures(outcome))
    if outcome.blind is not None:
        console.print(_blind(outcome))
    for line in _failures(outcome):
        console.print(line)
    for note in outcome.notes:
        console.print(Text(note, style="yellow"))
    if examination.unknown_cases:
        console.print(
            Text(
                f"{len(examination.unknown_cases)} rankings name cases that the golden set "
                f"does not have, such as {examination.unknown_cases[0]!r}.",
                style="yellow",
            )
        )


def _headline(outcome: Outcome) -> Text:
    decision = outcome.verdict.decision
    names = " · ".join(part for part in (outcome.suite, outcome.label, outcome.run_id) if part)
    line = Text()
    line.append(f" {decision.value} ", style=f"{_DECISION_STYLE[decision]} reverse")
    line.append(f"  {names}", style="dim")
    return line


def _rules(rules: tuple[RuleResult, ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name, right in (("rule", False), ("status", False), ("value", True), ("limit", True)):
        table.add_column(name, justify="right" if right else "left", no_wrap=True)
    table.add_column("why")
    for rule in rules:
        word, style = _STATUS[rule.status]
        table.add_row(
            Text(rule.rule),
            Text(word, style=style),
            Text(_figure(rule, rule.value)),
            Text(_limit(rule)),
            Text(str(rule.reason)),
        )
    return table


def _limit(rule: RuleResult) -> str:
    if rule.limit is None:
        return ""
    sign = "≥" if rule.rule in ("mean_quality", "min_cases", "judged_answers") else "≤"
    return f"{sign} {_figure(rule, rule.limit)}"


def _figure(rule: RuleResult, value: Fraction | None) -> str:
    if value is None:
        return ""
    if rule.rule in _SHARES:
        limit = None if rule.limit is None else rule.limit * 100
        return f"{against(value * 100, limit, least=1)}%"
    return str(int(value)) if value.denominator == 1 else against(value, rule.limit, least=2)


def _measures(outcome: Outcome) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("measure", no_wrap=True)
    for name in ("mean", "95 % interval", "n/N", "worst to best"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, estimate in outcome.examination.estimates.items():
        if name.split("@")[0] in _HEADLINE:
            table.add_row(name, *_estimate(estimate))
    return table


def _estimate(it: Estimate) -> tuple[str, str, str, str]:
    counts = f"{it.n}/{it.N}"
    if it.mean is None or it.low is None or it.high is None:
        return ("–", "", counts, "")
    whole = it.n == it.N or it.worst is None or it.best is None
    bounds = "" if whole else f"{it.worst:.3f} to {it.best:.3f}"
    return (mean(it.mean), f"{it.low:.3f} to {it.high:.3f}", counts, bounds)


def _blind(outcome: Outcome) -> Text:
    """The reserved cases beside the visible ones: far below means tuned to what was seen."""
    blind = outcome.blind or {}
    passed = int(outcome.examination.is_state(State.PASS).sum())
    return Text(
        f"blind set: {blind['passed']} of {blind['counted']} pass "
        f"(visible: {passed} of {int(outcome.examination.counted.sum())})"
    )


def _failures(outcome: Outcome) -> Iterator[Text]:
    examination = outcome.examination
    unhappy = examination.is_state(State.FAIL, State.LOST, State.ERROR, State.UNDECIDED)
    ids = examination.ids(unhappy)
    if not ids:
        return
    yield Text(f"\n{len(ids)} to look at:", style="bold")
    for case in cases_of(examination, ids[:_LISTED]):
        line = Text(f"  {case['state']:<9} {case['id']}  ")
        line.append(case["question"], style="italic")
        yield line
        for chunk in case["expected"]:
            if chunk["place"] != "found":
                where = f"rank {chunk['rank']}" if chunk["rank"] else "not within depth"
                yield Text(f"            {chunk['chunk_id']}: {where}", style="red")
        if case["error"]:
            yield Text(f"            {case['error']}", style="yellow")
    more = len(ids) - _LISTED
    if more > 0:
        yield Text(f"  ... and {more} more", style="dim")
    yield Text(f"\nNext: unbury show {outcome.run_id} --case {ids[0]}   ·   unbury serve")
