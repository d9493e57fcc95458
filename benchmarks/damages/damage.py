"""A damage: what was done, of which kind it is, and the case that it makes fail."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from damages.edit import Edit
from damages.scene import Scene, Target

from evalcore.model.diagnosis import ProbeName


@dataclass(frozen=True, kw_only=True)
class Damage:
    """One edit and the one expected chunk that it is meant to bury."""

    kind: ProbeName
    variant: str
    target: Target
    edit: Edit

    @property
    def touched(self) -> frozenset[str]:
        """What no other damage of the same index may touch."""
        own = {self.target.chunk.chunk_id, f"case {self.target.case.id}"}
        return frozenset(own | set(self.edit.chunks))


Maker = Callable[[Scene, Target, random.Random], Edit | None]
"""Makes the edit of one variant for a target; None where the target has nothing to damage."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One way in which a kind of damage comes about."""

    kind: ProbeName
    name: str
    make: Maker

    def offers(self, scene: Scene, found: list[Target], rng: random.Random) -> Iterator[Damage]:
        """A damage for every target that can be damaged so, in random order."""
        for target in rng.sample(found, len(found)):
            edit = self.make(scene, target, rng)
            if edit is not None:
                yield Damage(kind=self.kind, variant=self.name, target=target, edit=edit)
