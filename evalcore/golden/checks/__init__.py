"""The checks of a golden set, one file each; adding one is a file and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evalcore.golden.checks import (
    anchors,
    annotation,
    annotators,
    composition,
    coverage,
    duplicates,
    freshness,
    labels,
    leakage,
    reserve,
    size,
    sources,
)
from evalcore.golden.finding import Finding
from evalcore.golden.subject import Subject

CHECKS: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    labels.check,
    size.check,
    composition.check,
    sources.check,
    freshness.check,
    coverage.check,
    annotation.check,
    annotators.check,
    duplicates.check,
    leakage.check,
    anchors.check,
    reserve.check,
)
