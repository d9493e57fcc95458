"""Stored runs side by side: what may be compared, what is listed, what is drawn over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evalcore.model.estimate import Estimate
from evalcore.model.manifest import Batch, Manifest
from evalcore.model.run import RunRecord, StoredRun
from evalcore.views.language import Translator
from evalcore.views.words import Tone, decision_tone, decision_word

SHORT_HASH = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What is kept of an opened run to draw it beside others."""

    record: RunRecord
    promoted: bool
    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    batches: tuple[Batch, ...] = ()
    """The ingests that the examined index held."""

    @classmethod
    def of(cls, run: StoredRun) -> Past:
        """The small part of an opened run."""
        return cls(
            record=run.record,
            promoted=run.promoted,
            estimates=dict(run.examination.estimates),
            batches=batches_of(run.manifest),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run of the list. ``name`` and ``suite`` are people's own text."""

    id: str
    name: str
    suite: str
    machine: str
    verdict: str
    tone: Tone
    when: str
    on: str
    counted: str
    cutoff: int
    golden: str
    manifest: str
    policy: str
    promoted: bool


def batches_of(manifest: Manifest | None) -> tuple[Batch, ...]:
    """The ingests of an index; one that only its chunks name is there by its id alone."""
    if manifest is None:
        return ()
    told = {batch.id for batch in manifest.batches}
    named = dict.fromkeys(chunk.batch for chunk in manifest.chunks if chunk.batch is not None)
    return (*manifest.batches, *(Batch(id=one) for one in named if one not in told))


def arrived_batches(now: Sequence[Batch], before: Sequence[Batch]) -> tuple[Batch, ...]:
    """The ingests that the later of two indexes holds and the earlier does not."""
    known = {batch.id for batch in before}
    return tuple(batch for batch in now if batch.id not in known)


def name_of(record: RunRecord) -> str:
    """What a run is called: its label, else its id."""
    return record.label or record.id


def day_of(record: RunRecord, t: Translator) -> str:
    """The day whose index was examined, in words; empty where the run does not say."""
    return "" if record.on is None else t.day(record.on)


def same_exam(one: RunRecord, other: RunRecord) -> bool:
    """Whether means of the two may stand side by side: same suite, cases, cutoff and grades."""
    return (one.suite, one.golden_hash, one.exam) == (other.suite, other.golden_hash, other.exam)


def run_rows(records: Sequence[RunRecord], promoted: set[str], t: Translator) -> list[RunRow]:
    """The list of runs, in the order given."""
    return [_row(record, record.id in promoted, t) for record in records]


def options(records: Sequence[RunRecord], t: Translator) -> dict[str, str]:
    """Runs in a selector, by id: name and verdict, and when, where a name comes twice."""
    times = Counter(name_of(record) for record in records)
    shown = {}
    for record in records:
        words = f"{name_of(record)} · {decision_word(record.decision, t).lower()}"
        again = times[name_of(record)] > 1
        shown[record.id] = f"{words} · {t.moment(record.started, short=True)}" if again else words
    return shown


def _row(record: RunRecord, promoted: bool, t: Translator) -> RunRow:
    return RunRow(
        id=record.id,
        name=name_of(record),
        suite=record.suite,
        machine=record.decision,
        verdict=decision_word(record.decision, t),
        tone=decision_tone(record.decision),
        when=t.moment(record.started),
        on=day_of(record, t),
        counted=t.out_of(record.measured, record.counted),
        cutoff=record.exam.cutoff,
        golden=record.golden_hash[:SHORT_HASH],
        manifest=(record.manifest_hash or "")[:SHORT_HASH],
        policy=record.policy_hash[:SHORT_HASH],
        promoted=promoted,
    )
