"""Which cases are judged, and what the judge is sent of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalcore.errors import UsageError
from evalcore.golden.kinds import Kind, kinds_of
from evalcore.judges.panel import Job
from evalcore.judges.readings import Question
from evalcore.judges.statements import statements_of
from evalcore.model.answer import Answer, text_hash
from evalcore.model.case import Case
from evalcore.model.judgement import Judged, JudgedMeasure
from evalcore.model.manifest import Manifest
from evalcore.model.ranking import Ranking
from evalcore.model.run import StoredRun
from evalcore.model.words import Behaviour, CaseStatus
from evalcore.stats.subset import stratified
from evalcore.workflows.judge_prompts import Prompts

_REQUIRED: Mapping[Kind, str] = {
    Kind.NO_ANSWER: "no case without an answer: whether the system invents was not examined",
    Kind.MULTI_HOP: "no multi-hop case: whether it combines chunks was not examined",
}
"""What a subset must contain (the golden-set text), and what its lack leaves open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The cases to judge in golden-set order, how many there were to choose from, and the gaps."""

    cases: tuple[Case, ...]
    eligible: int
    gaps: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One answer under one measure: a job for the judge, or the reason why there is none."""

    judged: Judged
    job: Job | None = None
    chunks: tuple[str, ...] = ()


def choose(cases: Sequence[Case], subset: int | None) -> Choice:
    """The visible active cases, or a stratified part of them that is the same every time.

    Strata are behaviour, kind (multi-hop or not) and category; at least one case without answer
    and one multi-hop case are in it. Raises ``UsageError`` for no cases, or a part too small.
    """
    able = {c.id: c for c in cases if c.status is CaseStatus.ACTIVE and not c.blind}
    if not able:
        raise UsageError("no visible active case is there to judge", hint="check the golden set")
    kinds = {name: _kinds(case) for name, case in able.items()}
    required = {kind: frozenset(n for n in able if kind in kinds[n]) for kind in _REQUIRED}
    strata = {
        name: (case.behaviour, Kind.MULTI_HOP in kinds[name], case.category)
        for name, case in able.items()
    }
    size = len(able) if subset is None else subset
    try:
        chosen = stratified(strata, size, required=tuple(required.values()))
    except ValueError:
        hint = "a case without answer and a multi-hop case must be in it: --subset 40"
        raise UsageError(f"a subset of {size} is too small", hint=hint) from None
    return Choice(
        cases=tuple(able[name] for name in chosen),
        eligible=len(able),
        gaps=tuple(gap for kind, gap in _REQUIRED.items() if not required[kind]),
    )


def _kinds(case: Case) -> frozenset[Kind]:
    """The kinds of a case; needing two chunks makes it multi-hop, whatever it is called."""
    needed = [label for label in case.expected if label.grade > 0]
    hops = case.requires_all is True and len({one.group or one.chunk_id for one in needed}) > 1
    return kinds_of(case) | {Kind.MULTI_HOP} if hops else kinds_of(case)


def items_of(
    choice: Choice, answers: Mapping[str, Answer], prompts: Prompts, stored: StoredRun
) -> tuple[Item, ...]:
    """Every chosen case under every measure that applies to it, in the order of the measures.

    Correctness and faithfulness speak of cases to be answered, correctness of those with a
    reference; behaviour speaks of every case.
    """
    chunks = _Chunks(stored)
    return tuple(
        _item(case, answers.get(case.id), measure, prompts, chunks)
        for measure in JudgedMeasure
        if measure in prompts
        for case in choice.cases
        if _applies(measure, case)
    )


def without_reference(choice: Choice) -> int:
    """How many cases are to be answered and have no reference to judge an answer by."""
    return sum(c.behaviour is Behaviour.ANSWER and not c.reference_answer for c in choice.cases)


def _applies(measure: JudgedMeasure, case: Case) -> bool:
    if measure is JudgedMeasure.BEHAVIOUR:
        return True
    answerable = case.behaviour is Behaviour.ANSWER
    return answerable and (measure is not JudgedMeasure.CORRECTNESS or bool(case.reference_answer))


def _item(
    case: Case, answer: Answer | None, measure: JudgedMeasure, prompts: Prompts, chunks: _Chunks
) -> Item:
    missing = _missing(answer)
    if answer is None or answer.text is None or missing is not None:
        return Item(judged=Judged(case_id=case.id, measure=measure, missing=missing))
    source: str | None = None
    texts: tuple[str, ...] = ()
    if measure is JudgedMeasure.FAITHFULNESS:
        source, texts, missing = chunks.of(case.id, answer)
    judged = Judged(
        case_id=case.id,
        measure=measure,
        answer=text_hash(answer.text),
        missing=missing,
        chunks=source,
    )
    if missing is not None:
        return Item(judged=judged)
    statements = statements_of(answer.text)
    everything: dict[str, str | tuple[str, ...]] = {
        "question": case.question,
        "reference": case.reference_answer or "",
        "answer": answer.text,
        "chunks": texts,
        "statements": statements,
    }
    prompt = prompts[measure]
    question = Question(measure=measure, statements=len(statements), expected=case.behaviour)
    data = {slot.name: everything[slot.name] for slot in prompt.slots}
    job = Job(case_id=case.id, question=question, prompt=prompt, data=data)
    return Item(judged=judged, job=job, chunks=texts)


def _missing(answer: Answer | None) -> str | None:
    if answer is None:
        return "no answer was given for this case"
    if answer.text is None:
        return f"the system failed: {answer.error}"
    return None if answer.text.strip() else "the answer is empty"


class _Chunks:
    """The texts an answer was made from: as it says itself, else the run's first K chunks."""

    def __init__(self, stored: StoredRun) -> None:
        self._stored = stored

    def of(self, case_id: str, answer: Answer) -> tuple[str, tuple[str, ...], str | None]:
        """Where the chunks come from, their texts, and why they are not there if they are not."""
        if answer.contexts is not None:
            return "given", answer.contexts, None if answer.contexts else _NO_CHUNK
        if answer.chunk_ids is not None:
            return "ids", *self._texts(answer.chunk_ids)
        found = self._stored.rankings[0].of(case_id)
        if not isinstance(found, Ranking):
            return "run", (), "the run has no list for this case"
        cutoff = self._stored.examination.exam.cutoff
        return "run", *self._texts(tuple(dict.fromkeys(found.chunk_ids[:cutoff])))

    def _texts(self, ids: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
        manifest = self._stored.manifest
        if not ids:
            return (), _NO_CHUNK
        if manifest is None:
            return (), "the run has no manifest, so the chunks have no text"
        texts = [_text(manifest, one) for one in ids]
        lacking = [one for one, text in zip(ids, texts, strict=True) if not text]
        if lacking:
            return (), f"the manifest has no text of chunk {lacking[0]!r}"
        return tuple(text for text in texts if text), None


_NO_CHUNK = "there is no chunk to be faithful to"


def _text(manifest: Manifest, chunk_id: str) -> str | None:
    chunk = manifest.by_id.get(chunk_id)
    return None if chunk is None else chunk.text or chunk.representation
