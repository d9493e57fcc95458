"""The run that a candidate is held against, as the gate sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.policy import Policy


@dataclass(frozen=True, eq=False, kw_only=True)
class Baseline:
    """A stored run. ``name`` is its label, or its id; ``suite`` its criterion as written.

    ``examination`` is made of its stored inputs by the candidate's policy, so that both sides
    are measured by one floor; ``exam`` and ``policy`` are those it was run by.
    """

    run_id: str
    name: str
    exam: Exam
    examination: Examination
    suite: Mapping[str, Any]
    policy: Policy
