"""What ``unbury judge`` answers: the prompts' faults, or the whole result of a judgement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evalcore.errors import UnburyError, UsageError
from evalcore.views.judgement_result import judgement_to_result, people_to_result
from evalcore.workflows.judge_prompts import Linted, linted, suite_of
from evalcore.workflows.judgement_run import Against, JudgedRun
from evalcore.workflows.reading import open_run


def lint_of(db: Path, run: str | None, suite: Path | None) -> Linted:
    """What lint says of the prompts of a suite file, or of the suite a run was made from."""
    if run is None and suite is None:
        raise UsageError("whose prompts?", hint="unbury judge --lint --suite suite.toml")
    stored = None if suite is not None or run is None else open_run(db, run)
    _, settings = suite_of(stored, suite)
    return linted(settings)


def human_file(db: Path, run: str, suite: Path | None) -> Path | None:
    """The file of people's verdicts that the suite names, if there is a suite and a file."""
    try:
        _, settings = suite_of(open_run(db, run), suite)
    except UnburyError:
        return None
    return settings.human if settings.human is not None and settings.human.is_file() else None


def result_of(found: JudgedRun) -> dict[str, Any]:
    """One strict JSON object: the judgement, people, the earlier judgement, and the verdict."""
    verdict = None if found.outcome is None else found.outcome.verdict
    return {
        **judgement_to_result(
            found.stored.id, found.stored.judgement, found.shares, found.run.golden.by_id
        ),
        "people": {one.measure.value: people_to_result(one) for one in found.people},
        "against": None if found.against is None else _against(found.against),
        "verdict": None if verdict is None else verdict.decision.value,
        "exit": None if verdict is None else verdict.exit_code,
    }


def _against(against: Against) -> dict[str, Any]:
    def changes(listed: Any) -> dict[str, Any]:
        return {one.name: {"before": one.before, "after": one.after} for one in listed}

    return {
        "run": against.run_id,
        "judgement": against.judgement,
        "ruler_changed": bool(against.ruler),
        "ruler": changes(against.ruler),
        "product": changes(against.product),
        "incomparable": against.incomparable,
        "turned": [
            {
                "id": one.case_id,
                "measure": one.measure.value,
                "from": one.before.value,
                "to": one.after.value,
            }
            for one in against.turned
        ],
    }
