"""Golden sets in a terminal of eighty columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from evalcore.golden.anchors import AnchorState, Ruling
from evalcore.golden.finding import Finding, Severity
from evalcore.model.case import Case
from evalcore.workflows.golden_check import Checked
from evalcore.workflows.golden_diff import GoldenDiff
from evalcore.workflows.golden_grow import Added
from evalcore.workflows.golden_reanchor import Applied, MadePatch

_MOST = 8
_LOOK = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}
_MASK = "(blind)"


def print_check(checked: Checked) -> None:
    """The report: one block a finding, worst first, and what it comes to."""
    from evalcore.views.golden import sentence
    from evalcore.views.language import Translator

    console, report = _console(), checked.report
    console.print(Text(sentence(report, Translator()), style="bold"))
    about = f"{checked.name}, version {checked.hash[:12]}, as of {checked.on.isoformat()}: "
    about += f"{report.cases} cases, {report.active} active, {report.blind} blind."
    console.print(Text(about, style="dim"))
    for unlock in checked.unlocks:
        told = f"unlocked by {unlock.who}, {unlock.at[:10]}: {unlock.why}"
        console.print(Text(told, style="dim"))
    for finding in report.findings:
        console.print()
        _print_finding(console, finding)


def print_patch(made: MadePatch, golden: Path, output: Path | None) -> None:
    """How many labels are in which state, and what to do with the patch."""
    proposals = made.patch.proposals
    states = Counter(one.state for one in proposals)
    typer.echo(f"{made.kept + len(proposals)} labels: {made.kept} stand where they stood,")
    typer.echo(f"{states[AnchorState.EXACT]} found exactly and taken, the rest is proposed:")
    for state in AnchorState:
        if states[state]:
            typer.echo(f"  {state.value:<11} {states[state]:>5}  {_MEANS[state]}")
    if not proposals:
        typer.echo("There is nothing to decide, so no patch is written.")
    elif output is None:
        typer.echo("Nothing was written; -o PATCH keeps the proposals to review.")
    else:
        pending = sum(one.ruling is Ruling.PENDING for one in proposals)
        typer.echo(f"{output}: {pending} lines wait for accept, refuse or retire. Then:")
        typer.echo(f"  unbury golden reanchor {golden} --apply {output} -o NEW")


def print_quotes(made: MadePatch, golden: Path, output: Path | None) -> None:
    """The quotes proposed, and what to do with them."""
    proposals = made.patch.proposals
    typer.echo(f"{len(proposals)} quotes proposed; {made.kept} labels have no passage to quote.")
    shown = [one for one in proposals if one.case_id not in made.blind]
    for one in shown[:_MOST]:
        typer.echo(f"  {one.case_id}  {one.chunk_id}")
        typer.echo(_wrapped(f"«{one.found[0]}»", 4))
    if len(proposals) > len(shown[:_MOST]):
        typer.echo(f"  … and {len(proposals) - len(shown[:_MOST])} more")
    if proposals and output is None:
        typer.echo("Nothing was written; -o PATCH keeps the proposals to review.")
    elif proposals:
        typer.echo(f"{output}: write accept or refuse on each line. Then:")
        typer.echo(f"  unbury golden quote {golden} --apply {output} -o NEW")


def print_applied(applied: Applied, output: Path) -> None:
    """What was taken of a patch."""
    typer.echo(f"{output}: {applied.taken} decisions made, version {applied.hash[:12]}.")
    if applied.left:
        typer.echo(f"{applied.left} lines are still pending; their cases stay as they were.")


def print_added(added: Added, output: Path) -> None:
    """The drafts, and where they come from."""
    found = added.sampled
    if found is not None:
        typer.echo(
            f"{found.asked} questions in the log, {found.distinct} different, "
            f"{found.known} of them asked by a case already."
        )
        typer.echo(
            f"Taken: {len(found.failed)} confirmed failures, {len(found.head)} of the head, "
            f"{len(found.tail)} of the tail."
        )
    for case in added.drafts[:_MOST]:
        typer.echo(_wrapped(f"{case.id}  {case.question}", 2))
    if len(added.drafts) > _MOST:
        typer.echo(f"  … and {len(added.drafts) - _MOST} more")
    typer.echo(f"{output}: {len(added.drafts)} drafts, version {added.hash[:12]}.")
    typer.echo("They are not run until somebody annotates them and sets estado to active.")


def print_diff(found: GoldenDiff) -> None:
    """Cases added, removed and changed; blind ones are counted, not named."""
    versions = found.versions
    typer.echo(f"{found.before[:12]} → {found.after[:12]}")
    same = f"{versions.same} cases are the same in both."
    typer.echo(same if found.before != found.after else f"The versions are equal. {same}")
    _print_ids("added", versions.added)
    _print_ids("removed", versions.removed)
    examined = [one for one in versions.changed if one.examined]
    if versions.changed:
        typer.echo(
            f"changed: {len(versions.changed)}; in {len(examined)} what is examined changed, "
            "so their results do not compare"
        )
    for one in versions.changed:
        if one.before.blind or one.after.blind:
            continue
        mark = "*" if one.examined else " "
        typer.echo(_wrapped(f"{mark} {one.after.id}: {', '.join(one.differs)}", 2))
    hidden = sum(one.before.blind or one.after.blind for one in versions.changed)
    if hidden:
        typer.echo(f"  and {hidden} blind ones")


_MEANS = {
    AnchorState.EXACT: "one place of the same document, byte for byte",
    AnchorState.NORMALISED: "the same words, typeset anew",
    AnchorState.MOVED: "the same words, elsewhere",
    AnchorState.SPLIT: "the new cut runs through the quote",
    AnchorState.MERGED: "another label of the case has the same chunk now",
    AnchorState.AMBIGUOUS: "it could be several places",
    AnchorState.FUZZY: "similar words; look at what changed",
    AnchorState.ORPHAN: "nothing like it is left, or there is no quote",
    AnchorState.QUOTE: "a quote for a label that has none",
}


def _print_finding(console: Console, finding: Finding) -> None:
    head = Text(f"{finding.severity.value:<8}", style=_LOOK[finding.severity])
    console.print(head + Text(_wrapped(str(finding.what), 8).lstrip()))
    console.print(Text(_wrapped(str(finding.do), 8)))
    names = [*finding.cases[:_MOST]]
    more = len(finding.cases) - len(names)
    names += [f"… and {more} more"] if more else []
    names += [f"{finding.blind} × {_MASK}"] if finding.blind else []
    if names:
        console.print(Text(_wrapped(", ".join(names), 8), style="dim"))
    for detail in finding.details[:_MOST] if not names or len(finding.details) <= _MOST else ():
        console.print(Text(_wrapped(detail, 8), style="dim"))


def _print_ids(word: str, cases: Sequence[Case]) -> None:
    if not cases:
        return
    visible = [case.id for case in cases if not case.blind]
    hidden = len(cases) - len(visible)
    shown = [*visible[:_MOST], *(["…"] if len(visible) > _MOST else [])]
    shown += [f"{hidden} × {_MASK}"] if hidden else []
    typer.echo(_wrapped(f"{word}: {len(cases)}: {', '.join(shown)}", 0))


def _wrapped(text: str, indent: int) -> str:
    from textwrap import fill

    space = " " * indent
    whole = " ".join(text.split())
    return fill(whole, 78, initial_indent=space, subsequent_indent=space, break_long_words=False)


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)
