"""The facts of a run in which everything that is not said to fail goes by chance."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np

from evalcore.model.ratios import Mask
from evalcore.model.symptom import Point
from evalcore.symptoms.facts import Diagnosed, Facts, Flipped, History, Reserve, Since

from symptom_trials.golden_sets import Composition

WEEKS = 8
HELD, ENTERED = 500, 60
HIGHEST_HEALTHY = 0.10
"""Ties, noise over its ceiling and chunks lost by the index: what one in ten may be by chance."""

_START = date(2026, 1, 2)


def facts_by_chance(rng: np.random.Generator, made: Composition, failed: Mask) -> Facts:
    """Every symptom has data, and none a cause: the hardest case for false alarms.

    History, blind reserve, chunks that rose above, noise, ties and diagnoses are drawn without
    any pattern, at the edge of what counts as healthy.
    """
    ids = tuple(str(place) for place in range(len(made)))
    share = float(failed.mean())
    return Facts(
        ids=ids,
        failed=failed,
        domain=made.domain,
        groups=made.groups,
        half=failed & (rng.random(len(made)) < 0.6),
        tied=rng.random(len(made)) < HIGHEST_HEALTHY,
        noise=np.where(failed, np.nan, rng.random(len(made))),
        over=~failed & (rng.random(len(made)) < HIGHEST_HEALTHY),
        since=_since(rng, ids, failed),
        history=_history(rng, made, failed, share),
        reserve=_reserve(rng, len(made) // 4, share),
        diagnosed=_diagnosed(rng, ids, failed),
    )


def _since(rng: np.random.Generator, ids: tuple[str, ...], failed: Mask) -> Since:
    """Chunks that rose above what sank are any of the index, new or not."""
    flipped = tuple(
        Flipped(
            case_id=ids[place],
            unchanged=True,
            displacers=tuple(
                f"c{chunk}" for chunk in rng.choice(HELD, int(rng.integers(1, 12)), replace=False)
            ),
        )
        for place in np.flatnonzero(failed)[:4]
    )
    entered = frozenset(f"c{chunk}" for chunk in range(ENTERED))
    return Since(base="green", compared=len(ids), flipped=flipped, entered=entered, held=HELD)


def _history(rng: np.random.Generator, made: Composition, failed: Mask, share: float) -> History:
    """Weeks in which as many fail by chance as today."""
    weeks = [rng.random(len(made)) < share for _ in range(WEEKS - 1)]
    quality = 100.0 * ~np.stack([*weeks, failed])
    domains = np.array(made.domain)
    return History(
        points=tuple(
            Point(on=_START + timedelta(weeks=week), run_id=str(week), value=float(mean))
            for week, mean in enumerate(quality.mean(axis=1))
        ),
        domains={
            str(name): tuple(quality[:, domains == name].mean(axis=1).tolist())
            for name in np.unique(domains)
        },
    )


def _reserve(rng: np.random.Generator, n: int, share: float) -> Reserve:
    return Reserve(measured=n, failed=int(rng.binomial(n, share)))


def _diagnosed(rng: np.random.Generator, ids: tuple[str, ...], failed: Mask) -> Diagnosed:
    cases = tuple(ids[place] for place in np.flatnonzero(failed))
    return Diagnosed(
        cases=cases,
        lost_in_index=tuple(one for one in cases if rng.random() < HIGHEST_HEALTHY),
        outranked_by_old=tuple(one for one in cases if rng.random() < 0.5),
    )
