"""A stored judgement opened: its shares, people's word, what changed, the gate's verdict."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.comparison.rulers import Changed, product_changes, ruler_changes
from evalcore.errors import UsageError
from evalcore.formats.human import human_in_golden, read_human, sheet
from evalcore.model.case import Case, GoldenSet
from evalcore.model.judgement import JudgedMeasure, Judgement, StoredJudgement
from evalcore.model.ranking import Ranking
from evalcore.model.run import StoredRun
from evalcore.model.words import State
from evalcore.stability.judged import JudgedShare, judged_share
from evalcore.stability.people import AgainstPeople, against_people
from evalcore.store import open_reader
from evalcore.workflows.gate_run import gate_run
from evalcore.workflows.outcome import Outcome
from evalcore.workflows.reading import read_run


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """An answer whose state is not what it was in the earlier judgement."""

    case_id: str
    measure: JudgedMeasure
    before: State
    after: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """The judgement compared with an earlier one: ruler, product, and the cases that turned.

    ``incomparable`` cases were asked otherwise then, or not at all.
    """

    run_id: str
    judgement: str
    ruler: tuple[Changed, ...]
    product: tuple[Changed, ...]
    turned: tuple[Turned, ...]
    incomparable: int


@dataclass(frozen=True, eq=False, kw_only=True)
class JudgedRun:
    """The newest judgement of a run; ``outcome`` only where the policy gates on it."""

    run: StoredRun
    stored: StoredJudgement
    shares: tuple[JudgedShare, ...]
    people: tuple[AgainstPeople, ...] = ()
    against: Against | None = None
    outcome: Outcome | None = None


def judged_run(
    db: Path, name: str, *, human: Path | None = None, against: str | None = None
) -> JudgedRun:
    """The newest judgement of run ``name``, compared with that of ``against``.

    None compares with the judgement before it of the same run, if there is one. Verdicts of
    people come from ``human`` and from the golden set. Where the policy names judged measures
    that gate, a new verdict of the run is appended. Raises ``UsageError`` where nobody judged.
    """
    with open_reader(db) as reader:
        run = read_run(reader, reader.resolve(name))
        found = reader.judgements(run.record.id)
        if not found:
            raise UsageError(
                f"no judge has been asked about run {run.record.id}",
                hint=f"unbury judge {run.record.id} --answers FILE",
            )
        earlier, golden = found[:-1], run.golden
        if against is not None:
            other = reader.resolve(against)
            earlier, golden = reader.judgements(other.id), reader.golden(other.golden_hash)
            if not earlier:
                raise UsageError(f"no judge has been asked about run {against!r}")
    newest = found[-1]
    shares = _shares(newest.judgement, run)
    verdicts = (*human_in_golden(run.golden), *(() if human is None else read_human(human)))
    return JudgedRun(
        run=run,
        stored=newest,
        shares=shares,
        people=tuple(
            one for share in shares if (one := against_people(share, verdicts)) is not None
        ),
        against=_against(earlier[-1], newest, run, golden) if earlier else None,
        outcome=_outcome(db, run, newest),
    )


def _outcome(db: Path, run: StoredRun, newest: StoredJudgement) -> Outcome | None:
    """The gate's word on this judgement: a new verdict, unless the newest counts it already."""
    if run.policy.judge is None:
        return None
    if run.verdict.judgement == newest.id:
        return Outcome.of_stored(run)
    return gate_run(db, run.record.id, policy=run.policy)


def _shares(judgement: Judgement, run: StoredRun) -> tuple[JudgedShare, ...]:
    sampling = run.policy.sampling
    return tuple(judged_share(judgement, measure, sampling) for measure in judgement.measures)


def _against(
    earlier: StoredJudgement, newest: StoredJudgement, run: StoredRun, golden: GoldenSet
) -> Against:
    """Both by today's policy, so that only what was voted can differ.

    ``golden`` is the earlier one's: a case that asks something else now is not compared.
    """
    other = {case.id for case in run.golden.cases if not _same(case, golden.by_id.get(case.id))}
    before = _states(_shares(earlier.judgement, run))
    after = _states(_shares(newest.judgement, run))
    return Against(
        run_id=earlier.judgement.run_id,
        judgement=earlier.id,
        ruler=ruler_changes(earlier.judgement, newest.judgement),
        product=product_changes(earlier.judgement, newest.judgement),
        turned=tuple(
            Turned(case_id=case_id, measure=measure, before=before[case_id, measure], after=state)
            for (case_id, measure), state in after.items()
            if before.get((case_id, measure), state) is not state and case_id not in other
        ),
        incomparable=sum(case_id in other for case_id in newest.judgement.cases),
    )


def _same(case: Case, earlier: Case | None) -> bool:
    """Whether both ask the same and would be judged by the same reference."""
    return (
        earlier is not None
        and case.hash == earlier.hash
        and case.reference_answer == earlier.reference_answer
    )


def _states(shares: Sequence[JudgedShare]) -> dict[tuple[str, JudgedMeasure], State]:
    return {
        (case.judged.case_id, share.measure): case.state for share in shares for case in share.cases
    }


def write_sheet(path: Path, judged: JudgedRun, measure: JudgedMeasure, labels: int) -> int:
    """Write a sheet of ``labels`` answers drawn at random for people to judge; how many it holds.

    The judge's verdict is not on it. The draw is by hash of judgement and case. Raises
    ``UsageError`` for a file that is there already, or a measure nobody was asked about.
    """
    if path.exists():
        raise UsageError(f"{path} is there already", hint="name a new file: verdicts get lost")
    judgement = judged.stored.judgement
    asked = [one.case_id for one in judgement.of(measure) if one.votes]
    if not asked:
        raise UsageError(f"no answer was judged for {measure}", hint="see unbury judge --help")
    order = sorted(asked, key=lambda case_id: _draw(judged.stored.id, case_id))
    drawn = order[:labels]
    path.write_bytes(sheet(_line(judged, measure, one, len(asked)) for one in drawn))
    return len(drawn)


def _draw(judgement: str, case_id: str) -> bytes:
    return hashlib.sha256(f"{judgement}\0{case_id}".encode("utf-8", "surrogatepass")).digest()


def _line(judged: JudgedRun, measure: JudgedMeasure, case_id: str, asked: int) -> Mapping[str, Any]:
    judgement, case = judged.stored.judgement, judged.run.golden.by_id[case_id]
    line: dict[str, Any] = {
        "case_id": case_id,
        "measure": measure.value,
        "question": case.question,
    }
    if measure is JudgedMeasure.CORRECTNESS:
        line["reference_answer"] = case.reference_answer
    elif measure is JudgedMeasure.FAITHFULNESS:
        line["chunks"] = judgement.contexts.get(case_id) or _chunks(judged.run, case_id)
    else:
        line["expected_behaviour"] = case.behaviour.value
    return line | {
        "answer": judgement.answers[case_id],
        "drawn_from": asked,
        "verdict": None,
        "by": None,
    }


def _chunks(run: StoredRun, case_id: str) -> list[str]:
    """The texts of the run's first K chunks, as the judge was sent them."""
    found = run.rankings[0].of(case_id)
    if not isinstance(found, Ranking) or run.manifest is None:
        return []
    chunks = run.manifest.by_id
    ids = dict.fromkeys(found.chunk_ids[: run.examination.exam.cutoff])
    return [chunks[one].text or chunks[one].representation or "" for one in ids if one in chunks]
