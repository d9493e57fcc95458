"""A comparison in a terminal: the cases that changed verdict first, the means after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from evalcore.cli.compare_cases import case_lines
from evalcore.cli.compare_measures import measures_table, told_apart, what_it_says
from evalcore.cli.figures import mean
from evalcore.model.comparison import CaseChange, CellChange, Change, Comparison, ManifestDiff
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.words import State

_LISTED = 20
_FEW_LISTED = 5
_QUALITY = "quality"
_FLAT = 1.0
"""Points of mean quality within which whoever reads only the mean would see nothing."""


def print_comparison(base: StoredRun, candidate: StoredRun, changes: Comparison) -> None:
    """Print the whole comparison; text of users is printed as text, never as markup."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(_title(base.record, candidate.record))
    for line in _headline(changes):
        console.print(line)
    for heading, cases, listed in _sections(changes):
        _print_cases(console, heading, cases, listed, candidate)
    console.print()
    console.print(measures_table(changes.measures))
    console.print(Text(what_it_says(changes.measures), style="dim"))
    for line in (*_cells(changes.cells), *_index(changes.manifest), *_differences(changes)):
        console.print(line)


def _title(base: RunRecord, candidate: RunRecord) -> Text:
    names = [f"{one.label} ({one.id})" if one.label else one.id for one in (base, candidate)]
    line = Text()
    line.append(" COMPARE ", style="bold reverse")
    line.append(f"  {names[0]} → {names[1]}", style="dim")
    return line


def _headline(changes: Comparison) -> Iterator[Text]:
    flipped, shared = changes.flipped, changes.shared
    if not shared:
        yield Text("These two runs share no question with an outcome: nothing can be compared.")
    elif flipped:
        failing = sum(one.state_after is not State.PASS for one in flipped)
        yield Text(
            f"{len(flipped)} of {shared} shared questions changed verdict: "
            f"{failing} now {_verb(failing, 'fail')}, "
            f"{len(flipped) - failing} now {_verb(len(flipped) - failing, 'pass')}.",
            style="bold",
        )
    else:
        yield Text(f"None of {shared} shared questions changed verdict.", style="bold")
    counted = (
        (Change.IMPROVED, "improved"),
        (Change.WORSENED, "worsened"),
        (Change.WITHIN_NOISE, "within noise"),
        (Change.NOT_COMPARABLE, "not comparable"),
    )
    words = [f"{len(changes.having(change))} {word}" for change, word in counted]
    yield Text("Of all questions: " + ", ".join(words) + ".")
    yield from _mean(changes)


def _verb(n: int, verb: str) -> str:
    if n != 1:
        return verb
    return f"{verb}es" if verb.endswith("s") else f"{verb}s"


def _mean(changes: Comparison) -> Iterator[Text]:
    """What whoever reads only the mean would see, and whether it says anything."""
    quality = changes.measures.get(_QUALITY)
    if quality is None or quality.base is None or quality.candidate is None:
        return
    hidden = changes.flipped and abs(quality.candidate - quality.base) <= _FLAT
    yield Text(
        f"{'The mean hides it: quality' if hidden else 'Mean quality:'} {mean(quality.base)} "
        f"before, {mean(quality.candidate)} after. {told_apart(_QUALITY, quality)}"
    )


def _sections(changes: Comparison) -> Iterator[tuple[str, tuple[CaseChange, ...], int]]:
    yield "Changed verdict", changes.flipped, _LISTED
    for change, heading in ((Change.WORSENED, "Got worse"), (Change.IMPROVED, "Got better")):
        quiet = tuple(one for one in changes.having(change) if not one.flipped)
        yield heading, quiet, _FEW_LISTED
    yield "Not comparable", changes.having(Change.NOT_COMPARABLE), _FEW_LISTED


def _print_cases(
    console: Console,
    heading: str,
    cases: Sequence[CaseChange],
    listed: int,
    candidate: StoredRun,
) -> None:
    if not cases:
        return
    console.print()
    console.print(Text(f"{heading} ({len(cases)})", style="bold"))
    for one in cases[:listed]:
        for depth, line in case_lines(one, candidate):
            console.print(Padding(line, (0, 0, 0, depth)))
    if len(cases) > listed:
        more = f"... and {len(cases) - listed} more; --json lists all"
        console.print(Text(f"  {more}", style="dim"))


def _cells(cells: Sequence[CellChange]) -> Iterator[Text]:
    worse = [cell for cell in cells if cell.newly_failing]
    if not worse:
        return
    yield Text("\nWhere questions newly fail", style="bold")
    for cell in sorted(worse, key=lambda it: -len(it.newly_failing)):
        new, back = len(cell.newly_failing), len(cell.newly_passing)
        yield Text(
            f"  {cell.dimension} {cell.value}: now failing {new}, now passing {back}, of {cell.n}"
        )


def _index(diff: ManifestDiff | None) -> Iterator[Text]:
    if diff is None:
        yield Text("\nOne of the two runs has no manifest: nobody can say what came or went.")
        return
    parts = ((diff.added, "came in"), (diff.removed, "went"), (diff.changed, "changed"))
    told = [f"{len(ids)} {word}" for ids, word in parts if ids]
    yield Text(
        "\nThe index: " + (", ".join(told) if told else "the same chunks in both runs") + "."
    )
    if diff.new_batches:
        yield Text("New ingests: " + ", ".join(diff.new_batches) + ".")


def _differences(changes: Comparison) -> Iterator[Text]:
    if changes.differences:
        yield Text("\nWhat else is not the same", style="bold")
    for one in changes.differences:
        yield Text(f"  {one.name}: {_said(one.base)} → {_said(one.candidate)}")


def _said(value: object) -> str:
    return "none" if value is None else str(value)
