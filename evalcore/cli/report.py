"""``unbury report``: one self-contained HTML page for a stakeholder."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import Database, RunName


class Language(StrEnum):
    """The languages a page can be written in."""

    EN = "en"
    ES = "es"


def command(
    run: RunName,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The HTML file to write.")],
    base: Annotated[
        str | None, typer.Option(metavar="RUN", help="Compare with this run; else the baseline.")
    ] = None,
    story: Annotated[
        bool, typer.Option("--story", help="The walkthrough of a blocked deploy instead.")
    ] = False,
    lang: Annotated[Language, typer.Option(help="The language of the page.")] = Language.EN,
    timezone: Annotated[str, typer.Option(help="The clock that times are told by.")] = "UTC",
    db: Database = None,
) -> None:
    """Write one page that opens offline, prints well and needs no server. Exit: 0 when written.

    Example: unbury report friday -o friday.html --lang es
    """
    from evalcore.views.language import Translator
    from evalcore.workflows.reading import database
    from evalcore.workflows.report_run import report_run, write_page

    t = Translator(lang.value, timezone)
    write_page(output, report_run(database(db), run, t=t, base=base, story=story))
    typer.echo(
        f"{output} is written: {output.stat().st_size // 1024 + 1} KB, and it needs no network."
    )
