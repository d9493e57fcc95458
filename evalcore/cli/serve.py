"""``unbury serve``: the dashboard."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import Database


def command(
    *,
    write: Annotated[
        bool, typer.Option("--write", help="Let people sign and save in the browser.")
    ] = False,
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

    start(database(db), write=write, port=port, open_browser=open_browser)


def start(db: Path, *, write: bool = False, port: int = 8501, open_browser: bool = True) -> None:
    """Replace this process by the dashboard's server."""
    from evalcore.cli.installation import home

    folder = home()
    environment = {
        **os.environ,
        "UNBURY_DB": str(db.resolve()),
        "UNBURY_WRITE": "1" if write else "0",
        "STREAMLIT_SERVER_PORT": str(port),
        "STREAMLIT_SERVER_HEADLESS": "false" if open_browser else "true",
    }
    typer.echo(f"Dashboard: http://127.0.0.1:{port}  (database {db}; Ctrl-C stops it)")
    sys.stdout.flush()
    command_line = [sys.executable, "-m", "streamlit", "run", str(folder / "app.py")]
    os.chdir(folder)  # Streamlit reads .streamlit/config.toml beside the app
    os.execve(sys.executable, command_line, environment)  # noqa: S606 no shell, fixed program
