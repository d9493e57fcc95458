"""A stored run judged by other numbers: what it was, and what it would have been."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.run import RunRecord
from evalcore.model.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One run: its stored verdict, and the one it would have been.

    ``rules`` are those whose status differs, ``cases`` those that a rule against deployment
    would name and the stored verdict's do not, ``no_longer`` the other way round.
    """

    record: RunRecord
    before: Verdict
    after: Verdict
    rules: tuple[str, ...]
    cases: tuple[str, ...]
    no_longer: tuple[str, ...]

    @property
    def turned(self) -> bool:
        """Whether the verdict itself would have been another."""
        return self.before.decision is not self.after.decision
