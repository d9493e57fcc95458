"""A run under way, as somebody who watches sees it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """One look at a run: ``done`` of ``total`` questions of one sample, and how it ended.

    ``total`` is 0 until the index stands. ``ended`` is true once nothing more will happen: then
    ``run_id`` names the stored run, or ``stopped`` or ``trouble`` says why there is none.
    """

    suite: str
    done: int = 0
    total: int = 0
    sample: int = 0
    storing: bool = False
    ended: bool = False
    stopped: bool = False
    run_id: str | None = None
    trouble: str | None = None
