"""The exam: what must be the same for two runs to be compared at all."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.words import Direction, Gain, Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """Cutoff K is scored, depth D is fetched and stored; 1 <= K <= D."""

    cutoff: int = 10
    depth: int = 100
    min_grade: int = 1
    gain: Gain = Gain.LINEAR
    level: Level = Level.CHUNK
    direction: Direction = Direction.HIGHER
