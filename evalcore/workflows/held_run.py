"""A stored run held ready to be judged by other policies. Nothing is stored by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from evalcore.gate.baseline import Baseline
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.judgement import StoredJudgement
from evalcore.model.policy import Policy
from evalcore.model.run import Documented, RunRecord, StoredRun
from evalcore.model.verdict import Verdict
from evalcore.store import Reader, open_reader
from evalcore.store.signed import StoredVerdict
from evalcore.workflows.baselines import Reference, read_reference
from evalcore.workflows.documents import causes_of, still_documented
from evalcore.workflows.examine import Material
from evalcore.workflows.reading import examined_by, material_of

_Key = tuple[Fraction | int, ...]
_TRIED = "tried"


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Judged:
    """A stored run under one policy."""

    examination: Examination
    verdict: Verdict


@dataclass(frozen=True, eq=False, kw_only=True)
class HeldRun:
    """One run with its inputs read once; ``stored`` is its newest verdict.

    It is examined once for each floor, ``min_grade`` and way of counting votes: only these
    change what a case is. Every other number is tried by judging the same examination again.
    """

    record: RunRecord
    context: Mapping[str, Any]
    material: Material
    stored: StoredVerdict
    policy: Policy
    """The policy of the newest verdict."""
    suite: Mapping[str, Any]
    signed: tuple[Documented, ...]
    exams: Mapping[str, Exam]
    causes: Mapping[str, str]
    judgement: StoredJudgement | None = None
    """What a judge said last of the run's answers; only a policy's ``[judge]`` asks for it."""
    reference: Reference | None = None
    """The run that the newest verdict was held against; every trial is held against it too."""
    _examined: dict[_Key, Examination] = field(default_factory=dict)
    _baselines: dict[_Key, Baseline] = field(default_factory=dict)

    def under(self, policy: Policy) -> Judged:
        """The run judged by ``policy`` with what people have signed; the stored verdict stays.

        Numbers that are tried carry no signature yet; they are judged as if they did, since
        without one they are never saved.
        """
        examination = self._examination(policy)
        verdict = decide(
            Evidence(
                examination=examination,
                policy=policy if policy == self.policy else _as_if_signed(policy),
                documented=still_documented(examination, self.signed, self.exams, self.causes),
                suite=self.suite,
                judgement=self.judgement,
                baseline=self._baseline(policy),
            )
        )
        return Judged(examination=examination, verdict=verdict)

    def _examination(self, policy: Policy) -> Examination:
        key = _what_a_case_is(policy)
        if key not in self._examined:
            self._examined[key] = examined_by(policy, self.material, self.record, self.context)
        return self._examined[key]

    def _baseline(self, policy: Policy) -> Baseline | None:
        if self.reference is None:
            return None
        key = _what_a_case_is(policy)
        if key not in self._baselines:
            self._baselines[key] = self.reference.under(policy)
        return self._baselines[key]


def hold_run(db: Path, name: str, *, opened: StoredRun | None = None) -> HeldRun:
    """The run of that id, label or name. Raises ``RunNotFound``.

    ``opened`` is the same run where the caller has it open: it is not read a second time.
    """
    with open_reader(db) as reader:
        return hold(reader, reader.resolve(name), opened)


def hold(reader: Reader, record: RunRecord, opened: StoredRun | None = None) -> HeldRun:
    """One recorded run, read with a reader that is already there."""
    stored = reader.verdicts(record.id)[-1]
    records = {one.id: one for one in reader.runs()}
    base = records.get(stored.verdict.baseline or "")
    return HeldRun(
        record=record,
        context=reader.context(record.id),
        material=material_of(reader, record) if opened is None else _material(opened),
        stored=stored,
        policy=reader.policy(stored.policy_hash),
        judgement=next(reversed(reader.judgements(record.id)), None),
        signed=reader.documented(record.suite),
        suite=reader.suite(record.suite_hash),
        exams={one.id: one.exam for one in records.values()},
        causes=causes_of(reader.trails(record.id)),
        reference=None if base is None else read_reference(reader, base),
        _examined={} if opened is None else {_what_a_case_is(opened.policy): opened.examination},
    )


def _material(opened: StoredRun) -> Material:
    return Material(golden=opened.golden, manifest=opened.manifest, rankings=opened.rankings)


def _as_if_signed(policy: Policy) -> Policy:
    return replace(policy, author=policy.author or _TRIED, reason=policy.reason or _TRIED)


def _what_a_case_is(policy: Policy) -> _Key:
    votes = policy.sampling
    recall = policy.recall
    return (recall.floor, recall.min_grade, votes.pass_share, votes.min_agreement)
