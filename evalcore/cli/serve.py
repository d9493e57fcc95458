"""``unbury serve``: the dashboard."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import Database
from evalcore.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """How the dashboard is opened: to whom, for what, on which port of this machine.

    ``writers`` are the addresses of those who may write, empty for everybody; ``hosts`` are
    names beside localhost that it answers to.
    """

    write: bool = False
    writers: Sequence[str] = ()
    hosts: Sequence[str] = ()
    port: int = 8501
    open_browser: bool = True


def command(
    *,
    write: Annotated[
        bool, typer.Option("--write", help="Let people sign and save in the browser.")
    ] = False,
    writer: Annotated[
        list[str] | None,
        typer.Option("--writer", metavar="EMAIL", help="Only this signed-in person may; repeat."),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option("--host", metavar="NAME", help="Another name it answers to; repeat."),
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port on 127.0.0.1.")] = 8501,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open a browser window.")
    ] = True,
    db: Database = None,
) -> None:
    """Open the dashboard on 127.0.0.1, read-only unless --write is given.

    Example: unbury serve --db unbury.db
    """
    from evalcore.workflows.reading import database

    if writer and not write:
        raise UsageError("--writer says who may write, and nobody may", hint="add --write")
    door = Door(
        write=write, writers=writer or (), hosts=host or (), port=port, open_browser=open_browser
    )
    start(database(db), door)


def start(db: Path, door: Door | None = None) -> None:
    """Replace this process by the dashboard's server."""
    from evalcore.cli.installation import home

    folder, door = home(), door or Door()
    known = os.environ.get("PYTHONPATH")
    environment = {
        **os.environ,
        "PYTHONPATH": f"{folder}{os.pathsep}{known}" if known else str(folder),
        "UNBURY_DB": str(db.resolve()),
        "UNBURY_WRITE": "1" if door.write else "0",
        "UNBURY_WRITERS": " ".join(door.writers),
        "UNBURY_HOSTS": " ".join(door.hosts),
        "UNBURY_PORT": str(door.port),
        "UNBURY_OPEN": "1" if door.open_browser else "0",
    }
    typer.echo(f"Dashboard: http://127.0.0.1:{door.port}  (database {db}; Ctrl-C stops it)")
    sys.stdout.flush()
    os.chdir(folder)  # Streamlit reads .streamlit/config.toml here
    command_line = [sys.executable, "-m", "pages.ui.server"]
    os.execve(sys.executable, command_line, environment)  # noqa: S606 no shell, fixed program
