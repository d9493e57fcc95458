"""``unbury demo``: the sample's story, executed for real."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SAMPLE = Path("sample_runs") / "despacho"
DEMO_DATABASE = Path("unbury-demo.db")


def command(
    *,
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Open the dashboard afterwards.")
    ] = True,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The dashboard's port.")] = 8501,
    db: Annotated[
        Path, typer.Option("--db", help="The demo's own database, made anew.")
    ] = DEMO_DATABASE,
) -> None:
    """Run the sample suite on every state of its index, print the verdicts, open the dashboard.

    Exit: 0 when the story was told, although its Friday run is a BLOCK, and printed as one.

    Example: unbury demo --no-serve
    """
    from evalcore.cli.console import progress_bar
    from evalcore.cli.installation import home
    from evalcore.cli.runs_text import print_runs
    from evalcore.cli.trail_text import headline
    from evalcore.cli.verdict_text import print_verdict
    from evalcore.model.words import Decision
    from evalcore.workflows.diagnose_run import diagnose_and_keep
    from evalcore.workflows.reading import runs
    from evalcore.workflows.story import tell_story

    _fresh(db)
    with progress_bar() as progress:
        outcomes = list(tell_story(home() / SAMPLE, db=db, progress=progress))
        blocked = [o for o in outcomes if o.verdict.decision is not Decision.ACCEPT]
        told = [diagnose_and_keep(db, o.run_id, progress=progress) for o in blocked]
    print_runs(runs(db))
    for outcome, diagnosed in zip(blocked, told, strict=True):
        typer.echo("")
        print_verdict(outcome)
        for trail in diagnosed.trails:
            typer.echo(f"Why: {headline(trail)}")
    typer.echo("")
    print_verdict(outcomes[-1])
    if serve:
        from evalcore.cli.serve import Door, start

        start(db, Door(port=port))


def _fresh(db: Path) -> None:
    """Only a file that an earlier demo left is replaced; nobody's runs are thrown away."""
    from evalcore.errors import UsageError
    from evalcore.workflows.reading import runs

    if not db.exists():
        return
    if not db.is_file():
        raise UsageError(f"{db} is no file", hint="give the demo a file of its own with --db")
    if db.name != DEMO_DATABASE.name and runs(db):
        raise UsageError(
            f"{db} already holds runs", hint="give the demo a file of its own with --db"
        )
    for suffix in ("", "-journal", "-wal", "-shm"):
        Path(f"{db}{suffix}").unlink(missing_ok=True)
