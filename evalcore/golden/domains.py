"""Domains of cases: taken from their chunks where the golden set is silent, and misspelt ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from evalcore.golden.twins import Twin, Twins
from evalcore.model.case import Case, GoldenSet
from evalcore.model.case_table import column
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.words import Level


def with_domains(golden: GoldenSet, manifest: Manifest | None, exam: Exam) -> GoldenSet:
    """The golden set, each case without a domain given that of its relevant chunks.

    Only where they agree on one: a case across two domains belongs to neither. Unchanged
    without a manifest, or where nothing is to be filled in.
    """
    if manifest is None or None not in column(golden.cases, "domain"):
        return golden
    found: dict[str, set[str]] = {}
    for chunk in manifest.chunks:
        name = chunk.doc_id if exam.level is Level.DOCUMENT else chunk.chunk_id
        if name is not None and chunk.domain is not None:
            found.setdefault(name, set()).add(chunk.domain)
    if not found:
        return golden
    return replace(golden, cases=tuple(_placed(case, found, exam) for case in golden.cases))


def misspelt(domains: Iterable[str], cases: Sequence[Case]) -> Iterator[tuple[str, Twin]]:
    """Domains that no case has, each with the one it only looks different from."""
    known = Twins(tuple(sorted(set(column(cases, "domain")) - {None})))
    for domain in domains:
        twin = known.of(domain)
        if twin is not None:
            yield domain, twin


def _placed(case: Case, found: dict[str, set[str]], exam: Exam) -> Case:
    if case.domain is not None:
        return case
    relevant = (label.chunk_id for label in case.expected if label.grade >= exam.min_grade)
    domains = set().union(*(found.get(chunk_id, set()) for chunk_id in relevant))
    return replace(case, domain=domains.pop()) if len(domains) == 1 else case
