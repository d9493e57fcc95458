"""The trials: false alarms, the power to find a domain, and domains that look like a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil, floor

import numpy as np

from evalcore.model.symptom import Symptom, SymptomName, SymptomState
from evalcore.stats.tail import Stratum, hits_in_group
from evalcore.symptoms.reading import HEALTHY, LEVEL, WHOLE
from evalcore.symptoms.table import rows_of

from symptom_trials.chance import facts_by_chance
from symptom_trials.golden_sets import Composition, confounded, drawn, large_domain

FAILING = (0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5)
ELSEWHERE = 0.2
Rng = np.random.Generator


@dataclass(frozen=True, kw_only=True)
class Count:
    """``hits`` of ``runs``; ``by`` counts what was said, by symptom or by size of the domain."""

    hits: int
    runs: int
    by: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)


def false_alarms(rng: Rng, runs: int, made: Callable[[Rng], Composition]) -> Count:
    """Failures scattered over all cases at random: how often any symptom is raised."""
    alarms, said = 0, Counter[str]()
    for _ in range(runs):
        cases = made(rng)
        failed = rng.random(len(cases)) < rng.choice(FAILING)
        active = _active(rows_of(facts_by_chance(rng, cases, failed)))
        alarms += bool(active)
        said.update(name.value for name in active)
    return Count(hits=alarms, runs=runs, by=said)


def found_domains(
    rng: Rng, runs: int, made: Callable[[Rng], Composition], *, hardest: bool
) -> Count:
    """A domain of 6 cases or more of which 70 % or more fail: how often it is named.

    Elsewhere at most 20 % fail. ``hardest``: no more than just 70 % of the domain, and the
    whole 20 % elsewhere; else both are drawn.
    """
    found, sizes, by = 0, Counter[str](), Counter[str]()
    for _ in range(runs):
        cases = made(rng)
        domain = large_domain(cases, rng)
        inside, outside = cases.inside(domain), cases.outside(domain)
        least, most = ceil(WHOLE * len(inside)), floor(ELSEWHERE * len(outside))
        hits = least if hardest else int(rng.integers(least, len(inside) + 1))
        others = most if hardest else int(rng.integers(0, most + 1))
        failed = np.zeros(len(cases), dtype=np.bool_)
        failed[rng.choice(inside, hits, replace=False)] = True
        failed[rng.choice(outside, others, replace=False)] = True
        rows = rows_of(facts_by_chance(rng, cases, failed))
        named = any(domain in row.where for row in rows if row.name is SymptomName.DOMAIN)
        size = str(len(inside)) if len(inside) < 12 else "12+"
        found, sizes[size], by[size] = found + named, sizes[size] + 1, by[size] + named
    return Count(hits=found, runs=runs, by=by, of=sizes)


@dataclass(frozen=True, kw_only=True)
class Confounded:
    """A failing domain that holds nearly all numeric cases: what was said of it."""

    runs: int
    numeric: int
    domain: int
    plain: int
    """How often Fisher's test without the domains would have called it numeric."""


def confounded_domains(rng: Rng, runs: int) -> Confounded:
    """A whole domain fails, at most 5 % elsewhere, and the numeric cases are nearly all in it."""
    numeric = whole = plain = 0
    for _ in range(runs):
        cases, domain = confounded(rng)
        inside, outside = cases.inside(domain), cases.outside(domain)
        failed = np.zeros(len(cases), dtype=np.bool_)
        hits = int(rng.integers(ceil(WHOLE * len(inside)), len(inside) + 1))
        failed[rng.choice(inside, hits, replace=False)] = True
        failed[outside] = rng.random(len(outside)) < rng.uniform(0, 0.05)
        active = _active(rows_of(facts_by_chance(rng, cases, failed)))
        numeric += SymptomName.NUMERIC in active
        whole += SymptomName.DOMAIN in active
        plain += _plain_fisher(cases, failed)
    return Confounded(runs=runs, numeric=numeric, domain=whole, plain=plain)


def _plain_fisher(cases: Composition, failed: np.ndarray) -> bool:
    group = cases.groups[SymptomName.NUMERIC]
    n, hits, total = int(group.sum()), int((group & failed).sum()), int(failed.sum())
    healthy = total - hits <= HEALTHY * (len(cases) - n)
    tail = hits_in_group([Stratum(n=len(cases), group=n, hits=total)])
    return healthy and tail.at_least(hits) <= LEVEL


def _active(rows: tuple[Symptom, ...]) -> set[SymptomName]:
    return {row.name for row in rows if row.state is SymptomState.ACTIVE}


def made_sets(rng: Rng) -> Composition:
    """A golden set drawn anew for every run."""
    return drawn(rng)
