"""Trails in a terminal: the diagnosis in a sentence, every probe's answer, who stands above."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.model.diagnosis import Answer, Asked, ChunkTrail, Displacer, Finding, Trail
from evalcore.model.message import Message

_SIGNS: Mapping[Answer, tuple[str, str]] = {
    Answer.CONFIRMED: ("●", "bold red"),
    Answer.SUSPECTED: ("◐", "yellow"),
    Answer.RULED_OUT: ("✓", "green"),
    Answer.NO_DATA: ("?", "dim"),
    Answer.NOT_ASKED: ("·", "dim"),
}
_TOLD = (Answer.CONFIRMED, Answer.SUSPECTED)
_WIDE = 88
_BETWEEN = " | "
_MOST = 10
_FACTS = 6
_IN = " " * 8


def print_trails(run_id: str, trails: Sequence[Trail], unasked: Message | None = None) -> None:
    """Print every trail; text of users is printed as text, never as markup.

    ``unasked`` is the reason why the index could not be asked.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    if not trails:
        console.print(f"No case of run {run_id} failed: there is nothing to diagnose.")
        return
    if unasked is not None:
        console.print(Text(f"{unasked} Nothing can be confirmed.", style="yellow"))
    for trail in trails:
        for line in _case(trail):
            console.print(line)
        console.print()
    console.print(Text(_summary(run_id, trails), style="dim"))


def _hung(head: str, body: str, *, style: str = "", of_head: str | None = None) -> Table:
    """A line whose further lines, where the terminal is narrow, begin below its body."""
    line = Table.grid()
    line.add_column(no_wrap=True)
    line.add_column()
    line.add_row(Text(head, style=style if of_head is None else of_head), Text(body, style=style))
    return line


def _case(trail: Trail) -> Iterator[Text | Table]:
    yield Text(f"{trail.case_id}: {headline(trail)}", style="bold")
    leading = trail.leading
    ordered = sorted(trail.chunks, key=lambda it: it is not leading)
    for chunk in ordered:
        yield from _chunk(chunk)


def headline(trail: Trail) -> str:
    """The diagnosis of a case in one sentence, with its probe and how sure it is."""
    found = trail.diagnosis
    if found is None:
        return "no probe found anything"
    return f"{found.sentence} ({found.probe.value}, {found.answer.value})"


def _chunk(chunk: ChunkTrail) -> Iterator[Text | Table]:
    place = f"rank {chunk.rank}" if chunk.rank else "not within depth"
    yield Text(f"  {chunk.chunk_id} ({place})")
    for finding in chunk.findings:
        yield from _finding(finding)
    if chunk.displacers:
        yield Text("    above it:", style="dim")
        yield from map(_displacer, chunk.displacers[:_MOST])
        more = len(chunk.displacers) - _MOST
        if more > 0:
            yield Text(f"      … and {more} more", style="dim")


def _finding(finding: Finding) -> Iterator[Table]:
    sign, style = _SIGNS[finding.answer]
    head = f"    {sign} {finding.probe.value:<12}{finding.answer.value:<10} "
    yield _hung(head, str(finding.sentence), of_head=style)
    if finding.answer not in _TOLD:
        return
    for fact in _facts(finding.evidence):
        yield _hung(_IN, fact, style="dim")
    for asked in finding.asked:
        yield _hung(_IN, f"asked: {_answer(asked)}", style="dim")
    if finding.repair is not None:
        chapter = f" (chapter {finding.chapter})" if finding.chapter else ""
        yield _hung(_IN, f"repair: {finding.repair}{chapter}", style="cyan")


def _answer(asked: Asked) -> str:
    if asked.failed is not None:
        return f"{asked.what}: {asked.failed}"
    return f"{asked.what}: {'not found' if asked.rank is None else f'rank {asked.rank}'}"


def _facts(evidence: Mapping[str, Any]) -> Iterator[str]:
    """The first few facts, each on a line; the whole is in the JSON answer."""
    plain = [
        f"{name.replace('_', ' ')}: {_short(value)}"
        for name, value in evidence.items()
        if value not in (None, "", [], {})
    ]
    yield from plain[:_FACTS]


def _listed(items: list[str]) -> str:
    """Whole items, as many as fit on the line."""
    kept = items
    while len(kept) > 1 and len(_BETWEEN.join(kept)) > _WIDE:
        kept = kept[:-1]
    return _BETWEEN.join(kept if len(kept) == len(items) else [*kept, "…"])


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        value = ", ".join(f"{key} {_short(it)}" for key, it in value.items() if it is not None)
    elif isinstance(value, list):
        return _listed([_short(it) for it in value])
    text = " ".join(str(value).split())
    return text if len(text) <= _WIDE else f"{text[: _WIDE - 1]}…"


def _displacer(displacer: Displacer) -> Text:
    facts = [
        f"batch {displacer.batch}" if displacer.batch else "",
        f"{displacer.likeness:.0%} alike",
        "old version" if displacer.old_version else "",
        "perhaps a missing label" if displacer.maybe_unlabelled else "",
    ]
    told = " · ".join(fact for fact in facts if fact)
    return Text(f"      {displacer.rank:>3}  {displacer.chunk_id}  {told}", style="dim")


def _summary(run_id: str, trails: Sequence[Trail]) -> str:
    causes = Counter(
        f"{found.probe.value} {found.answer.value}" if (found := it.diagnosis) else "none"
        for it in trails
    )
    told = ", ".join(f"{n} {cause}" for cause, n in causes.most_common())
    return f"{len(trails)} failed: {told}   ·   unbury show {run_id} --case {trails[0].case_id}"
