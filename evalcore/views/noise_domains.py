"""Noise by domain: the healthy cases, what they suggest, and who is over the tried ceiling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evalcore.gate.calibrate import Proposal, clearly_healthy, proposals_by_domain
from evalcore.gate.evidence import Evidence
from evalcore.gate.rules import noise as rule
from evalcore.model.case_table import column
from evalcore.model.examination import Examination
from evalcore.model.policy import Policy
from evalcore.views.language import Translator
from evalcore.views.noise_ceiling import Counts, binned
from evalcore.views.noise_words import about_proposal, proposed

MOST = 12
"""How many domains are drawn; those with the most healthy cases first."""


@dataclass(frozen=True, eq=False, kw_only=True)
class DomainNoise:
    """One domain; ``name`` is people's own text. ``own`` says that it has a ceiling of its own.

    ``over`` counts passing cases over ``ceiling``, the one that applies here.
    """

    name: str
    counts: Counts
    edges: tuple[Fraction, ...]
    over: int
    ceiling: Fraction
    own: bool
    proposal: Proposal


def domains(
    examination: Examination, policy: Policy, *, share: Fraction, margin: Fraction
) -> tuple[DomainNoise, ...]:
    """The domains with healthy cases, most of them first."""
    of_case = np.array([said or "" for said in column(examination.cases, "domain")], dtype=object)
    over = rule.over_ceiling(Evidence(examination=examination, policy=policy))
    healthy = clearly_healthy(examination)
    found = []
    for name, one in proposals_by_domain(examination, share=share, margin=margin).items():
        mine = of_case == name
        counts, edges = binned(examination, healthy & mine)
        found.append(
            DomainNoise(
                name=name,
                counts=counts,
                edges=edges,
                over=int((over & mine).sum()),
                ceiling=policy.noise.ceiling_for(name),
                own=name in policy.noise.domain,
                proposal=one,
            )
        )
    return tuple(found)


def about_domain(one: DomainNoise, t: Translator) -> tuple[str, str]:
    """Two lines: how many cases and how many over; what is suggested and how sure that is."""
    n = int(one.counts.sum())
    healthy = t.plural("{n} healthy case", "{n} healthy cases", n)
    over = t.plural("{n} over the ceiling", "{n} over the ceiling", one.over)
    suggested = t.text("Suggested: {ceiling}.", ceiling=proposed(one.proposal, t))
    return f"{healthy} · {over}", f"{suggested} {about_proposal(one.proposal, t)}"


def left_out(shown: int, total: int, t: Translator) -> str:
    """What is not drawn; empty where everything is."""
    if total <= shown:
        return ""
    return t.plural(
        "{n} more domain is not drawn; its ceiling can be written in the policy file.",
        "{n} more domains are not drawn; their ceilings can be written in the policy file.",
        total - shown,
    )


def setting(domain: str, ceiling: Fraction | None) -> str:
    """A domain's ceiling as it stands in the URL; without one, the general ceiling applies."""
    return f"{domain}={'' if ceiling is None else ceiling}"


def ceilings_of(settings: list[str], in_force: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The ceilings in force with what the URL says of single domains; nonsense is left out."""
    found = dict(in_force)
    for one in settings:
        domain, _, text = one.rpartition("=")
        if domain and not text:
            found.pop(domain, None)
        elif domain and (ceiling := _ceiling(text)) is not None:
            found[domain] = ceiling
    return found


def _ceiling(text: str) -> Fraction | None:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return value if 0 <= value < 1 else None
