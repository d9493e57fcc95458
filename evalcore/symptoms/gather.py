"""The facts of one stored run: its measured cases, and what the stored trails say of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress

import numpy as np

from evalcore.model.diagnosis import ProbeName, Trail
from evalcore.model.ranking import Floats
from evalcore.model.ratios import Mask
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.symptoms.facts import NO_DOMAIN, Diagnosed, Facts, History, Reserve, Since
from evalcore.symptoms.kinds import groups_of


def facts_of(
    run: StoredRun,
    *,
    since: Since | None = None,
    history: History | None = None,
    trails: Mapping[str, Trail] | None = None,
) -> Facts:
    """The facts of a run; only measured cases are in them, blind ones as a count alone."""
    examination = run.examination
    rows = np.flatnonzero(examination.known)
    cases = list(compress(examination.cases, examination.known))
    failed = examination.is_state(State.FAIL, State.LOST)[rows]
    measured = examination.measured
    half = measured.recall.where(examination.known).values()[rows] > 0
    tied = measured.tie_at_cutoff & (measured.recall_low.values() < measured.recall_high.values())
    return Facts(
        ids=tuple(case.id for case in cases),
        failed=failed,
        domain=tuple(case.domain or NO_DOMAIN for case in cases),
        groups=groups_of(cases, run.manifest, examination.expects_gold[rows]),
        half=failed & half,
        tied=tied[rows],
        noise=_noise(run)[rows] if examination.scored else None,
        over=_over(run)[rows] if examination.scored else None,
        gold_known=examination.gold_known,
        since=since,
        history=history or History(),
        reserve=_reserve(run),
        diagnosed=_diagnosed(tuple(c.id for c in cases), failed, trails),
    )


def _noise(run: StoredRun) -> Floats:
    """Noise of the passing cases, NaN elsewhere: only where recall passes does it say anything."""
    passing = run.examination.is_state(State.PASS)
    return run.examination.measured.noise.where(passing).values()


def _over(run: StoredRun) -> Mask:
    examination, policy = run.examination, run.policy.noise
    over = np.zeros(len(examination.cases), dtype=np.bool_)
    domains = np.array([case.domain or NO_DOMAIN for case in examination.cases], dtype=object)
    for name in set(domains):
        ceiling = policy.ceiling_for(name or None)
        over |= (domains == name) & examination.measured.noise.above(ceiling)
    return over & examination.is_state(State.PASS)


def _reserve(run: StoredRun) -> Reserve | None:
    blind = run.context.get("blind")
    if not isinstance(blind, Mapping):
        return None
    measured, passed = int(blind["measured"]), int(blind["passed"])
    return Reserve(measured=measured, failed=measured - passed)


def _diagnosed(
    ids: tuple[str, ...], failed: Mask, trails: Mapping[str, Trail] | None
) -> Diagnosed | None:
    told = [
        trails[case_id]
        for case_id, fails in zip(ids, failed, strict=True)
        if fails and trails and case_id in trails
    ]
    if not told:
        return None
    return Diagnosed(
        cases=tuple(trail.case_id for trail in told),
        lost_in_index=tuple(trail.case_id for trail in told if _in_index(trail)),
        outranked_by_old=tuple(trail.case_id for trail in told if _outranked(trail)),
    )


def _in_index(trail: Trail) -> bool:
    found = trail.diagnosis
    return found is not None and found.probe is ProbeName.INDEX


def _outranked(trail: Trail) -> bool:
    return any(one.old_version for chunk in trail.chunks for one in chunk.displacers)
