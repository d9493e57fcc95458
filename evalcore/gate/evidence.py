"""What a rule may know: one examination, the policy, and what people have signed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from evalcore.model.examination import Examination
from evalcore.model.policy import Policy
from evalcore.model.ratios import Mask
from evalcore.model.words import State


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """``documented`` holds the ids of cases whose signed diagnosis still stands."""

    examination: Examination
    policy: Policy
    documented: frozenset[str] = field(default_factory=frozenset)

    @cached_property
    def failed(self) -> Mask:
        """Counted cases that fail, a lost fact included."""
        return self.examination.is_state(State.FAIL, State.LOST)

    @cached_property
    def unmeasured(self) -> Mask:
        """Counted cases whose outcome is not known: errors and undecided ones."""
        return self.examination.is_state(State.ERROR, State.UNDECIDED)

    @cached_property
    def gold(self) -> Mask:
        """Cases that count as expecting gold: all of them where nothing tells what is gold."""
        if self.examination.gold_known:
            return self.examination.expects_gold
        return np.ones(len(self.examination.cases), dtype=np.bool_)

    @cached_property
    def counted(self) -> int:
        """The denominator N."""
        return int(self.examination.counted.sum())
