"""The domains that a policy speaks of are those that the cases have."""

from __future__ import annotations

from evalcore.errors import InputError, Problem
from evalcore.golden.domains import misspelt
from evalcore.model.case import GoldenSet
from evalcore.model.policy import Policy


def check_domains(policy: Policy, golden: GoldenSet) -> None:
    """Raise ``InputError`` for a domain of the policy that only looks like one of the cases'.

    Its ceiling would never be applied, and nobody would see it (B53). A domain that no case
    resembles is let be: a policy may serve several suites.
    """
    problems = [
        Problem(
            what=f'no case has the domain "{domain}"; cases have "{twin.id}"',
            hint=f"they differ only by {twin.kind}; make them equal",
            field="noise.domain",
        )
        for domain, twin in misspelt(policy.noise.domain, golden.cases)
    ]
    if problems:
        raise InputError(problems)
