"""Whether the labels would survive a new cut: document, quote, and a quote that stands once."""

from __future__ import annotations

from collections.abc import Iterator

from evalcore.golden.corpus_text import CorpusText
from evalcore.golden.finding import Finding, Severity
from evalcore.golden.subject import Subject
from evalcore.model.case import Case, Expected
from evalcore.model.message import Message
from evalcore.model.words import Level


def check(subject: Subject) -> Iterator[Finding]:
    """Labels without quote or document, and quotes that stand in several places."""
    if subject.exam.level is Level.DOCUMENT:
        return
    bare = [case for case in subject.answerable if any(not x.quote for x in _relevant(case))]
    if bare:
        yield subject.finding(
            "no_quote",
            Severity.WARNING,
            what=Message("Cases with a label that has no quote to find it by: {n} of {N}."),
            do=Message("Have quotes proposed while the chunks stand: unbury golden quote GOLDEN."),
            cases=bare,
        )
    loose = [case for case in subject.answerable if any(not x.doc_id for x in _relevant(case))]
    if loose:
        yield subject.finding(
            "no_document",
            Severity.WARNING,
            what=Message("Cases with a label that names no document: {n} of {N}."),
            do=Message("Write doc_id beside chunk_id: documents outlive the way they are cut."),
            cases=loose,
        )
    if subject.manifest is not None and subject.manifest.chunks:
        yield from _twins(subject, CorpusText(subject.manifest))


def _twins(subject: Subject, corpus: CorpusText) -> Iterator[Finding]:
    found: dict[str, list[str]] = {}
    for case in subject.answerable:
        for label in _relevant(case):
            quote = label.quote or ""
            if len({spot.chunk_ids for spot in corpus.typeset_anew(quote)}) > 1:
                found.setdefault(case.id, []).append(quote)
    cases = [case for case in subject.answerable if case.id in found]
    if cases:
        yield subject.finding(
            "quote_stands_twice",
            Severity.NOTE,
            what=Message("Cases with a quote that stands in several places: {n}."),
            do=Message("After a new cut a person must choose; a longer quote would tell."),
            cases=cases,
            details=(
                f"{case.id}: {quote}"
                for case in cases
                if subject.tellable(case)
                for quote in found[case.id]
            ),
        )


def _relevant(case: Case) -> Iterator[Expected]:
    return (label for label in case.expected if label.grade > 0)
