"""Import rankings made elsewhere: the same examination and the same gate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.errors import InputError, Problem
from evalcore.formats.labels import read_labels
from evalcore.formats.manifest import read_manifest
from evalcore.formats.policy import read_policy
from evalcore.formats.rankings import RankingFile, read_rankings
from evalcore.model.exam import Exam
from evalcore.model.policy import Policy
from evalcore.model.words import Direction, Gain, Level, Missing, Order
from evalcore.workflows.examine import Conditions, Material
from evalcore.workflows.judge_run import Criterion, judge_and_store, now
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """The criterion of an import. ``min_grade`` None takes the policy's."""

    golden: Path
    rankings: Path
    manifest: Path | None = None
    policy: Path | None = None
    format: str | None = None
    cutoff: int = 10
    min_grade: int | None = None
    gain: Gain = Gain.LINEAR
    level: Level = Level.CHUNK
    order: Order | None = None
    missing: Missing = Missing.ERROR
    direction: Direction = Direction.HIGHER
    label: str | None = None
    suite: str | None = None


def import_run(options: ImportOptions, *, db: Path, progress: Progress = silent) -> Outcome:
    """Read, examine, judge and store; every problem of the files is reported together.

    The file's depth is the depth: nothing is truncated. Raises ``InputError``.
    """
    started = now()
    _check_cutoff(options.cutoff)
    progress("reading", 0, 1)
    policy = Policy() if options.policy is None else read_policy(options.policy)
    if options.min_grade is not None:
        policy = replace(policy, recall=replace(policy.recall, min_grade=options.min_grade))
    golden = read_labels(options.golden)
    manifest = None if options.manifest is None else read_manifest(options.manifest)
    file = read_rankings(
        options.rankings, format=options.format, order=options.order, direction=options.direction
    )
    progress("judging", 0, 1)
    return judge_and_store(
        Material(golden=golden, manifest=manifest, rankings=file.samples),
        _criterion(options, policy, _depth(file, options.cutoff)),
        db=db,
        label=options.label,
        started=started,
        origin="import",
        context={
            "rankings": options.rankings.name,
            "golden": options.golden.name,
            "manifest": options.manifest.name if options.manifest is not None else None,
            "format": file.format,
            "notes": list(file.notes),
        },
    )


def _check_cutoff(cutoff: int) -> None:
    if cutoff < 1:
        raise InputError(
            [Problem(what=f"cutoff {cutoff} scores nothing", hint="give --cutoff 1 or more")]
        )


def _depth(file: RankingFile, cutoff: int) -> int:
    longest = max((int(one.lengths.max(initial=0)) for one in file.samples), default=0)
    return max(longest, cutoff)


def _criterion(options: ImportOptions, policy: Policy, depth: int) -> Criterion:
    written = {
        "cutoff": options.cutoff,
        "gain": options.gain.value,
        "level": options.level.value,
        "direction": options.direction.value,
        "order": options.order.value if options.order else None,
        "missing": options.missing.value,
        "retriever": {"kind": "recorded"},
    }
    return Criterion(
        suite_name=options.suite or options.golden.name.split(".")[0],
        suite=written,
        exam=Exam(
            cutoff=options.cutoff,
            depth=depth,
            min_grade=policy.recall.min_grade,
            gain=options.gain,
            level=options.level,
            direction=options.direction,
        ),
        policy=policy,
        conditions=Conditions(missing=options.missing),
    )
