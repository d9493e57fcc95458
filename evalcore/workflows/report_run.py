"""Pages to hand on: the report of a run, and the walkthrough of a blocked one."""

from __future__ import annotations

from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.whole_file import write_whole
from evalcore.views.blocked.page import page
from evalcore.views.language import Translator
from evalcore.views.report import report
from evalcore.workflows.reported_run import blocked_material, reported_run


def report_run(
    db: Path, name: str, *, t: Translator, base: str | None = None, story: bool = False
) -> str:
    """The HTML of run ``name``: its report, or with ``story`` the walkthrough of its blocking.

    Raises ``RunNotFound``; ``UsageError`` for the walkthrough of a run that was accepted.
    """
    if not story:
        return report(reported_run(db, name, base=base, with_past=True), t)
    material = blocked_material(db, name)
    if not material.withheld:
        raise UsageError(
            f"run {material.stopped.record.id} was accepted: no deploy was blocked",
            hint="leave out --story for its report",
        )
    return page(material, t)


def write_page(path: Path, html: str) -> None:
    """Write a page, whole. Raises ``UsageError`` where the file cannot be written."""
    try:
        write_whole(path, html.encode("utf-8", "replace"))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
