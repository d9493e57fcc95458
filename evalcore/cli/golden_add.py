"""``unbury golden add``: drafts from a query log, a failed question, or a case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalcore.cli.golden_options import Golden, Output
from evalcore.cli.options import AsJson

if TYPE_CHECKING:
    from evalcore.workflows.golden_grow import Added


def command(
    golden: Golden,
    *,
    log: Annotated[
        Path | None, typer.Option(help="A query log, CSV or JSON Lines, to sample from.")
    ] = None,
    n: Annotated[int, typer.Option("--n", min=1, max=1000, help="At most so many drafts.")] = 20,
    question: Annotated[
        str | None, typer.Option(help="A question that failed in production.")
    ] = None,
    source: Annotated[
        str, typer.Option(help="Where that question comes from.")
    ] = "produccion-fallo",
    case: Annotated[
        str | None, typer.Option(help="A case of which --question is another wording.")
    ] = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Add draft cases at the end of a golden set; they are not run until somebody annotates them.

    From a log, confirmed failures come first (escalated, reformulated), then head and tail alike.

    Example: unbury golden add golden.jsonl --log queries.csv --n 30 -o golden-2.jsonl
    """
    from evalcore.cli.console import print_json
    from evalcore.cli.golden_text import print_added
    from evalcore.errors import UsageError
    from evalcore.views.golden_result import added_result

    if output is None:
        raise UsageError("say where the new version goes", hint="give -o NEW, or -o GOLDEN itself")
    if (log is None) == (question is None):
        raise UsageError("give a log or a question", hint='--log FILE, or --question "…"')
    if log is not None:
        added = _from_log(golden, log, output, n=n, case=case)
    else:
        added = _from_question(golden, output, question=question or "", source=source, case=case)
    if as_json:
        print_json(added_result(added.drafts, added.sampled, added.hash))
    else:
        print_added(added, output)


def _from_log(golden: Path, log: Path, output: Path, *, n: int, case: str | None) -> Added:
    from evalcore.errors import UsageError
    from evalcore.workflows.golden_grow import add_from_log

    if case is not None:
        raise UsageError("--case goes with --question", hint="a log has its own questions")
    return add_from_log(golden, log, output, n=n)


def _from_question(
    golden: Path, output: Path, *, question: str, source: str, case: str | None
) -> Added:
    from evalcore.workflows.golden_grow import add_from_case, add_question

    if case is not None:
        return add_from_case(golden, output, case_id=case, question=question)
    return add_question(golden, output, question=question, source=source)
