"""A damage: what was done, of which kind it is, and the case that it makes fail."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from evalcore.model.diagnosis import ProbeName

from damages.edit import Edit
from damages.scene import Scene, Target


@dataclass(frozen=True, kw_only=True)
class Damage:
    """One edit and an expected chunk that it is meant to bury."""

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
    """One way in which a kind of damage comes about.

    ``suffers`` says of an edit that reaches many chunks which targets it may bury; without it
    an edit is meant for its own target alone.
    """

    kind: ProbeName
    name: str
    make: Maker
    suffers: Callable[[Scene, Target, Edit], bool] | None = None

    def offers(
        self, scene: Scene, found: Sequence[Target], rng: random.Random
    ) -> Iterator[list[Damage]]:
        """For targets in random order, the damages of one edit."""
        for target in rng.sample(found, len(found)):
            edit = self.make(scene, target, rng)
            if edit is None:
                continue
            hit = [target]
            if self.suffers is not None:
                hit = [one for one in found if self.suffers(scene, one, edit)]
            yield [
                Damage(kind=self.kind, variant=self.name, target=one, edit=edit)
                for one in _one_a_case(hit)
            ]


def _one_a_case(found: Sequence[Target]) -> list[Target]:
    return list({target.case.id: target for target in found}.values())
