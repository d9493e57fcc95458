"""The reserved cases beside the visible ones: an aggregate, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalcore.model.case_table import column
from evalcore.model.estimate import Estimate
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.views.language import Translator
from evalcore.views.measures import MAIN, label_of, value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReserveRow:
    """One measure of the blind cases and of the visible ones, each with its n/N."""

    label: str
    blind: str
    visible: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """What may be told of the blind cases; ``rows`` is empty where they were not asked."""

    sentence: str
    rows: tuple[ReserveRow, ...]


def reserve(run: StoredRun, t: Translator) -> Reserve | None:
    """The aggregate of a run's blind cases; None where the golden set reserves none."""
    total = sum(column(run.examination.cases, "blind"))
    if not total:
        return None
    sentence = t.plural(
        "{n} blind case is kept apart and never listed.",
        "{n} blind cases are kept apart and never listed.",
        total,
    )
    told = run.context.get("blind")
    if not told:
        words = t.text("They were not asked in this run; --blind asks them.")
        return Reserve(sentence=f"{sentence} {words}", rows=())
    words = t.text(
        "Of the {N} that count, {passed} pass; of the {M} visible ones, {visible}.",
        N=told["counted"],
        passed=told["passed"],
        M=run.record.counted,
        visible=int(run.examination.is_state(State.PASS).sum()),
    )
    return Reserve(sentence=f"{sentence} {words}", rows=_rows(run, told["measures"], t))


def _rows(run: StoredRun, blind: Mapping[str, Any], t: Translator) -> tuple[ReserveRow, ...]:
    visible = run.examination.estimates
    both = {name.partition("@")[0]: name for name in visible if name in blind}
    return tuple(
        ReserveRow(
            label=label_of(both[family], t),
            blind=_shown(both[family], Estimate(**blind[both[family]]), t),
            visible=_shown(both[family], visible[both[family]], t),
        )
        for family in MAIN
        if family in both
    )


def _shown(name: str, estimate: Estimate, t: Translator) -> str:
    return f"{value_of(name, estimate.mean, t)} ({t.out_of(estimate.n, estimate.N)})"
