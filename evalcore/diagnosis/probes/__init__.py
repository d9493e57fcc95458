"""The probes in their order: each a module with ``NAME``, ``asks`` and ``conclude``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evalcore.diagnosis.answers import Answers
from evalcore.diagnosis.asker import Ask
from evalcore.diagnosis.case_file import Buried, CaseFile
from evalcore.diagnosis.probes import (
    description,
    displaced,
    embedding,
    index,
    labels,
    sound_case,
    split,
)
from evalcore.model.diagnosis import Finding, ProbeName


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One question of the diagnosis: what it would ask of the index, and what it concludes."""

    name: ProbeName
    asks: Callable[[CaseFile, Buried], tuple[Ask, ...]]
    conclude: Callable[[CaseFile, Buried, Answers], Finding]


PROBES: tuple[Probe, ...] = tuple(
    Probe(name=probe.NAME, asks=probe.asks, conclude=probe.conclude)
    for probe in (sound_case, split, description, labels, index, displaced, embedding)
)
"""In order of falling frequency, cheapest to check first (chapter 17)."""
