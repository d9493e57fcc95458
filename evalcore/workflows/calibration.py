"""The answer of ``unbury calibrate``: runs under other numbers, and the ceilings they suggest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalcore.formats.policy_table import changed_settings, with_settings
from evalcore.gate.calibrate import (
    MARGIN,
    SHARE,
    Proposal,
    clearly_healthy,
    proposal,
    proposals_by_domain,
)
from evalcore.store import open_reader
from evalcore.workflows.calibrate import (
    LAST,
    WouldHaveBeen,
    check_policy,
    tried,
    without_effect,
)
from evalcore.workflows.held_run import hold
from evalcore.workflows.policies import in_force


@dataclass(frozen=True, eq=False, kw_only=True)
class Calibration:
    """``changed`` are the settings tried, old and new; ``idle`` those no stored run can show.

    ``general`` and ``domains`` are the ceilings that the newest run's healthy cases suggest.
    """

    result: WouldHaveBeen
    changed: Mapping[str, tuple[str, str]]
    idle: tuple[str, ...]
    general: Proposal
    domains: Mapping[str, Proposal]


def calibration(
    db: Path, name: str, settings: Sequence[str], *, last: int | None = None
) -> Calibration:
    """Try ``settings`` over the policy in force on runs of a suite, or of a run and before it.

    ``name`` is a suite's name or whatever names a run. Raises ``RunNotFound`` for neither,
    ``InputError`` for settings that no policy may have.
    """
    with open_reader(db) as reader:
        records = reader.runs()
        of_suite = [record for record in records if record.suite == name]
        if not of_suite:
            chosen = reader.resolve(name)
            of_suite = [record for record in records if record.suite == chosen.suite]
            of_suite = of_suite[of_suite.index(chosen) :]
            last = last or 1
        held = tuple(hold(reader, record) for record in of_suite[: last or LAST])
    before = in_force(db, held[0].record.suite).policy
    policy = with_settings(before, settings)
    if settings:
        check_policy(policy, held[0])
    examination = held[0].under(policy).examination
    healthy = clearly_healthy(examination)
    return Calibration(
        result=tried(held, policy),
        changed=changed_settings(before, policy),
        idle=without_effect(before, policy),
        general=proposal(examination, healthy, share=SHARE, margin=MARGIN),
        domains=proposals_by_domain(examination, share=SHARE, margin=MARGIN),
    )
