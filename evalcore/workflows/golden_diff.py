"""``golden diff``: what changed between two versions of a golden set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evalcore.golden.versions import Versions, compare
from evalcore.workflows.golden_files import open_golden


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenDiff:
    """Two versions by their content hashes, and what is between them."""

    before: str
    after: str
    versions: Versions


def diff_golden(before: Path, after: Path) -> GoldenDiff:
    """Compare two golden sets, or the ones that two suites name."""
    old, new = open_golden(before), open_golden(after)
    return GoldenDiff(
        before=old.hash, after=new.hash, versions=compare(old.text.golden, new.text.golden)
    )
