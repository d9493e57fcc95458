"""The terminal: answers on standard output, progress and errors on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from evalcore.workflows.progress import Progress, silent


def print_json(value: Any) -> None:
    """One strict JSON object on standard output."""
    import orjson

    sys.stdout.buffer.write(orjson.dumps(value, option=orjson.OPT_INDENT_2))
    sys.stdout.buffer.write(b"\n")
    sys.stdout.flush()


def print_data(text: str) -> None:
    """Text for another program on standard output, byte for byte."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.flush()


def complain(text: str) -> None:
    """Tell a person what went wrong, on standard error."""
    sys.stderr.write(f"{text}\n")


@contextmanager
def progress_bar(*, quiet: bool = False) -> Iterator[Progress]:
    """A progress bar on a terminal; silence where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    screen = Console(file=sys.__stderr__)  # a bar moves the cursor, which other text may not
    with Bar(*columns, console=screen, transient=True) as bar:
        tasks: dict[str, Any] = {}

        def report(phase: str, done: int, total: int) -> None:
            if phase not in tasks:
                tasks[phase] = bar.add_task(phase, total=total)
            bar.update(tasks[phase], completed=done, total=total)

        yield report
