"""Whether a suite's index can be asked, and answers what the golden set asks for, before a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path

from evalcore.errors import IdSpaceMismatch, InputError, RetrieverError
from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.formats.policy import read_policy
from evalcore.formats.suite import read_suite
from evalcore.golden.domains import with_domains
from evalcore.golden.id_space import check_id_space
from evalcore.model.case import Case, GoldenSet
from evalcore.model.case_table import label_column
from evalcore.model.policy import Policy
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import CaseStatus, Level
from evalcore.retrievers.protocol import Index, Retriever
from evalcore.workflows.doctor import Finding
from evalcore.workflows.retrievers import Place, retrievers_of
from evalcore.workflows.run_suite import ask

_ASKED = 3
_RESULTS = 3
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One result as a person reads it; ``text`` is None where no manifest tells."""

    rank: int
    chunk_id: str
    score: float | None
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkup:
    """What was looked at, and the first results of one question."""

    findings: tuple[Finding, ...]
    question: str | None = None
    results: tuple[Shown, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether a run would be worth its while."""
        return all(finding.sound for finding in self.findings)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Subject:
    place: Place
    golden: GoldenSet
    policy: Policy
    findings: list[Finding] = field(default_factory=list)

    @property
    def cases(self) -> Sequence[Case]:
        """The cases that a run asks; reserved ones are neither asked nor named."""
        active = (case for case in self.golden.cases if case.status is CaseStatus.ACTIVE)
        return [case for case in active if not case.blind]

    def add(self, what: str, hint: str | None = None, *, sound: bool = True) -> None:
        self.findings.append(Finding(sound=sound, what=what, hint=hint))


def examine_suite(path: Path, *, cache: Path | None = None) -> Checkup:
    """Read the suite, reach its index, ask it three questions, and compare the ids.

    Nothing is stored or written. What is wrong is a finding, not an error.
    """
    try:
        subject = _read(path, cache)
        (retriever,) = retrievers_of(subject.place, 1)[:1]
    except InputError as error:
        return Checkup(
            findings=tuple(
                Finding(sound=False, what=str(it).split(" -> ", 1)[0], hint=it.hint)
                for it in error.problems
            )
        )
    except RetrieverError as error:
        return Checkup(findings=(Finding(sound=False, what=error.what, hint=error.hint),))
    try:
        return _examined(subject, retriever)
    except RetrieverError as error:
        subject.add(error.what, error.hint, sound=False)
        return Checkup(findings=tuple(subject.findings))


def _read(path: Path, cache: Path | None) -> _Subject:
    suite = read_suite(path)
    manifest = None if suite.manifest is None else read_manifest(suite.manifest)
    golden = with_domains(read_golden(suite.golden), manifest, suite.exam)
    on = suite.run_date or date.today()  # noqa: DTZ011 validity is a local day
    subject = _Subject(
        place=Place(path=path, suite=suite, manifest=manifest, on=on, cache=cache),
        golden=golden,
        policy=Policy() if suite.policy is None else read_policy(suite.policy),
    )
    chunks = "no manifest" if manifest is None else f"{len(manifest.chunks)} chunks listed"
    subject.add(f"{path.name}: {len(subject.cases)} cases to ask, {chunks}")
    return subject


def _examined(subject: _Subject, retriever: Retriever) -> Checkup:
    asked = [case for case in subject.cases if case.question.strip()][:_ASKED]
    suite = subject.place.suite
    rankings = ask(retriever, asked, suite)
    lists: list[tuple[Case, Ranking]] = []
    for case in asked:
        answer = rankings.of(case.id)
        if isinstance(answer, Ranking):
            lists.append((case, answer))
        elif isinstance(answer, Failure):
            hint = "mend this first: a run would count it as an error"
            subject.add(f'"{case.id}" got no list: {answer.reason}', hint, sound=False)
    if not lists:
        return Checkup(findings=tuple(subject.findings))
    _lists(subject, [ranking for _, ranking in lists])
    _one_id_space(subject, rankings)
    if isinstance(retriever, Index):
        _fields(subject, retriever)
        if retriever.capabilities.exact:
            _approximate(subject, retriever.exactly(), lists)
    _compare_ids(subject, retriever)
    case, ranking = max(lists, key=lambda it: bool(it[1].chunk_ids))
    return Checkup(
        findings=tuple(subject.findings),
        question=case.question,
        results=tuple(_shown(subject, ranking)),
    )


def _lists(subject: _Subject, lists: Sequence[Ranking]) -> None:
    lengths = [len(it.chunk_ids) for it in lists]
    exam = subject.place.suite.exam
    told = ", ".join(map(str, lengths))
    subject.add(
        f"{len(lengths)} questions asked, {told} results (depth {exam.depth})",
        None if min(lengths) else "an empty list is a failed case, not an error",
        sound=max(lengths) > 0,
    )
    if min(lengths) < exam.cutoff:
        subject.add(f"fewer results than the cutoff {exam.cutoff}: that is data, not an error")
    if all(it.scores is None for it in lists):
        subject.add("the results carry no scores, so noise cannot be measured")


def _one_id_space(subject: _Subject, rankings: Rankings) -> None:
    place = subject.place
    try:
        named = frozenset(label_column(subject.cases, "chunk_id"))
        check_id_space(named, place.manifest, rankings, place.suite.exam)
    except IdSpaceMismatch as error:
        for problem in error.problems:
            subject.add(problem.what, problem.hint, sound=False)


def _fields(subject: _Subject, index: Index) -> None:
    first = next(iter(index.records()), None)
    if first is None:
        subject.add("the index holds no chunks", "check its name in the suite", sound=False)
        return
    said = [name for name in first if name != "chunk_id"]
    hint = None
    if "representation" not in said and "text" not in said:
        hint = "map its fields by [retriever.fields], so that unbury manifest can pull the texts"
    subject.add(f"a chunk of the index says: {', '.join(said) or 'nothing but its id'}", hint)


def _approximate(
    subject: _Subject, exact: Retriever, lists: Sequence[tuple[Case, Ranking]]
) -> None:
    """How much of what an exact search puts first the suite's own search finds as well."""
    suite = subject.place.suite
    cutoff = suite.exam.cutoff
    found = ask(exact, [case for case, _ in lists], suite)
    wanted = kept = 0
    for case, own in lists:
        answer = found.of(case.id)
        if isinstance(answer, Ranking):
            first = set(answer.chunk_ids[:cutoff])
            wanted, kept = wanted + len(first), kept + len(first & set(own.chunk_ids[:cutoff]))
    subject.add(
        f"it finds {kept}/{wanted} of what an exact search puts into the first {cutoff}",
        None if kept == wanted else "equal scores aside, an approximate index loses the rest",
    )


def _compare_ids(subject: _Subject, retriever: Retriever) -> None:
    """Whether golden set, manifest and index speak of the same chunks."""
    manifest, exam = subject.place.manifest, subject.place.suite.exam
    expected = set(label_column(subject.cases, "chunk_id"))
    limit, what = subject.policy.golden.max_broken, f"{exam.level.value}s the golden set expects"
    if manifest is not None:
        known = manifest.document_ids if exam.level is Level.DOCUMENT else manifest.by_id.keys()
        _compare(subject, "the manifest lists", expected, expected & known, what, limit)
    if not isinstance(retriever, Index):
        return
    if exam.level is Level.CHUNK:
        held = retriever.holding(sorted(expected))
        _compare(subject, "the index holds", expected, held, what, limit)
    if manifest is not None:
        listed = frozenset(manifest.by_id)
        held = retriever.holding(sorted(listed))
        _compare(subject, "the index holds", listed, held, "chunks the manifest lists", Fraction(0))


def _compare(
    subject: _Subject,
    who: str,
    wanted: AbstractSet[str],
    held: AbstractSet[str],
    what: str,
    limit: Fraction,
) -> None:
    missing = sorted(wanted - held)
    named = ", ".join(missing[:_NAMED]) + (", …" if len(missing) > _NAMED else "")
    subject.add(
        f"{who} {len(wanted) - len(missing)}/{len(wanted)} {what}",
        f"it lacks {named}" if missing else None,
        sound=len(missing) <= limit * len(wanted),
    )


def _shown(subject: _Subject, ranking: Ranking) -> Iterator[Shown]:
    manifest = subject.place.manifest
    for place, chunk_id in enumerate(ranking.chunk_ids[:_RESULTS]):
        chunk = None if manifest is None else manifest.by_id.get(chunk_id)
        yield Shown(
            rank=place + 1,
            chunk_id=chunk_id,
            score=None if ranking.scores is None else ranking.scores[place],
            text=None if chunk is None else chunk.representation or chunk.text,
        )
