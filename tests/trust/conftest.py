"""What can be trusted: each promise of docs/trust.md, tried.

``make test`` runs these in a short form that is real all the same; ``make trust`` in the full one.
"""

import os
from pathlib import Path

import pytest

FULL = os.environ.get("UNBURY_TRUST") == "full"
HERE = Path(__file__).parent


def pytest_collection_modifyitems(config, items):
    """Tests marked ``full`` belong to the full form alone: in the short one they are not asked."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("trust")
    later = [] if FULL else [item for item in items if item.get_closest_marker("full")]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in later]


@pytest.fixture(scope="session")
def times():
    """How often: the first number in the short form, the second in the full one."""
    return lambda short, full: full if FULL else short


@pytest.fixture(scope="session")
def stored_runs():
    from support import stored_runs

    return stored_runs
