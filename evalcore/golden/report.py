"""The health of a golden set as a value: its findings, and the figures behind the pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from evalcore.golden.checks import CHECKS
from evalcore.golden.coverage import Axis, Plot, coverage, plots
from evalcore.golden.finding import Finding, Severity
from evalcore.golden.kinds import ON_PURPOSE, Kind, kinds_of
from evalcore.golden.origins import Origin, origin_of
from evalcore.golden.subject import Subject

SOUND, WITH_ERRORS, STALE = 0, 1, 4
"""Exit codes of the check (design.md, section 14); an unreadable file is 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthReport:
    """What the check found. ``kinds`` and ``origins`` count active cases.

    A case may be of several kinds; ``plain`` ones are of none.
    """

    cases: int
    active: int
    blind: int
    findings: tuple[Finding, ...]
    kinds: Mapping[Kind, int]
    origins: Mapping[Origin, int]
    axes: tuple[Axis, ...] = field(default=())
    plots: tuple[Plot, ...] = field(default=())

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of one severity, in order."""
        return tuple(one for one in self.findings if one.severity is severity)

    @property
    def exit_code(self) -> int:
        """1 with errors, 4 where all that is wrong is that the set no longer fits the index."""
        errors = self.of(Severity.ERROR)
        if any(not one.stale for one in errors):
            return WITH_ERRORS
        return STALE if errors else SOUND


def report_on(subject: Subject) -> HealthReport:
    """Run every check; errors first, then warnings, then notes."""
    found = [finding for check in CHECKS for finding in check(subject)]
    order = list(Severity)
    kinds = Counter(kind for case in subject.active for kind in kinds_of(case))
    origins = Counter(origin_of(case) for case in subject.active)
    manifest = subject.manifest
    return HealthReport(
        cases=len(subject.golden.cases),
        active=len(subject.active),
        blind=sum(case.blind for case in subject.active),
        findings=tuple(sorted(found, key=lambda one: order.index(one.severity))),
        kinds={kind: kinds[kind] for kind in (*ON_PURPOSE, Kind.PLAIN)},
        origins={origin: origins[origin] for origin in Origin},
        axes=() if manifest is None else coverage(subject.active, manifest, subject.exam),
        plots=() if manifest is None else plots(subject.active, manifest, subject.exam),
    )
