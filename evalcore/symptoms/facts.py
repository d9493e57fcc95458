"""What the symptoms are read from: the measured cases as columns, and what lies around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from evalcore.model.ratios import Mask
from evalcore.model.symptom import Point, SymptomName

NO_DOMAIN = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped:
    """A case that passed in the base and fails now.

    ``unchanged``: nothing it expects was changed or removed since, nor more than a tenth of
    its domain. ``displacers`` are the chunks that stand above its buried ones and did not.
    """

    case_id: str
    unchanged: bool
    displacers: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """What became of a run since the last green one, ``base``.

    ``compared`` is how many cases both hold. ``entered`` are the chunks that came in since,
    ``held`` the size of the index now; both None where a manifest is missing.
    """

    base: str
    compared: int
    flipped: tuple[Flipped, ...]
    entered: frozenset[str] | None = None
    held: int | None = None
    batches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One point a day, oldest first, over the cases measured on every one of them.

    ``domains`` holds each domain's mean quality on those days; ``sunk`` the cases that passed
    on the first day and fail on the last.
    """

    points: tuple[Point, ...] = ()
    domains: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    sunk: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """The blind cases, as far as they may be known: how many were measured and failed."""

    measured: int
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosed:
    """The failed cases with a stored trail, by what it says of them."""

    cases: tuple[str, ...]
    lost_in_index: tuple[str, ...] = ()
    outranked_by_old: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Facts:
    """The n measured cases of a run; all masks have shape (n,).

    Cases that were not measured are not here at all, so that they count neither way.
    ``groups`` marks the cases that each comparing symptom is about. ``half`` are failing cases
    with a part of what they expect found. ``noise`` is NaN where a case does not pass or has
    none; ``over`` marks passing cases over their ceiling; None where the lists carry no scores.
    ``tied``: equal scores across the cutoff decide what is found. ``gold_known`` False: nothing
    tells which chunks are curated.
    """

    ids: tuple[str, ...]
    failed: Mask
    domain: tuple[str, ...]
    groups: Mapping[SymptomName, Mask]
    half: Mask
    tied: Mask
    noise: npt.NDArray[np.float64] | None = None
    over: Mask | None = None
    gold_known: bool = True
    since: Since | None = None
    history: History = field(default_factory=History)
    reserve: Reserve | None = None
    diagnosed: Diagnosed | None = None

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def domains(self) -> tuple[str, ...]:
        """The domains that are named, in order of their first case."""
        return tuple(dict.fromkeys(name for name in self.domain if name != NO_DOMAIN))

    @cached_property
    def domain_code(self) -> npt.NDArray[np.int64]:
        """Each case's domain as a number; cases without one share a number of their own."""
        codes = {name: code for code, name in enumerate(dict.fromkeys(self.domain))}
        return np.array([codes[name] for name in self.domain], dtype=np.int64)

    @cached_property
    def failures(self) -> int:
        """How many cases fail."""
        return int(self.failed.sum())

    @cached_property
    def family(self) -> int:
        """At most so many tests are read together: every domain, and every other symptom."""
        return len(self.domains) + len(SymptomName) - 1

    def of(self, mask: Mask) -> tuple[str, ...]:
        """The ids in a mask, in golden-set order."""
        return tuple(self.ids[i] for i in np.flatnonzero(mask))
