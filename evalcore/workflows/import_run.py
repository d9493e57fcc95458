"""Import rankings made elsewhere: the same examination and the same gate."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from evalcore.errors import InputError, Problem
from evalcore.formats.grades import MAX_GRADE
from evalcore.formats.label_file import LabelFile
from evalcore.formats.labels import read_label_file
from evalcore.formats.rankings import RankingFile, read_rankings
from evalcore.golden.domains import with_domains
from evalcore.model.case import GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.policy import Policy
from evalcore.model.ranking import Rankings
from evalcore.model.words import Direction, Gain, Level, Missing, Order
from evalcore.workflows.baselines import check_named
from evalcore.workflows.blind import without_blind
from evalcore.workflows.domains import check_domains
from evalcore.workflows.examine import Conditions, Material
from evalcore.workflows.judge_run import Criterion, judge_and_store, now
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.progress import Progress, silent

MAX_CUTOFF = 100_000
"""As in a suite: more is no list that anybody reads, and leaves the numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """The criterion of an import. ``min_grade`` None takes the policy's."""

    golden: Path
    rankings: Path
    manifest: Path | None = None
    policy: Path | None = None
    format: str | None = None
    golden_format: str | None = None
    system: str | None = None
    cutoff: int = 10
    min_grade: int | None = None
    gain: Gain = Gain.LINEAR
    level: Level = Level.CHUNK
    order: Order | None = None
    missing: Missing = Missing.ERROR
    direction: Direction = Direction.HIGHER
    label: str | None = None
    suite: str | None = None
    baseline: str | None = None
    """The run to hold this one against; None takes the promoted one of the suite."""


def import_run(options: ImportOptions, *, db: Path, progress: Progress = silent) -> Outcome:
    """Read, examine, judge and store; every problem of both files is reported together.

    The file's depth is the depth: nothing is truncated. Lists of blind cases are left out:
    they are neither judged nor kept. Raises ``InputError``.
    """
    started = now()
    _check_numbers(options)
    progress("reading", 0, 1)
    policy = _policy(options)
    manifest = _manifest(options)
    labels, file = _read_both(options)
    golden, samples, notes = _same_ids(labels, file, manifest)
    criterion = _criterion(options, policy, _depth(file, options.cutoff))
    golden = with_domains(golden, manifest, criterion.exam)
    check_domains(policy, golden)
    check_named(db, criterion.suite_name, options.baseline)
    progress("judging", 0, 1)
    return judge_and_store(
        Material(
            golden=golden,
            manifest=manifest,
            rankings=[without_blind(one, golden) for one in samples],
        ),
        criterion,
        db=db,
        label=options.label,
        started=started,
        origin="import",
        context={
            "rankings": options.rankings.name,
            "golden": options.golden.name,
            "manifest": options.manifest.name if options.manifest is not None else None,
            "format": file.format,
            "golden_format": labels.format,
            "notes": [*_guessed(options, labels, file), *notes],
        },
        baseline=options.baseline,
    )


def _policy(options: ImportOptions) -> Policy:
    policy = Policy()
    if options.policy is not None:
        from evalcore.formats.policy import read_policy  # pydantic, only where there is a file

        policy = read_policy(options.policy)
    if options.min_grade is None:
        return policy
    return replace(policy, recall=replace(policy.recall, min_grade=options.min_grade))


def _manifest(options: ImportOptions) -> Manifest | None:
    if options.manifest is None:
        return None
    from evalcore.formats.corpora import read_corpus  # its fields, only where there is a file

    return read_corpus(options.manifest)


def _same_ids(
    labels: LabelFile, file: RankingFile, manifest: Manifest | None
) -> tuple[GoldenSet, Sequence[Rankings], list[str]]:
    """Labels and rankings that speak of the same ids, and what the readers had to say."""
    if type(file) is RankingFile and not labels.texts:  # it has ids of its own: nothing to match
        return labels.golden, file.samples, [*labels.notes, *file.notes]
    from evalcore.workflows.match_ids import matched

    found = matched(labels, file, manifest)
    return found.golden, found.samples, list(found.notes)


def _guessed(options: ImportOptions, labels: LabelFile, file: RankingFile) -> list[str]:
    """As what the files were read, where nobody said it."""
    read = [
        ("labels", options.golden_format, labels.format),
        ("rankings", options.format, file.format),
    ]
    guessed = [f"{what} as {found}" for what, named, found in read if named is None]
    return [f"format guessed: {', '.join(guessed)}"] if guessed else []


def _read_both(options: ImportOptions) -> tuple[LabelFile, RankingFile]:
    """Labels and rankings, read at the same time; the problems of both are told together."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        labels = pool.submit(read_label_file, options.golden, format=options.golden_format)
        rankings = pool.submit(
            read_rankings,
            options.rankings,
            format=options.format,
            order=options.order,
            direction=options.direction,
            system=options.system,
        )
    failures = (labels.exception(), rankings.exception())
    refused = [failure for failure in failures if isinstance(failure, InputError)]
    if len(refused) == len(failures):
        raise InputError(problem for failure in refused for problem in failure.problems)
    return labels.result(), rankings.result()


def _check_numbers(options: ImportOptions) -> None:
    """The same limits as in a suite and a policy: grade 0 is judged and not relevant."""
    numbers = (("cutoff", options.cutoff, MAX_CUTOFF), ("min-grade", options.min_grade, MAX_GRADE))
    problems = [
        Problem(what=f"{name} {value} is out of range", hint=f"give --{name} from 1 to {most}")
        for name, value, most in numbers
        if value is not None and not 1 <= value <= most
    ]
    if problems:
        raise InputError(problems)


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
        **({} if options.system is None else {"system": options.system}),
        "retriever": {"kind": "recorded"},
    }
    return Criterion(
        suite_name=options.suite or options.golden.name.split(".")[0] or options.golden.name,
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
