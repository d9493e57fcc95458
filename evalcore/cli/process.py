"""What this process need not do: work that Python and numpy do for programs that run for days."""

from __future__ import annotations

import atexit
import gc
import os

_ALLOCATIONS = 200_000
"""New objects between two searches for reference cycles; Python's own number is 700."""


def spare_cycle_searches() -> None:
    """Search seldom for reference cycles, and not once more at the end.

    Reference counts free what is done with; the search would walk every label of a large
    golden set again and again while they are being made (a third of the time of reading
    them), and every loaded module at exit (0.05 s).
    """
    gc.set_threshold(_ALLOCATIONS)
    atexit.register(gc.freeze)


def spare_matrix_threads() -> None:
    """Let numpy start no threads for products of matrices; before numpy is imported.

    They take 0.05 s to start. Not for commands that search vectors.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
