"""Unbury from Python: one call, and the verdict that the command line would give.

``evalcore.examine("suite.toml")`` returns an ``Examined``: ``found.verdict.decision``,
``found.measures["recall@10"].mean``, and ``found.cases`` one by one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from evalcore.model.estimate import Estimate
from evalcore.model.examination import Examination
from evalcore.model.verdict import Verdict
from evalcore.model.words import Decision, State
from evalcore.views.result import cases_of, result_of
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.progress import Progress, silent
from evalcore.workflows.run_suite import RunOptions, run_suite


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedCase:
    """One case as the exam left it. ``why`` says in a line what is wrong; empty where nothing is.

    ``figures`` holds the case as the command line's ``--json`` does: recall, quality, noise,
    the expected chunks with their ranks, and the rest (design.md, section 14).
    """

    id: str
    question: str
    state: State
    why: str
    figures: Mapping[str, Any]

    @property
    def passed(self) -> bool:
        """The case was measured and passes."""
        return self.state is State.PASS


@dataclass(frozen=True, eq=False)
class Examined:
    """A judged suite: the verdict with its rules, the measures, and every visible case."""

    outcome: Outcome

    @property
    def verdict(self) -> Verdict:
        """The decision, its exit code, its sentence, and every rule with its figures."""
        return self.outcome.verdict

    @property
    def accepted(self) -> bool:
        """True only for ACCEPT: what cannot be judged was not accepted."""
        return self.verdict.decision is Decision.ACCEPT

    @property
    def examination(self) -> Examination:
        """The whole examination, its measures as arrays over the cases."""
        return self.outcome.examination

    @property
    def measures(self) -> Mapping[str, Estimate]:
        """Every mean with its interval, its bounds and its n/N, by name (``recall@10``)."""
        return self.examination.estimates

    @cached_property
    def cases(self) -> Sequence[ExaminedCase]:
        """The cases in golden-set order; blind and retired ones are not among them."""
        return tuple(_case(plain) for plain in cases_of(self.examination))

    @property
    def run_id(self) -> str | None:
        """The id under which the run was stored; None where it was not."""
        return self.outcome.run_id or None

    def to_json(self) -> dict[str, Any]:
        """The object that ``unbury run --json`` prints."""
        return result_of(
            run_id=self.outcome.run_id,
            label=self.outcome.label,
            suite=self.outcome.suite,
            examination=self.examination,
            verdict=self.verdict,
        )


def examine(
    suite: str | os.PathLike[str],
    *,
    db: str | os.PathLike[str] | None = None,
    samples: int | None = None,
    label: str | None = None,
    baseline: str | None = None,
    on: date | None = None,
    progress: Progress = silent,
) -> Examined:
    """Run the suite at this path and judge it, as ``unbury run`` does.

    Nothing is stored unless ``db`` names a database; without one there is no baseline to be
    compared with, and no signed diagnosis counts. A question that fails is an error case, not
    an exception. Raises ``evalcore.errors.UnburyError``: ``InputError`` for files,
    ``RetrieverError`` where the index cannot be asked at all, ``StoreError``, ``UsageError``.
    """
    options = RunOptions(samples=samples, label=label, baseline=baseline, on=on)
    path = None if db is None else Path(db)
    return Examined(run_suite(Path(suite), db=path, options=options, progress=progress))


def _case(plain: Mapping[str, Any]) -> ExaminedCase:
    state = State(plain["state"])
    return ExaminedCase(
        id=plain["id"],
        question=plain["question"],
        state=state,
        why=_why(state, plain),
        figures=plain,
    )


def _why(state: State, plain: Mapping[str, Any]) -> str:
    if state in {State.PASS, State.NO_ANSWER, State.DRAFT}:
        return ""
    if state is State.ERROR:
        return str(plain["error"] or "no list was returned")
    if state is State.UNDECIDED:
        return f"the samples disagree: {plain['agreement']} of them agree"
    if state is State.BROKEN:
        return "a label names a chunk that the manifest does not hold any more"
    away = [chunk for chunk in plain["expected"] if chunk["place"] != "found"]
    if state is State.LOST:
        return f"the ingest lost an expected chunk: {', '.join(c['chunk_id'] for c in away)}"
    return "; ".join(
        f"{c['chunk_id']}: rank {c['rank']}" if c["rank"] else f"{c['chunk_id']}: not found"
        for c in away
    )
