"""Labels that hide a chunk from filters (chapter 9): validity and domain."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

from evalcore.model.diagnosis import ProbeName

from damages.damage import Variant
from damages.edit import Edit
from damages.scene import Scene, Target

OWN_DOMAIN = {"filters": {"validity": True, "domain": "case"}}
"""The criterion under which a wrong domain hides a chunk."""


def expired(scene: Scene, target: Target, rng: random.Random) -> Edit:
    """An end of validity in the past: yesterday, a year early, or the end of an old version."""
    days = rng.choice([1, 30, 365, 366, 1000, 3000])
    return _valid(target, target.chunk.valid_from, scene.on - timedelta(days=days))


def not_yet(scene: Scene, target: Target, rng: random.Random) -> Edit:
    """A beginning of validity that has not come: a typing error in the year, a draft's date."""
    days = rng.choice([1, 31, 180, 365, 3650])
    return _valid(target, scene.on + timedelta(days=days), None)


def wrong_domain(scene: Scene, target: Target, rng: random.Random) -> Edit | None:
    """Classified under another domain, and the suite asks within the question's own."""
    if target.case.domain is None or target.chunk.domain != target.case.domain:
        return None
    others = sorted({c.domain for c in scene.manifest.chunks if c.domain} - {target.chunk.domain})
    return _domain(target, rng.choice(others))


def no_domain(_: Scene, target: Target, __: random.Random) -> Edit | None:
    """Never classified, and the suite asks within the question's own domain."""
    if target.case.domain is None or target.chunk.domain != target.case.domain:
        return None
    return _domain(target, None)


def _valid(target: Target, start: date | None, end: date | None) -> Edit:
    begun = None if start is not None and end is not None and start > end else start
    changed = replace(target.chunk, valid_from=begun, valid_to=end)
    return Edit(chunks={target.chunk.chunk_id: (changed,)})


def _domain(target: Target, domain: str | None) -> Edit:
    changed = replace(target.chunk, domain=domain)
    return Edit(chunks={target.chunk.chunk_id: (changed,)}, criterion=OWN_DOMAIN)


VARIANTS = tuple(
    Variant(kind=ProbeName.LABELS, name=name, make=make)
    for name, make in (
        ("expired by mistake", expired),
        ("not yet valid by mistake", not_yet),
        ("wrong domain", wrong_domain),
        ("no domain", no_domain),
    )
)
