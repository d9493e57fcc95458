"""Recompute what is stored of a run from its stored inputs and compare it bit for bit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evalcore import __version__
from evalcore.errors import InputError
from evalcore.gate.baseline import Baseline
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.canonical import canonical_json, content_hash
from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.plain import exam_to_plain
from evalcore.model.plain_verdict import verdict_to_plain
from evalcore.model.run import RunRecord
from evalcore.model.verdict import Verdict
from evalcore.store import Reader, open_reader
from evalcore.store.case_rows import columns_of
from evalcore.store.signed import StoredVerdict
from evalcore.workflows.baselines import Reference, read_reference
from evalcore.workflows.context import conditions_from
from evalcore.workflows.documents import standing
from evalcore.workflows.examine import Material
from evalcore.workflows.judgements import counted_judgement
from evalcore.workflows.reading import examined_by, material_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """``differences`` is empty when everything recomputed equals what is stored."""

    run_id: str
    decision: str
    cases: int
    differences: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Every bit is the same."""
        return not self.differences


def verify_run(db: Path, name: str) -> Verification:
    """Examine and judge again from the stored inputs; list whatever differs.

    Looked at are the run's entry, what came of each case, and every verdict ever given, each
    by its own policy and with diagnoses that stand signed. Damaged contents raise
    ``DamagedDatabase`` while they are read.
    """
    with open_reader(db) as reader:
        run = _Run(reader, reader.resolve(name))
        try:
            differences = [*_entry(run), *_cases(run), *_verdicts(run)]
        except InputError as refused:
            differences = [f"its inputs cannot be examined any more: {refused}"]
    if differences and run.record.version != __version__:
        differences.append(f"it was made by unbury {run.record.version}; this is {__version__}")
    return Verification(
        run_id=run.record.id,
        decision=run.verdicts[-1].verdict.decision.value,
        cases=len(run.material.golden.cases),
        differences=tuple(differences),
    )


_EXAM = ("cutoff", "level", "gain", "direction")
"""What a suite says of the exam under the same names; where it is silent, the defaults hold."""


class _Run:
    """A stored run, its inputs read once, examined once for each policy."""

    def __init__(self, reader: Reader, record: RunRecord) -> None:
        self.reader = reader
        self.record = record
        self.context = reader.context(record.id)
        self.verdicts = reader.verdicts(record.id)
        self._examined: dict[str, Examination] = {}
        self._references: dict[str, Reference] = {}

    @cached_property
    def material(self) -> Material:
        return material_of(self.reader, self.record)

    def examined(self, policy_hash: str) -> Examination:
        if policy_hash not in self._examined:
            policy = self.reader.policy(policy_hash)
            self._examined[policy_hash] = examined_by(
                policy, self.material, self.record, self.context
            )
        return self._examined[policy_hash]

    @cached_property
    def records(self) -> Mapping[str, RunRecord]:
        return {record.id: record for record in self.reader.runs()}

    def baseline(self, stored: StoredVerdict) -> Baseline | None:
        """The run that a verdict says it was held against, under that verdict's policy."""
        named = stored.verdict.baseline
        if named is None:
            return None
        if named not in self._references:
            self._references[named] = read_reference(self.reader, self.records[named])
        return self._references[named].under(self.reader.policy(stored.policy_hash))


def _entry(run: _Run) -> Iterator[str]:
    """What the list of runs says, against what it was taken from."""
    record, newest = run.record, run.verdicts[-1]
    own = run.reader.policy(record.policy_hash)
    suite = run.reader.suite(record.suite_hash)
    plain = exam_to_plain(Exam())
    facts = (
        ("verdict", record.decision, newest.verdict.decision.value),
        ("exit code", record.exit_code, newest.verdict.exit_code),
        ("policy", record.policy_hash, run.verdicts[0].policy_hash),
        ("suite", record.suite_hash, content_hash({"name": record.suite, "suite": suite})),
        *((name, getattr(record.exam, name), suite.get(name, plain[name])) for name in _EXAM),
        ("min_grade", record.exam.min_grade, own.recall.min_grade),
        ("samples", record.samples, len(run.material.rankings)),
        ("seed", record.seed, conditions_from(run.context).seed),
    )
    for name, listed, found in facts:
        if listed != found:
            yield f"{name}: the run's entry says {listed!r}, its contents {found!r}"


def _cases(run: _Run) -> Iterator[str]:
    kept = run.reader.case_rows(run.record.id)
    again = columns_of(run.examined(run.record.policy_hash))
    if list(kept["case_id"]) != list(again["case_id"]):
        yield "the cases of the golden set are not those that results are stored of"
        return
    for name, column in again.items():
        rows = zip(kept["case_id"], kept[name], column, strict=True)
        case_id, old, new = next((row for row in rows if row[1] != row[2]), ("", None, None))
        if old != new:
            yield f"{name} of case {case_id!r}: stored {old!r}, recomputed {new!r}"


def _verdicts(run: _Run) -> Iterator[str]:
    for number, stored in enumerate(run.verdicts, start=1):
        name = "verdict" if len(run.verdicts) == 1 else f"verdict {number}"
        for difference in _verdict(run, stored):
            yield f"{name}: {difference}"


def _verdict(run: _Run, stored: StoredVerdict) -> Iterator[str]:
    examination, verdict = run.examined(stored.policy_hash), stored.verdict
    documented = frozenset(verdict.documented)
    for case_id in sorted(documented - standing(run.reader, examination, run.record.suite)):
        yield f"it counts a diagnosis of case {case_id!r} that nobody signed for what was seen"
    counts = int(examination.counted.sum()), int(examination.known.sum())
    if (stored.counted, stored.measured) != counts:
        said = f"{stored.measured} of {stored.counted}"
        yield f"it says {said} cases were measured, recomputed {counts[1]} of {counts[0]}"
    if verdict.baseline is not None and verdict.baseline not in run.records:
        yield (
            f"it was held against run {verdict.baseline}, which this file does not hold: "
            "merge that run too"
        )
        return
    again = decide(
        Evidence(
            examination=examination,
            policy=run.reader.policy(stored.policy_hash),
            documented=documented,
            suite=run.reader.suite(run.record.suite_hash),
            baseline=run.baseline(stored),
            judgement=counted_judgement(run.reader, run.record.id, verdict),
        )
    )
    if _bytes(again) != _bytes(verdict):
        yield from _parts(verdict, again)


def _parts(old: Verdict, new: Verdict) -> Iterator[str]:
    if old.decision is not new.decision:
        yield f"stored {old.decision}, recomputed {new.decision}"
    for before, after in zip(old.rules, new.rules, strict=False):
        if before != after:
            yield f"rule {before.rule}: stored {before.status}, recomputed {after.status}"
    yield "it is not, byte for byte, the one its inputs give"


def _bytes(verdict: Verdict) -> bytes:
    return canonical_json(verdict_to_plain(verdict))
