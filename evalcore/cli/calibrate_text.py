"""What stored runs would have been, in a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.gate.calibrate import Proposal
from evalcore.model.trial import Trial
from evalcore.model.words import Decision
from evalcore.workflows.calibration import Calibration

_STYLE = {Decision.ACCEPT: "green", Decision.BLOCK: "bold red"}
_LISTED = 4


def print_calibration(found: Calibration) -> None:
    """The settings tried, every run before and after, and the ceilings that are suggested."""
    console = Console(highlight=False, markup=False, emoji=False)
    for line in _settings(found):
        console.print(Text(line))
    result = found.result
    runs = "1 run" if len(result.trials) == 1 else f"{len(result.trials)} runs"
    console.print(
        f"Of {runs} of {result.suite}, {result.blocks(after=True)} would be blocked "
        f"(stored: {result.blocks(after=False)}). Nothing was stored."
    )
    console.print()
    console.print(_runs(result.trials))
    console.print()
    console.print(_proposals(found))
    console.print(
        Text("hint: too few cases to bound the quantile from above.", style="dim"), soft_wrap=True
    )


def calibration_result(found: Calibration) -> dict[str, Any]:
    """The same as one JSON object; shares as exact fractions in text."""
    result = found.result
    return {
        "suite": result.suite,
        "settings": {key: {"from": old, "to": new} for key, (old, new) in found.changed.items()},
        "without_effect": list(found.idle),
        "blocks": {"stored": result.blocks(after=False), "tried": result.blocks(after=True)},
        "runs": [_run(one) for one in result.trials],
        "noise": {
            "general": _proposal(found.general),
            "domains": {name: _proposal(one) for name, one in found.domains.items()},
        },
    }


def _settings(found: Calibration) -> Iterator[str]:
    if not found.changed:
        yield "The policy in force, on stored runs (--set KEY=VALUE tries other numbers)."
    for key, (old, new) in found.changed.items():
        yield f"{key}: {old or 'as in general'} -> {new or 'as in general'}"
    if found.idle:
        yield f"No stored run can show the effect of {', '.join(found.idle)}: they ask anew."


def _runs(trials: tuple[Trial, ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("run", "stored", "would be"):
        table.add_column(name, no_wrap=True)
    table.add_column("rules and cases that change")
    for one in trials:
        before, after = one.before.decision, one.after.decision
        table.add_row(
            Text(one.record.label or one.record.id),
            Text(before.value, style=_STYLE.get(before, "yellow")),
            Text(after.value, style=_STYLE.get(after, "yellow")),
            Text(_changes(one)),
        )
    return table


def _changes(one: Trial) -> str:
    parts = [", ".join(one.rules)]
    for words, cases in (("now named:", one.cases), ("no longer:", one.no_longer)):
        if cases:
            more = f" and {len(cases) - _LISTED} more" if len(cases) > _LISTED else ""
            parts.append(f"{words} {', '.join(cases[:_LISTED])}{more}")
    return "; ".join(part for part in parts if part) or "–"


def _proposals(found: Calibration) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", title_justify="left")
    table.add_column("noise of healthy cases")
    for name in ("n", "95 % at most", "interval", "ceiling suggested"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_row(Text("all domains"), *_cells(found.general))
    for domain, one in found.domains.items():
        table.add_row(Text(domain), *_cells(one))
    return table


def _cells(one: Proposal) -> tuple[str, str, str, str]:
    base = one.base
    if base is None:
        return ("0", "–", "–", "–")
    ceiling = "none below the highest possible" if one.ceiling is None else str(one.ceiling)
    hint = " (hint)" if one.is_hint else ""
    return (str(base.n), str(base.value), _between(base.low, base.high), ceiling + hint)


def _between(low: Fraction | None, high: Fraction | None) -> str:
    """The interval, whose ends are open where too few cases bound them."""
    if low is None or high is None:
        return "open" if low is high else f"{low} or more" if high is None else f"{high} or less"
    return f"{low} to {high}"


def _run(one: Trial) -> dict[str, Any]:
    return {
        "run": one.record.id,
        "label": one.record.label,
        "stored": one.before.decision.value,
        "would_be": one.after.decision.value,
        "rules": list(one.rules),
        "cases": list(one.cases),
        "no_longer": list(one.no_longer),
    }


def _proposal(one: Proposal) -> dict[str, Any]:
    base = one.base
    return {
        "n": 0 if base is None else base.n,
        "share": None if base is None else str(base.share),
        "value": None if base is None else str(base.value),
        "low": None if base is None or base.low is None else str(base.low),
        "high": None if base is None or base.high is None else str(base.high),
        "ceiling": None if one.ceiling is None else str(one.ceiling),
        "hint": one.is_hint,
    }
