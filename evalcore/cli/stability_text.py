"""The measured stability in a terminal: the sentence, the means, the cases that swing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.cli.figures import cut
from evalcore.model.stability import CaseVotes, Spread, Stability, Tolerance
from evalcore.stability.reason import reason_of
from evalcore.stability.tolerance import QUALITY

_LISTED = 12


def print_stability(stability: Stability) -> None:
    """Print the whole measurement; text of users is printed as text, never as markup."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(_headline(stability))
    console.print(Text(str(reason_of(stability))))
    console.print()
    console.print(_means(stability))
    console.print(_passing(stability))
    if stability.never_undecided and stability.samples > 1:
        console.print(_never(stability))
    if stability.samples == 1:
        console.print(
            Text("One sample a run: whether a case is undecided cannot show.", style="yellow")
        )
    if stability.unsure:
        console.print()
        console.print(_cases(stability))
        console.print(_case_tolerance(stability))


def print_written(path: Path, changed: Mapping[str, tuple[str, str]]) -> None:
    """Print which settings a written policy version changed."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(f"\n{path} is a new version of the policy:"))
    for name, (before, after) in changed.items():
        console.print(Text(f"  {name}: {before or 'none'} becomes {after}"))
    if not changed:
        console.print(Text("  its numbers are those that were measured already"))


def _headline(stability: Stability) -> Text:
    word, style = ("USABLE", "bold green") if stability.usable else ("NOT USABLE", "bold yellow")
    line = Text()
    line.append(f" {word} ", style=f"{style} reverse")
    asked = f"{len(stability.runs)} runs of {stability.samples} samples"
    line.append(f"  {stability.suite} · {asked}", style="dim")
    return line


def _means(stability: Stability) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("measure", no_wrap=True)
    for name in ("lowest", "highest", "largest", "margin", "tolerance", "worth", "n/N"):
        table.add_column(name, justify="right", no_wrap=True)
    tolerances = {one.measure: one for one in stability.tolerances}
    for spread in stability.spreads:
        table.add_row(*_mean(spread, tolerances.get(spread.measure)))
    return table


def _mean(spread: Spread, tolerance: Tolerance | None) -> list[str | Text]:
    shown = [_figure(spread.measure, value) for value in (min(spread.values), max(spread.values))]
    shown.append(_figure(spread.measure, spread.largest))
    if tolerance is None:
        return [spread.measure, *shown, "", "", "", f"{spread.n}/{spread.N}"]
    style = "" if tolerance.usable else "bold yellow"
    return [
        spread.measure,
        *shown,
        _figure(spread.measure, tolerance.margin),
        Text(_figure(spread.measure, tolerance.value), style=style),
        _figure(spread.measure, tolerance.worth),
        f"{spread.n}/{spread.N}",
    ]


def _figure(measure: str, value: Fraction) -> str:
    return cut(value, 2 if measure == QUALITY else 4)


def _passing(stability: Stability) -> Text:
    counts = ", ".join(str(reading.passing) for reading in stability.readings)
    return Text(f"passing cases: {counts} of {len(stability.cases)}")


def _never(stability: Stability) -> Text:
    return Text(
        f"min_agreement {stability.min_agreement} can never leave a case undecided with "
        f"{stability.samples} samples: any majority reaches it.",
        style="yellow",
    )


def _cases(stability: Stability) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("swings", justify="right", no_wrap=True)
    table.add_column("votes in each run", no_wrap=True)
    table.add_column("case")
    restless = sorted(stability.unsure, key=lambda case: -case.largest)
    for case in restless[:_LISTED]:
        wide = case.largest > stability.case_tolerance
        table.add_row(
            Text(f"{case.largest}/{stability.samples}", style="bold yellow" if wide else ""),
            Text(_votes(case)),
            Text(case.case_id),
        )
    more = len(restless) - _LISTED
    if more > 0:
        table.add_row("", "", Text(f"... and {more} more: --json has them all", style="dim"))
    return table


def _votes(case: CaseVotes) -> str:
    return " ".join(str(passed) for passed in case.votes)


def _case_tolerance(stability: Stability) -> Text:
    return Text(
        f"A single case may lose {stability.case_tolerance} of {stability.samples} votes before "
        f"its turning to fail is hidden; the largest swing is {stability.largest}. Let the gate "
        "stand on the means and read single cases as a diagnosis."
    )
