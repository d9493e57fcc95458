"""What a finished command hands back: the stored run's name, and what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalcore.model.examination import Examination
from evalcore.model.run import RunContents, StoredRun
from evalcore.model.verdict import Verdict


@dataclass(frozen=True, eq=False, kw_only=True)
class Outcome:
    """One judged run. ``verdict`` is the one just given; it is stored."""

    run_id: str
    label: str | None
    suite: str
    examination: Examination
    verdict: Verdict
    blind: Mapping[str, Any] | None = None
    """The aggregate of the reserved cases, where they were asked for."""
    notes: tuple[str, ...] = ()
    """What the reader of the rankings had to say: columns unused, samples missing."""

    @classmethod
    def of_contents(cls, run_id: str, contents: RunContents) -> Outcome:
        """The outcome of a run that was just written."""
        return cls(
            run_id=run_id,
            label=contents.label,
            suite=contents.suite_name,
            examination=contents.examination,
            verdict=contents.verdict,
            blind=contents.context.get("blind"),
            notes=tuple(contents.context.get("notes", ())),
        )

    @classmethod
    def of_stored(cls, run: StoredRun) -> Outcome:
        """The outcome of a run read back."""
        return cls(
            run_id=run.record.id,
            label=run.record.label,
            suite=run.record.suite,
            examination=run.examination,
            verdict=run.verdict,
            blind=run.context.get("blind"),
            notes=tuple(run.context.get("notes", ())),
        )
