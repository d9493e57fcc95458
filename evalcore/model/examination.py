"""An examination: every case of the golden set, what came of it, and what the gate may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from evalcore.model.case import Case
from evalcore.model.case_table import column
from evalcore.model.estimate import Estimate
from evalcore.model.exam import Exam
from evalcore.model.manifest import Batch
from evalcore.model.measured import Measured
from evalcore.model.ratios import Mask, Ratios
from evalcore.model.words import COUNTED, MEASURED, State

STATES: tuple[State, ...] = tuple(State)
"""State codes: ``Examination.state`` holds indices into this tuple."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Examination:
    """All cases in golden-set order (n) with their states and measures.

    ``samples`` holds one ``Measured`` for each repetition, ``measured`` their mean.
    ``agreement`` is the share of samples with the majority verdict. ``notes`` and ``failures``
    are by case id, and sparse. ``unknown_cases`` are ids that the rankings speak of and the
    golden set does not. ``estimates`` are by measure name (``recall@10``, ``mrr`` ...).
    ``gold_known`` is False where nothing tells which chunks are gold: then every failure
    counts as gold (design.md, section 5).
    """

    exam: Exam
    cases: Sequence[Case]
    state: npt.NDArray[np.uint8]
    measured: Measured
    samples: tuple[Measured, ...]
    agreement: Ratios
    expects_gold: Mask
    gold_known: bool
    scored: bool
    """False where the results carry no scores: noise is then not applicable."""
    manifest_known: bool
    batch: Batch | None = None
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)
    unknown_cases: tuple[str, ...] = ()
    estimates: Mapping[str, Estimate] = field(default_factory=dict)

    def is_state(self, *states: State) -> Mask:
        """Cases in any of these states, shape (n,)."""
        codes = [STATES.index(state) for state in states]
        return np.isin(self.state, codes)

    @cached_property
    def counted(self) -> Mask:
        """The cases of the denominator N."""
        return self.is_state(*COUNTED)

    @cached_property
    def known(self) -> Mask:
        """The counted cases whose outcome was measured."""
        return self.is_state(*MEASURED)

    def state_of(self, index: int) -> State:
        """The state of the case at ``index``."""
        return STATES[int(self.state[index])]

    def ids(self, mask: Mask) -> tuple[str, ...]:
        """Ids of the cases in ``mask``, in golden-set order."""
        return tuple(self.case_ids[i] for i in np.flatnonzero(mask).tolist())

    @cached_property
    def case_ids(self) -> Sequence[str]:
        """The id of every case."""
        return column(self.cases, "id")

    @cached_property
    def index_of(self) -> Mapping[str, int]:
        """Index of each case id."""
        return {case_id: index for index, case_id in enumerate(self.case_ids)}
