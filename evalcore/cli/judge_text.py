"""A judgement in a terminal: the shares, the cases to look at, people, the ruler, the cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.cli.figures import cut, mean
from evalcore.model.judgement import Judgement, Spent, spent
from evalcore.model.words import State
from evalcore.stability.judged import JudgedCase, JudgedShare
from evalcore.stability.people import AgainstPeople
from evalcore.stability.votes import can_ever_be_undecided
from evalcore.workflows.judge_prompts import Linted
from evalcore.workflows.judgement_run import Against, JudgedRun

_LISTED = 10
_REASON = 160
_STYLES = {State.FAIL: "red", State.UNDECIDED: "yellow", State.ERROR: "yellow"}


def print_judged(found: JudgedRun) -> None:
    """Print the whole judgement; text of users and judges is printed as text, never as markup."""
    console = Console(highlight=False, markup=False, emoji=False)
    judgement = found.stored.judgement
    console.print(_headline(found))
    console.print()
    console.print(_shares(found.shares))
    sampling, samples = found.run.policy.sampling, judgement.ruler.samples
    if not can_ever_be_undecided(samples, sampling.min_agreement):
        console.print(Text(_never(samples, sampling.min_agreement), style="yellow"))
    for gap in judgement.gaps:
        console.print(Text(f"Not examined: {gap}.", style="yellow"))
    if judgement.system is None:
        console.print(Text("Nobody said which model wrote the answers.", style="yellow"))
    for line in _to_look_at(found.shares):
        console.print(line)
    for one in found.people:
        console.print(_people(one))
    if found.against is not None:
        for line in _against(found.against):
            console.print(line)
    console.print()
    for line in _cost(judgement):
        console.print(line)
    if found.outcome is not None:
        verdict = found.outcome.verdict
        console.print(Text(f"\n{verdict.decision.value}: {verdict.sentence}", style="bold"))


def print_lint(found: Linted, *, as_json: bool) -> int:
    """Print what lint found; 0 where every prompt may be sent, else 1."""
    if as_json:
        from evalcore.cli.console import print_json

        print_json(
            {
                "prompts": {m.value: prompt.file for m, prompt in found.prompts.items()},
                "findings": [
                    {
                        "rule": one.rule,
                        "severity": "error" if one.error else "warning",
                        "file": one.problem.file,
                        "line": one.problem.line,
                        "what": one.problem.what,
                        "do": one.problem.hint,
                    }
                    for one in found.findings
                ],
            }
        )
        return 0 if found.sound else 1
    console = Console(highlight=False, markup=False, emoji=False)
    for one in found.findings:
        line = Text("error   " if one.error else "warning ", style="red" if one.error else "yellow")
        line.append(str(one.problem), style="default")
        console.print(line)
    if not found.findings:
        console.print(Text(f"Prompts: {len(found.prompts)}, none with a fault."))
    return 0 if found.sound else 1


def print_sheet(path: Path, held: int) -> None:
    """Print what to do with a sheet."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(
        Text(
            f"{path}: {held} answers, drawn at random. Fill in every verdict, pass or fail, and "
            f"then: unbury judge RUN --stored --human {path}"
        )
    )


def _headline(found: JudgedRun) -> Text:
    ruler = found.stored.judgement.ruler
    judgement = found.stored.judgement
    part = f"{len(judgement.cases)} of {judgement.eligible} cases"
    line = Text(" JUDGED ", style="bold reverse")
    line.append(
        f"  {found.run.record.suite} · {part} · {ruler.judge}, votes on each: {ruler.samples}",
        style="dim",
    )
    return line


