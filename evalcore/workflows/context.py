"""What a run remembers of how it was made, so that it can be examined again exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalcore.errors import DamagedDatabase
from evalcore.model.words import Missing
from evalcore.workflows.examine import Conditions


def conditions_to_plain(conditions: Conditions) -> dict[str, Any]:
    """The conditions as JSON values, for the run's context."""
    return {
        "missing": conditions.missing.value,
        "blind": conditions.blind,
        "seed": conditions.seed,
    }


def conditions_from(context: Mapping[str, Any]) -> Conditions:
    """The conditions that the context of a stored run holds.

    Raises ``DamagedDatabase`` where it does not hold them.
    """
    try:
        plain = context["conditions"]
        return Conditions(
            missing=Missing(plain["missing"]), blind=bool(plain["blind"]), seed=int(plain["seed"])
        )
    except (KeyError, TypeError, ValueError):
        raise DamagedDatabase(
            "a run does not say how its cases were examined",
            hint="restore the last good copy of the database",
        ) from None
