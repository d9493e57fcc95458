"""The drift of a golden set in a terminal of eighty columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

import typer

from evalcore.golden.drift import Drift, Figure, Segment, Uncovered
from evalcore.workflows.golden_drift import Drifted

_WIDTH = 78
_MOST = 12


def print_drift(found: Drifted, golden: Path, log: Path) -> None:
    """The verdict on each figure, what the set never asks, and the questions least covered."""
    it = found.drift
    typer.echo(
        f"{it.asked} questions in the log, {it.distinct} different; {it.golden} in the golden set."
    )
    typer.echo("Beside each figure: what random samples of the log of that size show (95 %).")
    typer.echo("")
    _figure("words of the log never asked", it.unasked, percent=True)
    _figure("divergence of words (0 to 1)", it.divergence)
    _figure("likeness to nearest, by words", it.coverage)
    if found.meaning is not None:
        _figure("likeness to nearest, by meaning", found.meaning)
        typer.echo(_wrapped(f"by meaning: {found.embedded} log questions, {found.embedder}", 2))
    else:
        typer.echo(_wrapped(f"by meaning: not compared; {found.unembedded}", 2))
    typer.echo(_said(it, found.meaning))
    if it.words:
        typer.echo("")
        words = ", ".join(f"{word} {times}" for word, times in it.words)
        typer.echo(_wrapped(f"Words of the log that no golden question has: {words}", 0))
    _print_segments(it.segments)
    _print_uncovered(f"Least covered of the head ({it.in_head} questions)", it.head)
    _print_uncovered("Least covered of the tail", it.tail)
    typer.echo("")
    typer.echo("Next, to draft some of them:")
    typer.echo(f"  unbury golden add {golden} --log {log} -o NEW")


def _figure(name: str, figure: Figure, *, percent: bool = False) -> None:
    say = _percent if percent else _plain
    band = f"{say(figure.low)} to {say(figure.high)}"
    verdict = "drifted" if figure.drifted else "as a sample"
    typer.echo(f"  {name:<32} {say(figure.value):>7}   {band:<16} {verdict}")


def _said(it: Drift, meaning: Figure | None) -> str:
    figures = [it.unasked, it.divergence, it.coverage, *([] if meaning is None else [meaning])]
    n = sum(one.drifted for one in figures)
    if not n:
        return "The golden set covers the log as well as a random sample of it would."
    return f"In {n} of {len(figures)} figures the set is farther from the log than a sample."


def _print_segments(segments: Sequence[Segment]) -> None:
    if not segments:
        return
    typer.echo("")
    typer.echo(f"  {'category':<28} {'log':>14} {'golden set':>14}   interval")
    shown = sorted(segments, key=lambda one: not one.drifted)[:_MOST]
    for one in shown:
        log = f"{_percent(one.log / one.log_total)} {one.log}/{one.log_total}"
        share = one.golden / one.golden_total if one.golden_total else 0.0
        ours = f"{_percent(share)} {one.golden}/{one.golden_total}"
        band = f"{_percent(one.low)} to {_percent(one.high)}"
        mark = " *" if one.drifted else ""
        typer.echo(f"  {one.name[:28]:<28} {log:>14} {ours:>14}   {band}{mark}")
    if len(segments) > len(shown):
        typer.echo(f"  … and {len(segments) - len(shown)} more (--json has them all)")
    if any(one.drifted for one in segments):
        typer.echo("  * the log's share lies outside what the set's could be by chance (95 %)")


def _print_uncovered(title: str, rows: Sequence[Uncovered]) -> None:
    if not rows:
        return
    typer.echo("")
    typer.echo(f"{title}:")
    for one in rows:
        times = f" ({one.question.times} times)" if one.question.times > 1 else ""
        typer.echo(_wrapped(f"{one.likeness:.2f}  {one.question.text}{times}", 2))
        nearest = "no golden question shares a word" if one.nearest is None else one.nearest
        typer.echo(_wrapped(f"nearest: {nearest}", 8))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _plain(value: float) -> str:
    return f"{value:.3f}"


def _wrapped(text: str, indent: int) -> str:
    space = " " * indent
    whole = " ".join(text.split())
    return fill(whole, _WIDTH, initial_indent=space, subsequent_indent=space + "  ")
