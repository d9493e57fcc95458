"""The symptom table in a terminal: active rows in full, the others on a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from evalcore.model.symptom import SymptomState, SymptomTable
from evalcore.views import amounts
from evalcore.views.language import Translator
from evalcore.views.symptoms import SymptomLine, symptoms_view

_SIGNS: Mapping[SymptomState, tuple[str, str]] = {
    SymptomState.ACTIVE: ("●", "bold red"),
    SymptomState.QUIET: ("✓", "green"),
    SymptomState.NOT_ENOUGH_DATA: ("?", "dim"),
}
_INDENT = 2
_MOST_CASES = 12


def print_symptoms(table: SymptomTable) -> None:
    """Print every row; text of users is printed as text, never as markup."""
    console = Console(highlight=False, markup=False, emoji=False)
    view = symptoms_view(table, Translator())
    console.print(Text(f"{view.lead} {view.titles}".rstrip(), style="bold"))
    for line in view.lines:
        console.print()
        sign, style = _SIGNS[line.state]
        console.print(Text(f"{sign} {line.title}", style=style), _aside(line), sep="  ")
        for words, shade in _told(line):
            console.print(Padding(Text(words, style=shade), (0, 0, 0, _INDENT)))
    console.print()
    console.print(Text(view.footnote, style="dim"))


def _aside(line: SymptomLine) -> Text:
    told = [line.state_word] + ([] if line.test == amounts.NOTHING else [line.test])
    words = ", ".join([*told, *([line.interval] if line.interval else [])])
    return Text(words, style="dim")


def _told(line: SymptomLine) -> Iterator[tuple[str, str]]:
    yield line.figures, ""
    if line.remark:
        yield line.remark, "dim"
    if line.state is not SymptomState.ACTIVE:
        return
    numbered = line.chapters[:1].isdigit()
    yield f"{'chapter ' if numbered else ''}{line.chapters}: {line.review}", "cyan"
    if line.cases:
        more = len(line.cases) - _MOST_CASES
        shown = ", ".join(line.cases[:_MOST_CASES])
        yield f"cases: {shown}{f' and {more} more' if more > 0 else ''}", ""
