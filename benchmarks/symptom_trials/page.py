"""The figures of the symptom trials as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evalcore.stats.binomial import interval

from symptom_trials.trials import Confounded, Count

_METHOD = """\
Every run below is judged by the whole table (`evalcore.symptoms.table.rows_of`), with all
thirteen symptoms supplied with data: eight weeks of history, a blind reserve, chunks that rose
above what sank, noise, ties, and a diagnosis of every failure. Whatever a trial does not cause
goes by chance, at the edge of what counts as healthy (one case in ten tied, one in ten over its
noise ceiling, one failure in ten lost by the index): the hardest case for false alarms. Two kinds
of golden sets: the sample's 69 counted cases with their domains and kinds, and sets drawn anew
for every run (50 to 500 cases, 3 to 10 domains of uneven size). Intervals are exact (Clopper and
Pearson), 95 %."""


@dataclass(frozen=True, kw_only=True)
class Trials:
    """What came of all trials, by the kind of golden set."""

    seed: int
    alarms: Mapping[str, Count]
    found: Mapping[str, Count]
    hardest: Mapping[str, Count]
    confounded: Confounded


def page(trials: Trials, command: str) -> str:
    """The whole page in Markdown."""
    return "\n".join(_lines(trials, command)) + "\n"


def told(hits: int, runs: int) -> str:
    """``12/2000 = 0.6% (0.3% to 1.0%)``."""
    low, high = interval(hits, runs)
    return f"{hits}/{runs} = {hits / runs:.1%} ({low:.1%} to {high:.1%})"


def _lines(trials: Trials, command: str) -> Iterator[str]:
    yield "# Symptoms: false alarms and power"
    yield f"\nWritten by `{command}`, seed {trials.seed}.\n"
    yield _METHOD
    yield "\n## False alarms\n"
    yield "Failures scattered over all cases at random, 1 % to 50 % of them. Any symptom raised:\n"
    yield from _counts(trials.alarms)
    yield "\n| raised | " + " | ".join(trials.alarms) + " |"
    yield "|---|" + "---:|" * len(trials.alarms)
    for name in sorted({name for count in trials.alarms.values() for name in count.by}):
        yield f"| {name} | " + " | ".join(str(c.by[name]) for c in trials.alarms.values()) + " |"
    yield "\n## A domain that fails as a whole\n"
    yield "At least 70 % of a domain of 6 or more cases fail, at most 20 % elsewhere. Named:\n"
    yield from _counts(trials.found)
    yield "\nAt its hardest: just 70 % of the domain, and the whole 20 % elsewhere:\n"
    yield from _counts(trials.hardest)
    yield "\n| cases of the domain | " + " | ".join(trials.hardest) + " |"
    yield "|---|" + "---:|" * len(trials.hardest)
    for size in [*map(str, range(6, 12)), "12+"]:
        cells = (f"{c.by[size]}/{c.of[size]}" for c in trials.hardest.values())
        yield f"| {size} | " + " | ".join(cells) + " |"
    yield from _confounded(trials.confounded)


def _counts(counts: Mapping[str, Count]) -> Iterator[str]:
    for name, count in counts.items():
        yield f"- {name}: **{told(count.hits, count.runs)}**"


def _confounded(one: Confounded) -> Iterator[str]:
    yield "\n## Numeric cases that stand in one domain\n"
    yield (
        "A whole domain fails, at most 5 % elsewhere, and the domain holds nearly all numeric cases"
        " (85 % of its own, 5 % of the others'). The table says:\n"
    )
    yield f"- a whole domain: {told(one.domain, one.runs)}"
    yield f"- only numeric questions: **{told(one.numeric, one.runs)}**"
    yield (
        "- Fisher's test without the domains, at 5 % and with a healthy rest, would have said"
        f" numeric: {told(one.plain, one.runs)}"
    )
