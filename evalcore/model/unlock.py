"""An unlock: somebody looked behind the blind cases of one version of a golden set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlock:
    """Who, why and when (UTC, ISO 8601); ``golden_hash`` names the version, ``golden`` its name."""

    golden_hash: str
    golden: str
    who: str
    why: str
    at: str
