"""What the walkthrough is told from: the run that was stopped, and the runs around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from evalcore.model.comparison import CaseChange, Comparison
from evalcore.model.diagnosis import Trail
from evalcore.model.manifest import Batch
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.words import Decision, RuleStatus, State
from evalcore.views.cases import NEEDS_REPAIR
from evalcore.views.compared import Compared
from evalcore.views.history import arrived_batches, batches_of
from evalcore.views.outcome import Outcome, outcome_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Material:
    """``before`` is the last accepted run before it, ``after`` the first accepted one later.

    ``came`` compares ``before`` with ``stopped``; None where there is no fair comparison.
    ``trails`` are the stored diagnoses of the stopped run, by case id. ``asked`` names the
    case to tell of; the gravest one where it is None or does not fail.
    """

    stopped: StoredRun
    before: StoredRun | None = None
    after: StoredRun | None = None
    came: Comparison | None = None
    trails: Mapping[str, Trail] = field(default_factory=dict)
    asked: str | None = None

    @property
    def withheld(self) -> bool:
        """Whether the gate let it through or not."""
        return self.stopped.verdict.decision is not Decision.ACCEPT

    @cached_property
    def both(self) -> Compared | None:
        """The comparison with its runs opened."""
        if self.came is None or self.before is None:
            return None
        return Compared(base=self.before, candidate=self.stopped, changes=self.came)

    @cached_property
    def failing(self) -> tuple[str, ...]:
        """The cases that may be told of, the one that explains the verdict first."""
        return _gravest_first(self)

    @cached_property
    def case_id(self) -> str | None:
        """The case that is told; None where no question fails."""
        if self.asked in self.failing:
            return self.asked
        return self.failing[0] if self.failing else None

    @cached_property
    def outcome(self) -> Outcome | None:
        """That case in the stopped run."""
        return None if self.case_id is None else outcome_of(self.stopped, self.case_id)

    @cached_property
    def change(self) -> CaseChange | None:
        """What became of that case since ``before``."""
        cases = () if self.both is None else self.both.cases
        return next((one for one in cases if one.case_id == self.case_id), None)

    @cached_property
    def ingests(self) -> tuple[Batch, ...]:
        """The ingests that came since ``before``; without it, the newest one there is."""
        held = batches_of(self.stopped.manifest)
        if self.before is None or self.before.manifest is None:
            newest = self.stopped.examination.batch
            return (newest,) if newest is not None else ()
        return arrived_batches(held, batches_of(self.before.manifest))

    def then(self, run: StoredRun | None) -> Outcome | None:
        """The told case in another run; None where it is not there or is another question."""
        if run is None or self.outcome is None or self.case_id is None:
            return None
        found = outcome_of(run, self.case_id)
        same = found is not None and found.case.hash == self.outcome.case.hash
        return found if same else None


def last_accepted(records: Sequence[RunRecord], stopped: RunRecord) -> RunRecord | None:
    """The newest accepted run of the same suite before this one; ``records`` newest first."""
    earlier = (
        one for one in records if _same_suite(one, stopped) and one.started < stopped.started
    )
    return next((one for one in earlier if one.decision == Decision.ACCEPT), None)


def next_accepted(records: Sequence[RunRecord], stopped: RunRecord) -> RunRecord | None:
    """The first accepted run of the same suite after this one; ``records`` newest first."""
    later = [one for one in records if _same_suite(one, stopped) and one.started > stopped.started]
    return next((one for one in reversed(later) if one.decision == Decision.ACCEPT), None)


def _same_suite(one: RunRecord, other: RunRecord) -> bool:
    return one.suite == other.suite and one.id != other.id


def _gravest_first(material: Material) -> tuple[str, ...]:
    """Newly failing cases of the rules that fail, then other new ones, then the rest."""
    examination = material.stopped.examination
    new = set() if material.both is None else {c.case_id for c in material.both.newly_failing}
    rules = [r for r in material.stopped.verdict.rules if r.status is RuleStatus.FAILS]
    guilty = {case for rule in rules for case in rule.cases}
    ids = [
        case.id
        for index, case in enumerate(examination.cases)
        if _tellable(examination.state_of(index)) and not case.blind
    ]
    return tuple(sorted(ids, key=lambda one: (one not in guilty, one not in new)))


def _tellable(state: State) -> bool:
    return state in NEEDS_REPAIR
