"""From golden set, manifest and rankings to an examination: states first, then measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from evalcore.golden.batches import newest_batch
from evalcore.golden.gold import expects_gold, gold_ids, gold_known
from evalcore.golden.health import Health, health_of
from evalcore.golden.id_space import check_id_space
from evalcore.metrics.combine import mean_of
from evalcore.metrics.documents import to_documents
from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.model.case import Case, GoldenSet
from evalcore.model.case_table import column, label_column, label_counts
from evalcore.model.exam import Exam
from evalcore.model.examination import STATES, Examination
from evalcore.model.manifest import Manifest
from evalcore.model.measured import Labels, Measured
from evalcore.model.policy import Policy
from evalcore.model.ranking import Rankings
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.words import Behaviour, CaseStatus, Level, Missing, State
from evalcore.stability.votes import Votes, count_votes
from evalcore.workflows.case_notes import notes_of
from evalcore.workflows.summary import estimates_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Material:
    """What is examined: the questions, what the index holds, and what it answered."""

    golden: GoldenSet
    manifest: Manifest | None
    rankings: Sequence[Rankings]
    """One a sample."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How an examination is read: stored with the run, so that it can be repeated exactly.

    ``missing``: what a case without a list is. ``blind``: examine the blind cases instead of
    the visible ones. ``seed`` feeds every random draw.
    """

    missing: Missing = Missing.ERROR
    blind: bool = False
    seed: int = 17


def examine(
    material: Material, *, exam: Exam, policy: Policy, conditions: Conditions
) -> Examination:
    """Give every case its state and its measures; nothing is assumed of what was not measured.

    Raises ``IdSpaceMismatch`` where labels and results do not speak of the same ids.
    """
    golden, manifest, rankings = material.golden, material.manifest, material.rankings
    cases = golden.cases
    fixed, health = _fixed_states(cases, manifest, exam, blind=conditions.blind)
    labels = _without(labels_of(cases, gold_ids(manifest, exam)), _hidden(fixed))
    if not conditions.blind:  # only labels that are examined speak: no message names blind ones
        named = frozenset(labels.chunk_ids)
        for sample in rankings:
            check_id_space(named, manifest, sample, exam)
    lists = [_prepared(sample, cases, manifest, exam, conditions) for sample in rankings]
    samples = tuple(measure(labels, one, exam, policy.recall.floor) for one in lists)
    votes = count_votes(
        [~sample.supply.below(policy.recall.floor) for sample in samples],
        [sample.answered for sample in samples],
        policy.sampling,
    )
    state = _states(fixed, votes)
    measured = _zero_quality(mean_of(samples), state)
    examination = Examination(
        exam=exam,
        cases=cases,
        state=state,
        measured=measured,
        samples=samples,
        agreement=votes.agreement,
        expects_gold=_expects_gold(labels, exam, health, fixed),
        gold_known=gold_known(cases, manifest),
        scored=all(one.scores is not None for one in lists),
        manifest_known=manifest is not None,
        batch=newest_batch(manifest),
        failures={k: v for one in lists for k, v in one.failures.items()},
        unknown_cases=_unknown(lists, golden),
    )
    notes = notes_of(examination, health, manifest, lists)
    estimates = estimates_of(examination, seed=conditions.seed)
    return replace(examination, notes=notes, estimates=estimates)


def _fixed_states(
    cases: Sequence[Case], manifest: Manifest | None, exam: Exam, *, blind: bool
) -> tuple[npt.NDArray[np.uint8], Health]:
    """States that golden set and manifest alone decide; PASS stands for "to be measured"."""
    health = health_of(_asked(cases), manifest, exam)
    secret = np.array(column(cases, "blind"), dtype=np.bool_)
    status = column(cases, "status")
    ids = column(cases, "id")
    first_to_last = (
        (State.BLIND, secret & (not blind)),  # first of all: no draft of the reserve is listed
        (State.DRAFT, _are(status, CaseStatus.DRAFT)),
        (State.RETIRED, _are(status, CaseStatus.RETIRED)),
        (State.BLIND, ~secret & blind),
        (State.NO_ANSWER, ~_are(column(cases, "behaviour"), Behaviour.ANSWER)),
        (State.BROKEN, ~_answerable(cases, exam.min_grade)),
        (State.LOST, _among(ids, health.lost)),
        (State.BROKEN, _among(ids, health.broken)),
    )
    codes = [STATES.index(state) for state, _ in first_to_last]
    masks = [mask for _, mask in first_to_last]
    fixed = np.select(masks, codes, default=STATES.index(State.PASS)).astype(np.uint8)
    return fixed, health


def _asked(cases: Sequence[Case]) -> Iterator[Case]:
    yield from (case for case in cases if case.status is CaseStatus.ACTIVE)


def _are(values: Sequence[object], one: object) -> Mask:
    return np.array([value is one for value in values], dtype=np.bool_)


def _among(ids: Sequence[str], some: frozenset[str]) -> Mask:
    if not some:
        return np.zeros(len(ids), dtype=np.bool_)
    return np.array([one in some for one in ids], dtype=np.bool_)


def _answerable(cases: Sequence[Case], min_grade: int) -> Mask:
    """Cases with a label that reaches the grade."""
    reaches = np.array(label_column(cases, "grade"), dtype=np.int64) >= min_grade
    case = np.repeat(np.arange(len(cases)), label_counts(cases))
    return np.bincount(case[reaches], minlength=len(cases)) > 0


def _prepared(
    sample: Rankings,
    cases: Sequence[Case],
    manifest: Manifest | None,
    exam: Exam,
    conditions: Conditions,
) -> Rankings:
    if conditions.missing is Missing.EMPTY:
        sample = _with_empty_lists(sample, cases)
    if exam.level is Level.DOCUMENT and manifest is not None:
        documents = {c.chunk_id: c.doc_id for c in manifest.chunks if c.doc_id is not None}
        return to_documents(sample, documents)
    return sample


def _with_empty_lists(sample: Rankings, cases: Sequence[Case]) -> Rankings:
    absent = tuple(one for one in column(cases, "id") if one not in sample.row_of)
    end = np.full(len(absent), sample.starts[-1], np.int64)
    return replace(
        sample,
        case_ids=sample.case_ids + absent,
        starts=np.concatenate([sample.starts, end]),
    )


def _hidden(fixed: npt.NDArray[np.uint8]) -> Mask:
    """Cases that are not run: nothing of theirs may be measured or leak."""
    codes = [STATES.index(s) for s in (State.DRAFT, State.RETIRED, State.BLIND)]
    return np.isin(fixed, codes)


def _without(labels: Labels, hidden: Mask) -> Labels:
    keep = ~hidden[labels.case] if len(labels.case) else np.zeros(0, np.bool_)
    if keep.all():
        return labels
    return replace(
        labels,
        case=labels.case[keep],
        chunk_ids=tuple(c for c, kept in zip(labels.chunk_ids, keep, strict=True) if kept),
        grade=labels.grade[keep],
        gold=labels.gold[keep],
        group=labels.group[keep],
    )


def _states(fixed: npt.NDArray[np.uint8], votes: Votes) -> npt.NDArray[np.uint8]:
    to_measure = fixed == STATES.index(State.PASS)
    state = fixed.copy()
    outcomes = (
        (State.FAIL, ~votes.passed),
        (State.UNDECIDED, votes.undecided),
        (State.ERROR, votes.error),
    )
    for outcome, mask in outcomes:
        state[to_measure & mask] = STATES.index(outcome)
    state.flags.writeable = False
    return state


def _zero_quality(measured: Measured, state: npt.NDArray[np.uint8]) -> Measured:
    """A lost fact is a failed question whatever else came back, so its quality is 0."""
    lost = state == STATES.index(State.LOST)
    if not lost.any():
        return measured
    quality = measured.quality
    return replace(
        measured,
        quality=Ratios(np.where(lost, 0, quality.num), np.where(lost, 1, quality.den)),
    )


def _expects_gold(labels: Labels, exam: Exam, health: Health, fixed: npt.NDArray[np.uint8]) -> Mask:
    """Cases that expect gold; a broken one also where nothing rules it out (fail closed)."""
    broken = fixed == STATES.index(State.BROKEN)
    expects = expects_gold(labels, exam, set_aside=broken)
    if health.may_be_gold:
        may_be = (case_id in health.may_be_gold for case_id in labels.case_ids)
        expects |= broken & np.fromiter(may_be, dtype=np.bool_, count=len(broken))
    return expects


def _unknown(lists: Sequence[Rankings], golden: GoldenSet) -> tuple[str, ...]:
    known = frozenset(column(golden.cases, "id"))
    return tuple(dict.fromkeys(c for one in lists for c in one.case_ids if c not in known))
