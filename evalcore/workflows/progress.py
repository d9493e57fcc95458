"""How long work tells where it stands, without knowing who listens."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called with the phase in words, and how much of it is done."""

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Tell that ``done`` of ``total`` steps of ``phase`` are finished."""
        ...


def silent(phase: str, done: int, total: int) -> None:
    """Tell nobody."""
