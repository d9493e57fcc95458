"""``golden unlock``: look behind the blind cases of one version, with name and reason kept."""

from __future__ import annotations

from pathlib import Path

from evalcore.errors import UsageError
from evalcore.model.unlock import Unlock
from evalcore.store import open_store
from evalcore.workflows.golden_files import open_golden


def unlock_golden(
    path: Path, *, db: Path, who: str, why: str, manifest: Path | None = None
) -> tuple[Unlock, tuple[str, ...]]:
    """Log the unlock first, then give the ids of the blind cases.

    Raises ``UsageError`` where no reason is given or nothing is blind.
    """
    if not why.strip():
        raise UsageError("an unlock says why", hint='give --why "before the release of May"')
    opened = open_golden(path, manifest=manifest)
    blind = tuple(case.id for case in opened.golden.cases if case.blind)
    if not blind:
        raise UsageError(
            "this golden set has no blind case",
            where=str(path),
            hint="unbury golden split reserves some",
        )
    with open_store(db) as store:
        unlock = store.unlock(golden_hash=opened.hash, golden=opened.golden.name, who=who, why=why)
    return unlock, blind
