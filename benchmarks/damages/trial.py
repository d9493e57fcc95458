"""Damages tried for real: kept where the case passes before, fails after, and by this one alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from damages.damage import Damage, Variant
from damages.edit import applied, joined, under_its_criterion
from damages.scene import Scene, Target
from damages.searching import Searcher, missing
from evalcore.model.case import GoldenSet


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

    def wards(self, variants: Sequence[Variant]) -> Iterator[Ward]:
        """Every index in which something fails, variant by variant."""
        for variant in variants:
            left = self.most
            for group in self._groups(variant):
                self._count(variant, len(group))
                biting = self._biting(group)[: min(left, self.size)]
                left -= len(biting)
                if biting:
                    yield self._ward(group, biting)
                if left <= 0:
                    break

    def _groups(self, variant: Variant) -> Iterator[list[Damage]]:
        """Damages for one index: those of one shared edit, or several that do not touch."""
        found = self._targets(self.scene)
        offers = (
            [damage for damage in offer if self._passes_before(damage)]
            for offer in variant.offers(self.scene, found, self.rng)
        )
        if variant.suffers is not None:
            yield from filter(None, offers)
        else:
            yield from packed((damage for offer in offers for damage in offer), self.size)

    def _passes_before(self, damage: Damage) -> bool:
        healthy = under_its_criterion(self.scene, damage.edit)
        return damage.target in self._targets(healthy)

    def _targets(self, healthy: Scene) -> list[Target]:
        key = repr(healthy.retriever)
        if key not in self._passing:
            self._passing[key] = self._searcher.targets(healthy)
        return self._passing[key]

    def _biting(self, group: Sequence[Damage]) -> list[Damage]:
        together = self._buried(group, group)
        edits = {id(damage.edit) for damage in group}
        if len(edits) == 1:
            return together
        return [damage for damage in together if self._buried([damage], [damage])]

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
    """Groups of at most ``size`` that do not touch one another's chunks or cases."""
    open_groups: dict[str, list[Damage]] = {}
    for damage in damages:
        group = open_groups.setdefault(damage.edit.suite, [])
        if all(damage.touched.isdisjoint(other.touched) for other in group):
            group.append(damage)
        if len(group) == size:
            yield open_groups.pop(damage.edit.suite)
    yield from filter(None, open_groups.values())
