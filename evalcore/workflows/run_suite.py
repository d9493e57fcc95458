"""Run a suite: ask the index every question, then judge and store what came back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.errors import UsageError
from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.formats.policy import read_policy
from evalcore.formats.suite import read_suite
from evalcore.golden.abstention import blind_rates
from evalcore.golden.domains import with_domains
from evalcore.metrics.order import contradictions
from evalcore.model.case import Case, GoldenSet
from evalcore.model.policy import Policy
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.suite import Suite
from evalcore.model.words import CaseStatus, Direction
from evalcore.retrievers.protocol import Query, Retriever
from evalcore.workflows.baselines import check_named
from evalcore.workflows.blind import blind_aggregate
from evalcore.workflows.domains import check_domains
from evalcore.workflows.examine import Conditions, Material
from evalcore.workflows.judge_run import Criterion, judge_and_store, now
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.progress import Progress, silent
from evalcore.workflows.resume_run import Resumed, resumed_run
from evalcore.workflows.retrievers import Place, orders_itself, retrievers_of

BATCH = 64
"""Questions asked at once: enough to be quick, few enough to show progress."""
STORING = "judging"
"""The last phase that is told; what is stopped before it leaves nothing behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What may be said beside the suite. None means: as the suite says.

    ``manifest`` examines another state of the index by the same criterion; ``on`` is the day
    whose validity filters apply; ``blind`` asks the reserved cases too, for an aggregate only.
    """

    label: str | None = None
    samples: int | None = None
    blind: bool = False
    manifest: Path | None = None
    on: date | None = None
    cache: Path | None = None
    baseline: str | None = None
    """The run to hold this one against; None takes the promoted one of the suite."""
    resume: str | None = None
    """A stored run of the same exam: its lists are kept, and only what got none is asked."""
    batch: int = BATCH


def run_suite(
    path: Path,
    *,
    db: Path | None,
    options: RunOptions | None = None,
    progress: Progress = silent,
) -> Outcome:
    """Execute a suite and return its stored, judged run; without a database nothing is stored.

    Raises ``InputError`` for files, ``RetrieverError`` where the index cannot be asked at all,
    ``StoreError`` for the database. A question that fails is an error case of the run.
    """
    chosen = options or RunOptions()
    suite = read_suite(path)
    if chosen.manifest is not None:
        suite = replace(suite, manifest=chosen.manifest.resolve())
    manifest = None if suite.manifest is None else read_manifest(suite.manifest)
    golden = with_domains(read_golden(suite.golden), manifest, suite.exam)
    policy = Policy() if suite.policy is None else read_policy(suite.policy)
    check_domains(policy, golden)
    if db is not None:
        check_named(db, suite.name, chosen.baseline)
    on = chosen.on or suite.run_date or date.today()  # noqa: DTZ011 validity is a local day
    started = now()
    asked = _asked(suite, golden, blind=False)
    reserved = _asked(suite, golden, blind=True) if chosen.blind else []
    place = Place(path=path, suite=suite, manifest=manifest, on=on, cache=chosen.cache)
    resumed = _resumed(db, chosen, place, golden)
    samples = chosen.samples or policy.sampling.system if resumed is None else resumed.samples
    own = retrievers_of(place, samples)
    retrievers = own if resumed is None else resumed.retrievers(own)
    rankings = tuple(
        ask(one, asked, suite, progress=progress, sample=number, batch=chosen.batch)
        for number, one in enumerate(retrievers, start=1)
    )
    criterion = _criterion(suite, policy)
    context = _context(place, golden) | ({} if resumed is None else resumed.told())
    if reserved:
        lists = [ask(one, reserved, suite, progress=progress) for one in own]
        material = Material(golden=golden, manifest=manifest, rankings=lists)
        context["blind"] = blind_aggregate(material, criterion)
        context["blind"]["no_answer"] = blind_rates(
            golden, rankings[0], lists[0], suite.exam.direction
        )
    progress(STORING, 0, 1)
    return judge_and_store(
        Material(golden=golden, manifest=manifest, rankings=rankings),
        criterion,
        db=db,
        label=chosen.label,
        started=started,
        origin="run",
        context=context,
        baseline=chosen.baseline,
    )


def ask(
    retriever: Retriever,
    cases: Sequence[Case],
    suite: Suite,
    *,
    progress: Progress = silent,
    sample: int = 1,
    batch: int = BATCH,
) -> Rankings:
    """Ask every question once, in batches, and pack the answers that hold together."""
    phase = "asking the index" if sample == 1 else f"asking the index, sample {sample}"
    answers: list[tuple[str, Ranking | Failure]] = []
    progress(phase, 0, len(cases))
    for start in range(0, len(cases), batch):
        some = cases[start : start + batch]
        queries = [Query(case_id=c.id, text=c.question, domain=c.domain) for c in some]
        found = retriever.search(queries, suite.exam.depth)
        answers.extend((c.id, _finite(a)) for c, a in zip(some, found, strict=True))
        progress(phase, len(answers), len(cases))
    answers = _one_kind(answers)
    if orders_itself(suite):
        return Rankings.pack(answers)
    return _in_order(answers, suite.exam.direction)


def _resumed(
    db: Path | None, chosen: RunOptions, place: Place, golden: GoldenSet
) -> Resumed | None:
    if chosen.resume is None or db is None:
        return None
    return resumed_run(
        db,
        chosen.resume,
        suite=place.suite,
        golden=golden,
        manifest=place.manifest,
        on=place.on,
    )


def _asked(suite: Suite, golden: GoldenSet, *, blind: bool) -> list[Case]:
    """The active cases on one side of the blind split; an empty exam is refused (B52)."""
    active = [case for case in golden.cases if case.status is CaseStatus.ACTIVE]
    asked = [case for case in active if case.blind == blind]
    if asked:
        return asked
    kind = "blind" if blind else "visible"
    raise UsageError(
        f"no {kind} case of this golden set is to be run",
        where=str(suite.golden),
        hint=f"it has {len(active)} active cases; mark {kind} ones, or another golden set",
    )


def _finite(answer: Ranking | Failure) -> Ranking | Failure:
    """NaN and infinity order nothing: such a list is an error, never sorted or stored."""
    if isinstance(answer, Failure) or answer.scores is None:
        return answer
    if all(math.isfinite(score) for score in answer.scores):
        return answer
    return Failure("the index returned a score that is not a finite number")


def _one_kind(
    answers: Sequence[tuple[str, Ranking | Failure]],
) -> list[tuple[str, Ranking | Failure]]:
    """Where some lists carry scores, a list without them cannot be read beside them."""
    lists = [a for _, a in answers if isinstance(a, Ranking) and a.chunk_ids]
    if not any(a.scores is not None for a in lists):
        return list(answers)
    bare = Failure("the index returned no scores for this question, but did for others")
    return [
        (i, bare if isinstance(a, Ranking) and a.chunk_ids and a.scores is None else a)
        for i, a in answers
    ]


def _in_order(answers: list[tuple[str, Ranking | Failure]], direction: Direction) -> Rankings:
    """Turn lists whose scores contradict their order into errors; neither is guessed at."""
    packed = Rankings.pack(answers)
    rows = {int(row) for row in contradictions(packed, direction)}
    if not rows:
        return packed
    worse = "rise" if direction is Direction.HIGHER else "fall"
    refused = Failure(f"its scores {worse} along the list (direction = {direction.value!r})")
    return Rankings.pack(
        (case_id, refused if row in rows else answer)
        for row, (case_id, answer) in enumerate(answers)
    )


def _criterion(suite: Suite, policy: Policy) -> Criterion:
    return Criterion(
        suite_name=suite.name,
        suite=suite.written,
        exam=suite.exam,
        policy=policy,
        conditions=Conditions(),
    )


def _context(place: Place, golden: GoldenSet) -> dict[str, Any]:
    """Facts of the run; ``folder`` and ``file`` let the index be asked again on this machine."""
    suite, manifest = place.suite, place.manifest
    return {
        "retriever": suite.retriever.get("kind"),
        "golden": golden.name,
        "manifest": suite.manifest.name if suite.manifest is not None else None,
        "chunks": len(manifest.chunks) if manifest is not None else None,
        "on": place.on.isoformat(),
        "folder": str(suite.folder),
        "file": place.path.name,
    }