def _shares(shares: tuple[JudgedShare, ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("measure", no_wrap=True)
    for name in ("pass", "open", "share", "95 % interval", "score", "worst to best"):
        table.add_column(name, justify="right", no_wrap=True)
    for share in shares:
        worst, best = share.bounds
        it = share.passing
        known = it.mean is not None and it.low is not None and it.high is not None
        table.add_row(
            share.measure.value,
            f"{share.passed}/{len(share.cases)}",
            Text(str(share.open), style="yellow" if share.open else ""),
            "–" if it.mean is None else mean(it.mean),
            f"{it.low:.3f} to {it.high:.3f}" if known else "",
            "–" if share.score.mean is None else mean(share.score.mean),
            f"{cut(worst, 3)} to {cut(best, 3)}" if share.open else "",
        )
    return table


def _never(samples: int, share: Fraction) -> str:
    return (
        f"min_agreement {share} can never leave an answer undecided at {samples} votes on each: "
        "any majority reaches it."
    )


def _to_look_at(shares: tuple[JudgedShare, ...]) -> Iterator[Text]:
    cases = [(s, case) for s in shares for case in s.cases if case.state is not State.PASS]
    if cases:
        yield Text(f"\n{len(cases)} to look at:", style="bold")
    for share, case in cases[:_LISTED]:
        line = Text(f"  {case.state.value:<9} ", style=_STYLES[case.state])
        votes = len(case.judged.votes)
        line.append(f"{case.judged.case_id}  {share.measure.value}", style="default")
        line.append(f"  {case.passes}/{votes} votes" if votes else "", style="default")
        yield line
        yield Text(f"            {_why(case)}", style="dim")
    if len(cases) > _LISTED:
        yield Text(f"  ... and {len(cases) - _LISTED} more: --json has them all", style="dim")


def _why(case: JudgedCase) -> str:
    """What the judge said against it, or why it said nothing."""
    if case.judged.missing is not None:
        return case.judged.missing
    against = [f"{v.said}: {v.reason}" for v in case.judged.votes if v.passed is False]
    unread = [v.unread for v in case.judged.votes if v.unread is not None]
    told = " ".join(next(iter(against + unread), "").split())
    return told if len(told) <= _REASON else f"{told[: _REASON - 1]}…"


def _people(one: AgainstPeople) -> Text:
    line = Text(f"\nAgainst people, {one.measure.value}: ", style="bold")
    said = f"the judge agrees on {one.agreed} of {one.n}"
    if one.kappa.n:
        kappa = "undefined" if one.kappa.value is None else cut(one.kappa.value, 2)
        said += f"; kappa {kappa} ({one.kappa.low:.2f} to {one.kappa.high:.2f}, n {one.kappa.n})"
    line.append(f"{said}.", style="not bold")
    table = ", ".join(
        f"people {people} and judge {judge}: {n}"
        for (people, judge), n in sorted(one.table.items())
    )
    line.append(f"\n  {table}" if table else "", style="not bold")
    if one.disputed:
        line.append(f"\n  people contradict each other on {len(one.disputed)}", style="yellow")
    if one.stale:
        line.append(f"\n  verdicts on other answers, not counted: {one.stale}", style="yellow")
    if one.corrected is not None:
        c = one.corrected
        line.append(
            f"\n  corrected by {c.n} drawn labels: {c.mean:.3f} ({c.low:.3f} to {c.high:.3f})",
            style="not bold",
        )
    else:
        line.append(f"\n  no corrected mean: {one.lacking}", style="not bold")
    return line


def _against(against: Against) -> Iterator[Text]:
    yield Text(f"\nAgainst judgement {against.judgement} of run {against.run_id}:", style="bold")
    if against.ruler:
        yield Text("  THE RULER CHANGED: what differs below may be the judge's doing", style="red")
    else:
        yield Text("  the ruler is the same")
    for name, changes in (("ruler", against.ruler), ("product", against.product)):
        for one in changes:
            before = f"{one.before} becomes " if one.before else ""
            yield Text(f"    {name}, {one.name}: {before}{one.after}")
    if against.incomparable:
        said = f"  cases that were asked otherwise, not compared: {against.incomparable}"
        yield Text(said, style="yellow")
    yield Text(f"  verdicts that turned: {len(against.turned)}")
    for turned in against.turned[:_LISTED]:
        words = f"{turned.before.value} becomes {turned.after.value}"
        yield Text(f"    {turned.case_id}  {turned.measure.value}: {words}")
    if len(against.turned) > _LISTED:
        yield Text(f"    ... and {len(against.turned) - _LISTED} more", style="dim")


def _cost(judgement: Judgement) -> Iterator[Text]:
    votes = tuple(judgement.votes())
    kept, unread = sum(v.kept for v in votes), sum(v.passed is None for v in votes)
    everything = spent((a for v in votes for a in v.attempts), judgement.price)
    now = spent((a for v in votes for a in v.attempts[v.earlier :]), judgement.price)
    yield Text(f"votes: {len(votes)}, of which {kept} kept from before and {unread} not read")
    yield Text(f"attempts of all votes: {_spent(everything, judgement)}")
    if kept or now.attempts != everything.attempts:
        yield Text(f"attempts of this call: {_spent(now, judgement)}")


def _spent(it: Spent, judgement: Judgement) -> str:
    tokens = f"{it.input:,} + {it.output:,} tokens"
    least = "at least " if it.uncounted else ""
    if it.cost is None or judgement.price is None:
        return f"{it.attempts}; {least}{tokens}; cost unknown: no price for {judgement.ruler.judge}"
    return f"{it.attempts}; {least}{tokens}; {least}{cut(it.cost, 4)} {judgement.price.currency}"
