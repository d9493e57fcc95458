"""Golden sets to draw failures in: the sample's own composition, and made ones of several sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.golden.domains import with_domains
from evalcore.golden.gold import gold_ids
from evalcore.model.exam import Exam
from evalcore.model.ratios import Mask
from evalcore.model.symptom import SymptomName
from evalcore.model.words import Behaviour
from evalcore.symptoms.kinds import groups_of

SIZES = (50, 100, 200, 500)
DOMAINS = (3, 10)
SHARES = {
    SymptomName.NUMERIC: 0.45,
    SymptomName.GOLD: 0.30,
    SymptomName.CODES: 0.12,
    SymptomName.VOCABULARY: 0.20,
    SymptomName.OLD_VERSION: 0.08,
    SymptomName.HALF_FOUND: 0.10,
}
"""About the sample's composition."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Composition:
    """The measured cases of a golden set: their domains, and which are of which kind."""

    domain: tuple[str, ...]
    groups: Mapping[SymptomName, Mask]

    def __len__(self) -> int:
        return len(self.domain)

    def inside(self, domain: str) -> np.ndarray:
        """Places of one domain's cases."""
        return np.flatnonzero(np.array(self.domain) == domain)

    def outside(self, domain: str) -> np.ndarray:
        """Places of all others."""
        return np.flatnonzero(np.array(self.domain) != domain)


def of_the_sample(folder: Path) -> Composition:
    """The composition of the sample's visible, counted cases."""
    manifest = read_manifest(folder / "manifests" / "green.jsonl")
    golden = with_domains(read_golden(folder / "golden.jsonl"), manifest, Exam())
    cases = [c for c in golden.cases if not c.blind and c.behaviour is Behaviour.ANSWER]
    gold = gold_ids(manifest, Exam())
    expects = np.array([any(e.chunk_id in gold for e in case.expected) for case in cases])
    return Composition(
        domain=tuple(case.domain or "" for case in cases),
        groups=groups_of(cases, manifest, expects),
    )


def drawn(rng: np.random.Generator, *, size: int | None = None) -> Composition:
    """A golden set of 50 to 500 cases in 3 to 10 domains of uneven size."""
    n = size or int(rng.choice(SIZES))
    domains = int(rng.integers(DOMAINS[0], DOMAINS[1] + 1))
    domain = rng.choice(domains, size=n, p=rng.dirichlet(np.full(domains, 4.0)))
    return Composition(
        domain=tuple(f"d{code}" for code in domain),
        groups={name: rng.random(n) < share for name, share in SHARES.items()},
    )


def confounded(rng: np.random.Generator) -> tuple[Composition, str]:
    """A set whose numeric cases stand nearly all in one domain, and that domain's name."""
    made = drawn(rng)
    domain = large_domain(made, rng)
    numeric = rng.random(len(made)) < 0.05
    numeric[made.inside(domain)] = rng.random(len(made.inside(domain))) < 0.85
    return replace(made, groups={**made.groups, SymptomName.NUMERIC: numeric}), domain


def large_domain(made: Composition, rng: np.random.Generator, fewest: int = 6) -> str:
    """A domain of at least so many cases, drawn."""
    names, counts = np.unique(np.array(made.domain), return_counts=True)
    return str(rng.choice(names[counts >= fewest]))
