"""``unbury doctor``: whether the installation holds together, or a suite's index answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalcore.cli.options import AsJson, Database

if TYPE_CHECKING:
    from evalcore.workflows.doctor import Finding
    from evalcore.workflows.suite_doctor import Checkup

_WIDTH = 72


def command(
    suite: Annotated[
        Path | None,
        typer.Argument(help="A suite: its index is asked three questions, nothing is stored."),
    ] = None,
    *,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Check the installation and the database, or a suite. Exit: 0 sound, 2 with a fault.

    With a suite: is its index reached, do its fields fit, do the golden set's ids exist there?

    Example: unbury doctor suite.toml
    """
    from evalcore.workflows.doctor import examine_installation
    from evalcore.workflows.reading import database

    if suite is not None:
        _answer_suite(suite, as_json=as_json)
    findings = examine_installation(database(db))
    if as_json:
        _print_json({"findings": [f.to_plain() for f in findings]})
    else:
        _print_findings(findings)
    raise typer.Exit(0 if all(f.sound for f in findings) else 2)


def _answer_suite(suite: Path, *, as_json: bool) -> None:
    from dataclasses import asdict

    from evalcore.workflows.suite_doctor import examine_suite

    checkup = examine_suite(suite)
    if as_json:
        _print_json(asdict(checkup))
    else:
        _print_findings(checkup.findings)
        _print_results(checkup)
    raise typer.Exit(0 if checkup.sound else 2)


def _print_json(value: Any) -> None:
    from evalcore.cli.console import print_json

    print_json(value)


def _print_findings(findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        typer.echo(f"{'ok   ' if finding.sound else 'FAULT'}  {finding.what}")
        if finding.hint:
            typer.echo(f"       {finding.hint}")


def _print_results(checkup: Checkup) -> None:
    if checkup.question is None:
        return
    typer.echo(f"\n{_short(checkup.question)}")
    for result in checkup.results:
        score = "" if result.score is None else f"  {result.score:.4f}"
        typer.echo(f"  {result.rank}.{score}  {_short(result.chunk_id)}")
        if result.text:
            typer.echo(f"     {_short(result.text)}")


def _short(text: str) -> str:
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…"
