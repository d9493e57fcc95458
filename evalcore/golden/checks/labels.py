"""Whether the annotated chunks are still there, and still say what was annotated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.gold import gold_ids, gold_known
from evalcore.golden.health import Health, health_of
from evalcore.golden.reanchor import stands_in
from evalcore.golden.subject import Subject
from evalcore.golden.twins import Twins
from evalcore.model.case import Case
from evalcore.model.manifest import Manifest
from evalcore.model.message import Message
from evalcore.model.words import Level

_REANCHOR = Message("Find their quotes again: unbury golden reanchor GOLDEN --manifest NEW.")


def check(subject: Subject) -> Iterator[Finding]:
    """Lost facts, broken cases, declared removals, ids that mean another text or document."""
    if subject.manifest is None:
        yield subject.finding(
            "no_manifest",
            Severity.NOTE,
            what=Message("No manifest was given, so nothing tells whether the chunks still exist."),
            do=Message("Check the suite, or give --manifest."),
        )
        return
    health = health_of(subject.answerable, subject.manifest, subject.exam)
    yield from _gone(subject, health)
    yield from _lookalikes(subject, subject.manifest, health)
    if subject.exam.level is Level.CHUNK:
        yield from _other_text(subject, subject.manifest)
        yield from _other_document(subject, subject.manifest)


def _gone(subject: Subject, health: Health) -> Iterator[Finding]:
    """Labels that no longer exist: lost, declared removed, broken; and when that is too many."""
    yield from _lost(subject, health)
    yield from _removed(subject, health)
    share = Fraction(len(health.broken), max(1, len(subject.answerable)))
    stale = share > subject.policy.max_broken
    broken = _of(subject, health.broken - health.removed)
    if broken:
        yield subject.finding(
            "broken",
            Severity.ERROR if stale else Severity.WARNING,
            what=Message(
                "Cases whose chunk is gone though its quote is not, or that have no quote: {n}."
            ),
            do=_REANCHOR,
            cases=broken,
            details=_missing(subject, broken, health),
            stale=stale,
        )
    yield from _gold(subject, health)
    if stale and not broken:
        yield subject.finding(
            "stale",
            Severity.ERROR,
            what=Message("More cases are set aside than the policy allows."),
            do=Message("Retire or rewrite the cases of what was removed."),
            stale=True,
        )


def _lost(subject: Subject, health: Health) -> Iterator[Finding]:
    lost = _of(subject, health.lost)
    if lost:
        yield subject.finding(
            "lost",
            Severity.ERROR,
            what=Message("Cases whose chunk is gone and whose quote is nowhere any more: {n}."),
            do=Message(
                "Look at the ingest: the fact was lost. If it was taken out on purpose, declare "
                "the removal in the manifest."
            ),
            cases=lost,
            details=_missing(subject, lost, health),
        )


def _removed(subject: Subject, health: Health) -> Iterator[Finding]:
    removed = _of(subject, health.removed)
    if removed:
        yield subject.finding(
            "removal_declared",
            Severity.WARNING,
            what=Message("Cases that ask for what was declared removed: {n}."),
            do=Message("Retire them, or rewrite them: the right answer may now be to abstain."),
            cases=removed,
            details=_missing(subject, removed, health),
        )


def _gold(subject: Subject, health: Health) -> Iterator[Finding]:
    """Broken cases that expect gold, or may: the gate then judges nothing (``golden_health``)."""
    known = gold_known(subject.answerable, subject.manifest)
    gold = gold_ids(subject.manifest, subject.exam)
    cases = [
        case
        for case in _of(subject, health.broken)
        if not known
        or case.id in health.may_be_gold
        or any(label.gold or label.chunk_id in gold for label in case.expected)
    ]
    if cases:
        yield subject.finding(
            "broken_gold",
            Severity.ERROR,
            what=Message("Cases set aside that expect a curated synthesis, or may: {n}."),
            do=Message("Mend these first: until then the gate cannot judge."),
            cases=cases,
            stale=True,
        )


def _lookalikes(subject: Subject, manifest: Manifest, health: Health) -> Iterator[Finding]:
    """Ids that miss only by their looks: a silent way to break every case at once (B35)."""
    twins = Twins(tuple(sorted({*manifest.by_id, *manifest.document_ids})))
    pairs = {
        case.id: [(gone, twin) for gone in health.missing[case.id] if (twin := twins.of(gone))]
        for case in subject.answerable
        if case.id in health.missing
    }
    cases = [case for case in subject.answerable if pairs.get(case.id)]
    if cases:
        yield subject.finding(
            "id_lookalike",
            Severity.ERROR,
            what=Message("Cases whose chunk id only looks like one of the manifest: {n}."),
            do=Message("Make the ids equal, byte for byte."),
            cases=cases,
            details=(
                f"{gone!a}: {twin.id!a}, {twin.kind}"
                for case in cases
                if subject.tellable(case)
                for gone, twin in pairs[case.id]
            ),
        )


def _other_text(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
    """The id is there, but its chunk no longer holds the quote: reused ids, edited texts (B58)."""
    found: dict[str, list[str]] = {}
    for case in subject.answerable:
        for label in case.expected:
            chunk = manifest.by_id.get(label.chunk_id)
            if chunk is not None and not stands_in(chunk, label.quote):
                found.setdefault(case.id, []).append(label.chunk_id)
    cases = _of(subject, found)
    if cases:
        yield subject.finding(
            "quote_not_in_chunk",
            Severity.ERROR,
            what=Message("Cases whose chunk is there but no longer says what they quote: {n}."),
            do=_REANCHOR,
            cases=cases,
            details=(
                f"{case.id}: {', '.join(found[case.id])}"
                for case in cases
                if subject.tellable(case)
            ),
        )


def _other_document(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
    found: dict[str, list[str]] = {}
    for case in subject.answerable:
        for label in case.expected:
            chunk = manifest.by_id.get(label.chunk_id)
            named = label.doc_id
            if chunk is None or named is None or chunk.doc_id is None or chunk.doc_id == named:
                continue
            found.setdefault(case.id, []).append(f"{label.chunk_id}: {named} / {chunk.doc_id}")
    cases = _of(subject, found)
    if cases:
        yield subject.finding(
            "other_document",
            Severity.ERROR,
            what=Message("Cases whose chunk belongs to another document than they name: {n}."),
            do=Message("See which of the two is right, and correct doc_id or chunk_id."),
            cases=cases,
            details=(text for case in cases if subject.tellable(case) for text in found[case.id]),
        )


def _of(subject: Subject, ids: Iterable[str]) -> list[Case]:
    wanted = frozenset(ids)
    return [case for case in subject.answerable if case.id in wanted]


def _missing(subject: Subject, cases: Iterable[Case], health: Health) -> Iterator[str]:
    for case in cases:
        if subject.tellable(case):
            yield f"{case.id}: {', '.join(health.missing[case.id])}"
