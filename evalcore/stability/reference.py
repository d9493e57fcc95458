"""A run against a stored reference, case by case, with a tolerance in votes."""

from __future__ import annotations

from collections.abc import Mapping


def fallen(reference: Mapping[str, int], votes: Mapping[str, int], tolerance: int) -> list[str]:
    """The cases that lost more votes than ``tolerance`` against the reference, in its order.

    A case that ``votes`` lacks lost all of them. Gains are no regression.
    """
    return [
        case_id
        for case_id, before in reference.items()
        if before - votes.get(case_id, 0) > tolerance
    ]
