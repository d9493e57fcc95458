"""How far an unchanged index swings: stored repetitions measured, and their tolerance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.policy_export import write_policy
from evalcore.formats.policy_table import changed_settings, policy_from_table, policy_to_table
from evalcore.model.policy import Policy
from evalcore.model.run import RunRecord, StoredRun
from evalcore.model.stability import Stability, Unfrozen
from evalcore.stability.frozen import may_repeat, same_recording, unfrozen
from evalcore.stability.judged import JudgedShare, judged_share
from evalcore.stability.of_runs import stability_of
from evalcore.stability.reason import reason_of
from evalcore.stability.tolerance import FEWEST_RUNS
from evalcore.store import Reader, open_reader
from evalcore.workflows.reading import read_run

_WHOLE = 100
_AGAIN = (
    "run the suite three times with nothing changed between the runs "
    "(--date keeps the day of the validity filters)"
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Ruled:
    """What a judge said of the answers of one run, vote by vote, under that run's policy."""

    run: RunRecord
    judge: str
    samples: int
    shares: tuple[JudgedShare, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Look:
    """What can be said of some runs. ``stability`` is None where they are no repetitions.

    ``unfrozen`` then names what differs; ``same_recording`` that one recording was read twice.
    ``policy`` is the one they were judged by, None where they differ. ``ruler`` is the newest
    judgement of their answers; None where no judge was asked.
    """

    runs: tuple[RunRecord, ...]
    stability: Stability | None
    unfrozen: tuple[Unfrozen, ...] = ()
    same_recording: bool = False
    policy: Policy | None = None
    ruler: Ruled | None = None


def look_at(
    db: Path,
    names: Sequence[str],
    *,
    opened: Callable[[RunRecord], StoredRun] | None = None,
) -> Look:
    """Open the runs named, once each and oldest first, and measure them if they are repetitions.

    One run is measured by its samples. ``stability`` is None also where no case counts.
    ``opened`` gives runs that the caller has open already; None reads each of them. Raises
    ``RunNotFound``.
    """
    with open_reader(db) as reader:
        found = {record.id: record for record in map(reader.resolve, names)}
        records = sorted(found.values(), key=lambda record: (record.started, record.id))
        runs = list(map(opened or partial(read_run, reader), records))
        return replace(look_of(runs), ruler=_ruler(reader, runs))


def look_of(runs: Sequence[StoredRun], *, worth: Fraction | None = None) -> Look:
    """Opened runs as repetitions of one another, in the order given."""
    records = tuple(run.record for run in runs)
    differing = unfrozen(runs)
    if differing:
        return Look(runs=records, stability=None, unfrozen=differing)
    if len(runs) > 1 and same_recording(runs):
        return Look(runs=records, stability=None, same_recording=True, policy=runs[0].policy)
    counted = runs[0].examination.counted.any()
    stability = stability_of(runs, worth=worth) if counted else None
    return Look(runs=records, stability=stability, policy=runs[0].policy)


def measure_stability(
    db: Path, names: Sequence[str], *, worth: Fraction | None = None
) -> tuple[Stability, Policy]:
    """The stability of three or more stored runs, and the policy they were judged by.

    ``worth`` is the change worth detecting as a share; None takes it from the policy. Raises
    ``UsageError`` for fewer runs, for a run named twice, and unless everything is frozen;
    ``RunNotFound`` for a name that is none.
    """
    with open_reader(db) as reader:
        records = [reader.resolve(name) for name in names]
        _check_names(records)
        look = look_of([read_run(reader, record) for record in records], worth=worth)
    if look.unfrozen:
        raise UsageError(
            f"these runs are no repetitions of one another; they differ in\n{told(look)}",
            hint=_AGAIN,
        )
    if look.same_recording:
        raise UsageError(
            "two of these runs hold the same recording, which says nothing of the index",
            hint="record the search again for each run",
        )
    if look.stability is None or look.policy is None:
        raise UsageError("no case counts in these runs", hint="unbury show RUN says why")
    return look.stability, look.policy


def share_worth(points: float) -> Fraction:
    """The share that so many points of 100 are. Raises ``UsageError`` outside 0 to 100."""
    if not 0 < points <= _WHOLE:
        raise UsageError(
            f"a change of {points} points is not one to detect",
            hint="give points of 100, more than 0: --worth 5",
        )
    return Fraction(str(points)) / _WHOLE


def repetitions_of(record: RunRecord, records: Sequence[RunRecord]) -> tuple[RunRecord, ...]:
    """The runs that may be repetitions of ``record``, itself among them, in the order given."""
    return tuple(one for one in records if may_repeat(one, record))


def told(look: Look) -> str:
    """What differs between runs that were meant to be repetitions, a line for each thing."""
    return "\n".join(f"  {one.name}: {_values(one, look)}" for one in look.unfrozen)


def write_tolerance(
    path: Path, policy: Policy, stability: Stability, *, author: str, reason: str
) -> dict[str, tuple[str, str]]:
    """Write a new policy version that holds the measured tolerances; what changed, old and new.

    Raises ``UsageError`` where the measure is too noisy to gate, where nobody or no reason
    signs, and where the file is there already; ``InputError`` for what no policy may hold.
    """
    if not stability.usable:
        raise UsageError(str(reason_of(stability)), hint="no policy was written")
    if not author.strip() or not reason.strip():
        raise UsageError("a policy version is signed", hint="give --author and --reason")
    if path.exists():
        raise UsageError(f"{path} is there already", hint="name a new file")
    signed = replace(
        with_tolerance(policy, stability), author=author.strip(), reason=reason.strip()
    )
    signed = policy_from_table(policy_to_table(signed), name=path.name)
    write_policy(path, signed)
    return changed_settings(policy, signed)


def with_tolerance(policy: Policy, stability: Stability) -> Policy:
    """The policy with the measured tolerances as its ``[regression]`` numbers."""
    measured = {one.measure: one.value for one in stability.tolerances}
    before = policy.regression
    regression = replace(
        before,
        quality=measured.get("quality", before.quality),
        mrr=measured.get("mrr", before.mrr),
        gold_mrr=measured.get("gold_mrr", before.gold_mrr),
        noise=measured.get("noise", before.noise),
    )
    return replace(policy, regression=regression)


def _ruler(reader: Reader, runs: Sequence[StoredRun]) -> Ruled | None:
    """The judgement made last of the newest run that has one."""
    for run in reversed(runs):
        found = reader.judgements(run.record.id)
        if found:
            newest = found[-1].judgement
            shares = (judged_share(newest, one, run.policy.sampling) for one in newest.measures)
            return Ruled(
                run=run.record,
                judge=newest.ruler.judge,
                samples=newest.ruler.samples,
                shares=tuple(shares),
            )
    return None


def _values(one: Unfrozen, look: Look) -> str:
    """``5 in monday, tuesday; 3 in friday``."""
    having: dict[str, list[str]] = {}
    for value, record in zip(one.values, look.runs, strict=True):
        having.setdefault(value, []).append(record.label or record.id)
    return "; ".join(f"{value} in {', '.join(names)}" for value, names in having.items())


def _check_names(records: Sequence[RunRecord]) -> None:
    ids = [record.id for record in records]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice is not None:
        raise UsageError(
            f"run {twice} is named twice, and a run does not differ from itself", hint=_AGAIN
        )
    if len(ids) < FEWEST_RUNS:
        raise UsageError(f"a tolerance takes {FEWEST_RUNS} runs, not {len(ids)}", hint=_AGAIN)
