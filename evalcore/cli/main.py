"""``unbury``: every command, registered by name; parsing here, work in ``workflows``."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from io import TextIOWrapper

import typer

from evalcore.cli import (
    backup,
    calibrate,
    compare,
    demo,
    diagnose,
    doctor,
    document,
    export,
    gate,
    golden,
    import_,
    judge,
    manifest,
    merge,
    policies,
    promote,
    report,
    run,
    runs,
    serve,
    show,
    stability,
    symptoms,
    tasks,
    verify,
)
from evalcore.cli.console import complain
from evalcore.cli.listing import WholeSentences
from evalcore.cli.process import spare_cycle_searches
from evalcore.cli.terminal import harmless_streams
from evalcore.errors import UnburyError

INTERNAL_ERROR = 70

app = typer.Typer(
    name="unbury",
    cls=WholeSentences,
    help="Finds the truth your index buried: examines retrieval against a golden set "
    "and says ACCEPT, BLOCK or CANNOT JUDGE.",
    epilog="Start with: unbury demo",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

COMMANDS: dict[str, Callable[..., None]] = {
    "demo": demo.command,
    "run": run.command,
    "import": import_.command,
    "gate": gate.command,
    "calibrate": calibrate.command,
    "policies": policies.command,
    "show": show.command,
    "runs": runs.command,
    "diagnose": diagnose.command,
    "symptoms": symptoms.command,
    "tasks": tasks.command,
    "document": document.command,
    "compare": compare.command,
    "promote": promote.command,
    "stability": stability.command,
    "judge": judge.command,
    "report": report.command,
    "export": export.command,
    "merge": merge.command,
    "verify": verify.command,
    "backup": backup.command,
    "manifest": manifest.command,
    "doctor": doctor.command,
    "serve": serve.command,
}
GROUPS: dict[str, typer.Typer] = {
    "golden": golden.app,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
for name, group in GROUPS.items():
    app.add_typer(group, name=name)


def main() -> None:
    """Run a command; every error ends in its own exit code and never in 0.

    Typer itself ends Ctrl-C with 130 and a wrong call with 2.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal may lack a sign; the answer must not
            stream.reconfigure(errors="replace")
    spare_cycle_searches()
    with harmless_streams():
        _answer()


def _answer() -> None:
    try:
        app()
    except UnburyError as error:
        complain(f"unbury: {error}")
        sys.exit(error.exit_code)
    except Exception as error:  # noqa: BLE001 the last door: an unknown fault is never a 0
        if os.environ.get("UNBURY_DEBUG"):
            traceback.print_exc()
        complain(f"unbury: internal error: {type(error).__name__}: {error}")
        complain("  this is our fault; set UNBURY_DEBUG=1 to see where, and tell us")
        sys.exit(INTERNAL_ERROR)
