"""What a rule may know: one examination, the policy, the baseline, and what people have signed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from evalcore.comparison.matching import Pairs, match
from evalcore.gate.baseline import Baseline
from evalcore.model.examination import Examination
from evalcore.model.judgement import StoredJudgement
from evalcore.model.policy import Policy
from evalcore.model.ratios import Mask
from evalcore.model.words import State


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """``documented`` holds the ids of cases whose signed diagnosis still stands.

    ``suite`` is the candidate's criterion as written; ``baseline`` the run it is held against,
    None where there is none. ``judgement`` is what a judge said of the run's answers.
    """

    examination: Examination
    policy: Policy
    documented: frozenset[str] = field(default_factory=frozenset)
    suite: Mapping[str, Any] = field(default_factory=dict)
    baseline: Baseline | None = None
    judgement: StoredJudgement | None = None

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
    def tolerated(self) -> Mask:
        """Failures without gold that a person has documented, and whose diagnosis stands."""
        documented = [case_id in self.documented for case_id in self.examination.case_ids]
        return self.failed & ~self.gold & np.array(documented, dtype=np.bool_)

    @cached_property
    def counted(self) -> int:
        """The denominator N."""
        return int(self.examination.counted.sum())

    @cached_property
    def pairs(self) -> Pairs | None:
        """The cases that baseline and candidate share, by content; None without a baseline."""
        if self.baseline is None:
            return None
        return match(self.baseline.examination, self.examination)
