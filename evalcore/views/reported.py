"""A judged run with the run it was held against: what reports for people and machines read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evalcore.model.case import Case
from evalcore.model.comparison import CaseChange
from evalcore.model.diagnosis import Trail
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.views.cases import NEEDS_REPAIR
from evalcore.views.compared import Compared
from evalcore.views.history import Past

_UNLISTED = (State.BLIND, State.RETIRED)


@dataclass(frozen=True, eq=False, kw_only=True)
class Reported:
    """``both`` is None without a fair comparison; ``unlike`` then says why, where there is one.

    ``trails`` are the stored diagnoses by case id, ``past`` the suite's runs, oldest first.
    """

    run: StoredRun
    both: Compared | None = None
    unlike: str = ""
    trails: Mapping[str, Trail] = field(default_factory=dict)
    past: Sequence[Past] = ()

    @property
    def listed(self) -> list[tuple[int, Case, State]]:
        """The cases that may be named, in golden-set order: neither blind nor retired."""
        examination = self.run.examination
        cases = [(i, case, examination.state_of(i)) for i, case in enumerate(examination.cases)]
        return [it for it in cases if it[2] not in _UNLISTED and not it[1].blind]

    @property
    def failing(self) -> list[tuple[int, Case, State]]:
        """The cases that a person has to look at."""
        return [it for it in self.listed if it[2] in NEEDS_REPAIR]

    @property
    def turned(self) -> list[CaseChange]:
        """The cases that changed verdict: those that now fail first."""
        if self.both is None:
            return []
        return [*self.both.newly_failing, *self.both.newly_passing]
