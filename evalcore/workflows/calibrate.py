"""What the last runs would have been under another policy: tried, never stored."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import InputError, Problem, RunNotFound
from evalcore.formats.policy_table import changed_settings
from evalcore.gate.calibrate import highest_noise
from evalcore.model.policy import Policy
from evalcore.model.trial import Trial
from evalcore.model.verdict import Verdict
from evalcore.model.words import Decision, RuleStatus
from evalcore.store import open_reader
from evalcore.workflows.domains import check_domains
from evalcore.workflows.held_run import HeldRun, hold

LAST = 10
"""How many runs are tried unless somebody asks for more or fewer."""

NOT_TRIED = ("sampling.judge", "golden.expires_months")
"""Numbers that say what the next run does, not what a stored one was: trying shows nothing."""

_BARS = (RuleStatus.FAILS, RuleStatus.NOT_EVALUATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class WouldHaveBeen:
    """The runs of a suite under ``policy``, newest first."""

    suite: str
    policy: Policy
    trials: tuple[Trial, ...]

    def blocks(self, *, after: bool) -> int:
        """How many runs are blocked, as stored or as they would have been."""
        verdicts = (one.after if after else one.before for one in self.trials)
        return sum(verdict.decision is Decision.BLOCK for verdict in verdicts)

    @property
    def turned(self) -> tuple[Trial, ...]:
        """The runs whose verdict would have been another."""
        return tuple(one for one in self.trials if one.turned)


def would_have_been(db: Path, suite: str, policy: Policy, *, last: int = LAST) -> WouldHaveBeen:
    """The last runs of a suite, examined and judged under ``policy`` as ``unbury gate`` would.

    Nothing is stored: every run keeps its verdict and the policy it was judged by. Raises
    ``RunNotFound`` where the suite has no run.
    """
    return tried(held_runs(db, suite, last=last), policy)


def held_runs(db: Path, suite: str, *, last: int = LAST) -> tuple[HeldRun, ...]:
    """The last runs of a suite, newest first, ready for one policy after another."""
    with open_reader(db) as reader:
        records = [record for record in reader.runs() if record.suite == suite]
        if not records:
            raise RunNotFound(f"no run of the suite {suite!r} is stored", hint="unbury runs")
        return tuple(hold(reader, record) for record in records[:last])


def tried(held: Sequence[HeldRun], policy: Policy) -> WouldHaveBeen:
    """The same for runs that are held already."""
    return WouldHaveBeen(
        suite=held[0].record.suite,
        policy=policy,
        trials=tuple(_trial(one, policy) for one in held),
    )


def check_policy(policy: Policy, newest: HeldRun) -> None:
    """Raise ``InputError`` for a policy that switches a rule off for this suite.

    Beyond what no policy file may say: a noise ceiling that no list of this cutoff can exceed,
    and a domain that is a misspelt one of the cases'.
    """
    check_domains(policy, newest.material.golden)
    problems = list(_ceilings_that_never_fire(policy, newest.record.exam.cutoff))
    if problems:
        raise InputError(problems)


def without_effect(before: Policy, after: Policy) -> tuple[str, ...]:
    """The changed settings that no stored run can show the effect of."""
    return tuple(key for key in changed_settings(before, after) if key in NOT_TRIED)


def _ceilings_that_never_fire(policy: Policy, cutoff: int) -> Iterator[Problem]:
    most = highest_noise(cutoff)
    if not most:
        return  # one result: it is the expected one, or the case fails
    ceilings = {"noise.ceiling": policy.noise.ceiling}
    ceilings |= {f"noise.domain.{name}": one for name, one in policy.noise.domain.items()}
    for name, ceiling in ceilings.items():
        if ceiling >= most:
            yield Problem(
                what=f"a ceiling of {ceiling} can never be exceeded at cutoff {cutoff}",
                hint=f"a passing case has {most} at most; give a ceiling below that",
                file="policy",
                field=name,
            )


def _trial(held: HeldRun, policy: Policy) -> Trial:
    before, after = held.stored.verdict, held.under(policy).verdict
    status = {rule.rule: rule.status for rule in before.rules}
    secret = {case.id for case in held.material.golden.cases if case.blind}
    named, would = _named(before, secret), _named(after, secret)
    return Trial(
        record=held.record,
        before=before,
        after=after,
        rules=tuple(r.rule for r in after.rules if status.get(r.rule) is not r.status),
        cases=tuple(case for case in would if case not in named),
        no_longer=tuple(case for case in named if case not in would),
    )


def _named(verdict: Verdict, secret: Collection[str]) -> dict[str, None]:
    """The visible cases that the rules against deployment name, in their order."""
    bars = (rule for rule in verdict.rules if rule.status in _BARS)
    return dict.fromkeys(case for rule in bars for case in rule.cases if case not in secret)
