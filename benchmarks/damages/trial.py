"""Damages tried for real: kept where the case passes before, fails after, and by this one alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from evalcore.model.case import GoldenSet

from damages.damage import Damage, Variant
from damages.edit import applied, joined, under_its_criterion
from damages.scene import Scene, Target
from damages.searching import Searcher, missing

TRIES = 6
"""Edits tried for each damage that is wanted, before a variant is left as it is."""


@dataclass(frozen=True, kw_only=True)
class Ward:
    """One index with its damages, each of which makes a case of its own fail."""

    scene: Scene
    damages: tuple[Damage, ...]


@dataclass(kw_only=True)
class Trial:
    """What is tried on one corpus. ``most`` damages are kept of each variant."""

    scene: Scene
    most: int
    size: int
    """How many damages share an index."""
    rng: random.Random
    offered: dict[str, int] = field(default_factory=dict)
    """By variant, how many were tried; those that made nothing fail are left out."""

    def __post_init__(self) -> None:
        self._searcher = Searcher(scene=self.scene)
        self._passing: dict[str, list[Target]] = {}
        self._passing_ids: dict[str, set[tuple[str, str]]] = {}

    def wards(self, variants: Sequence[Variant]) -> Iterator[Ward]:
        """Every index in which something fails; damages of all ``variants`` may stand in one."""
        single: list[Damage] = []
        for variant in variants:
            if variant.suffers is None:
                single += self._biting_singly(variant)
            else:
                yield from self._shared(variant)
        for group in packed(single, self.size):
            biting = self._buried(group, group)
            if biting:
                yield self._ward(group, biting)

    def _biting_singly(self, variant: Variant) -> Iterator[Damage]:
        """Damages that make their case fail when nothing else is done to the index."""
        found = 0
        for (damage,) in self._offers(variant):
            if self._buried([damage], [damage]):
                found += 1
                yield damage
            if found == self.most:
                return

    def _shared(self, variant: Variant) -> Iterator[Ward]:
        """One index for each edit that reaches many chunks."""
        left = self.most
        for group in self._offers(variant):
            biting = self._buried(group, group)[: min(left, self.size)]
            left -= len(biting)
            if biting:
                yield self._ward(group, biting)
            if left <= 0:
                return

    def _offers(self, variant: Variant) -> Iterator[list[Damage]]:
        offers = variant.offers(self.scene, self._targets(self.scene), self.rng)
        for offer in islice(offers, TRIES * self.most):
            sound = [damage for damage in offer if self._passes_before(damage)]
            if sound:
                self._count(variant, len(sound))
                yield sound

    def _passes_before(self, damage: Damage) -> bool:
        healthy = under_its_criterion(self.scene, damage.edit)
        self._targets(healthy)
        key = (damage.target.case.id, damage.target.chunk.chunk_id)
        return key in self._passing_ids[repr(healthy.retriever)]

    def _targets(self, healthy: Scene) -> list[Target]:
        key = repr(healthy.retriever)
        if key not in self._passing:
            found = self._searcher.targets(healthy)
            self._passing[key] = found
            self._passing_ids[key] = {(it.case.id, it.chunk.chunk_id) for it in found}
        return self._passing[key]

    def _buried(self, done: Sequence[Damage], asked: Sequence[Damage]) -> list[Damage]:
        """The damages whose chunk, and no other of its case, falls out of the cutoff."""
        state = applied(self.scene, joined([damage.edit for damage in done]))
        cases = {
            damage.target.case.id: state.golden.by_id[damage.target.case.id] for damage in asked
        }
        lists = self._searcher.ask(state, list(cases.values()))
        return [
            damage
            for damage in asked
            if missing(damage.target.case, lists[damage.target.case.id], state)
            == {damage.target.chunk.chunk_id}
        ]

    def _ward(self, group: Sequence[Damage], biting: Sequence[Damage]) -> Ward:
        state = applied(self.scene, joined([damage.edit for damage in group]))
        ids = {damage.target.case.id for damage in biting}
        cases = tuple(case for case in state.golden.cases if case.id in ids)
        golden = GoldenSet(name=state.golden.name, cases=cases)
        return Ward(scene=replace(state, golden=golden), damages=tuple(biting))

    def _count(self, variant: Variant, number: int) -> None:
        self.offered[variant.name] = self.offered.get(variant.name, 0) + number


def packed(damages: Iterable[Damage], size: int) -> Iterator[list[Damage]]:
    """Groups of at most ``size`` that do not touch one another's chunks or cases.

    One group holds damages of one criterion; each goes to the first group that has room.
    """
    groups: list[list[Damage]] = []
    for damage in damages:
        for group in groups:
            if _fits(damage, group, size):
                group.append(damage)
                break
        else:
            groups.append([damage])
    yield from groups


def _fits(damage: Damage, group: Sequence[Damage], size: int) -> bool:
    alike = group[0].edit.suite == damage.edit.suite and len(group) < size
    return alike and all(damage.touched.isdisjoint(other.touched) for other in group)
