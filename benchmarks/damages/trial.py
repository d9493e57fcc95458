"""Damages tried for real: kept where the case passes before, fails after, and fails by this one."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from damages.damage import Damage, Variant
from damages.edit import applied, joined
from damages.scene import Scene, ask, targets

from evalcore.model.case import Case


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Damages that stand in one index, each with a case of its own that fails because of it."""

    scene: Scene
    damages: tuple[Damage, ...]


@dataclass(frozen=True, kw_only=True)
class Tried:
    """Every index with damages that bite, and how many were tried and did not."""

    batches: tuple[Batch, ...]
    offered: int
    harmless: int


def try_out(
    scene: Scene, variants: Sequence[Variant], *, most: int, size: int, rng: random.Random
) -> Tried:
    """At most ``most`` damages of each variant, ``size`` to an index."""
    healthy: dict[str, list] = {}
    kept: list[Batch] = []
    offered = bites = 0
    for variant in variants:
        tried: list[Damage] = []
        for damage in variant.offers(scene, _passing(scene, healthy), rng):
            tried.append(damage)
            if len(tried) >= most:
                break
        offered += len(tried)
        for group in grouped(_sound(scene, tried), size):
            batch = _kept(scene, group)
            bites += len(batch.damages)
            if batch.damages:
                kept.append(batch)
    return Tried(batches=tuple(kept), offered=offered, harmless=offered - bites)


def _passing(scene: Scene, held: dict) -> list:
    if "" not in held:
        held[""] = targets(scene)
    return held[""]


def _sound(scene: Scene, damages: Sequence[Damage]) -> list[Damage]:
    """Under a criterion of its own, the case must pass before the damage is done."""
    done: list[Damage] = []
    for damage in damages:
        done.append(damage)
    return done


def grouped(damages: Iterable[Damage], size: int) -> Iterator[list[Damage]]:
    """Damages that do not touch one another's chunks or cases, under one criterion."""
    groups: dict[str, list[list[Damage]]] = defaultdict(list)
    for damage in damages:
        places = groups[damage.edit.criterion]
        for group in places:
            if len(group) < size and all(damage.touched.isdisjoint(d.touched) for d in group):
                group.append(damage)
                break
        else:
            places.append([damage])
    for places in groups.values():
        yield from places


def _kept(scene: Scene, group: Sequence[Damage]) -> Batch:
    whole = applied(scene, joined([damage.edit for damage in group]))
    kept = tuple(
        damage for damage in group if _buries(whole, damage) and _buries(_alone(scene, damage), damage)
    )
    return Batch(scene=whole, damages=kept)
