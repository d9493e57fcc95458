"""Time and peak memory of a whole process, from its start to its end."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Measure:
    """Seconds on the clock and of CPU, and the largest resident size in MB."""

    wall: float
    cpu: float
    peak: float

    def to_plain(self) -> dict[str, Any]:
        """JSON values, rounded to what can be read off this clock."""
        return {name: round(value, 3) for name, value in asdict(self).items()}


def as_installed(bytecode: Path) -> dict[str, str]:
    """An environment in which Python keeps compiled modules (in ``bytecode``), as pip leaves them.

    Where they may not be written, every start would compile the package that is measured anew
    and find the others compiled.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(bytecode)}


def run_process(
    command: Sequence[str], *, environment: Mapping[str, str], allowed: Sequence[int] = (0,)
) -> Measure:
    """Run the command to its end; raises ``RuntimeError`` if it exits with another code."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment
    )
    output = b"" if process.stdout is None else process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.stdout is not None:
        process.stdout.close()
    if process.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)} exited {process.returncode}:\n{output.decode()}")
    return Measure(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def middle(measures: Sequence[Measure]) -> Measure:
    """The median of each figure on its own."""
    return Measure(
        median(m.wall for m in measures),
        median(m.cpu for m in measures),
        median(m.peak for m in measures),
    )
