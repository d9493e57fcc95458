"""Resume a run that the search system broke off: only what got no list is asked again.

The stored run stays as it is. The new one keeps its lists, so both must have asked the same of the
same index: same criterion, golden set, manifest and day, and the index still answers a few of the
kept questions as it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evalcore.errors import UsageError
from evalcore.model.canonical import content_hash
from evalcore.model.case import GoldenSet
from evalcore.model.manifest import Manifest
from evalcore.model.plain import case_to_plain, chunk_to_plain
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.run import StoredRun
from evalcore.model.suite import Suite
from evalcore.retrievers.protocol import Capabilities, Filters, Query, Retriever
from evalcore.workflows.reading import open_run

_COMPARED = 3
"""Kept questions that are asked again to see whether the index is still the same."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Resumed:
    """The run that is resumed: what it kept of each sample."""

    run: StoredRun

    @property
    def samples(self) -> int:
        """How many samples it has; the resumed run has as many."""
        return len(self.run.rankings)

    def retrievers(self, own: Sequence[Retriever]) -> Sequence[Retriever]:
        """One a sample: it answers from the kept lists, and asks its own for the rest."""
        lists = self.run.rankings
        return [
            _Resuming(own=one, kept=kept, lists=lists) for one, kept in zip(own, lists, strict=True)
        ]

    def told(self) -> dict[str, Any]:
        """Facts for the new run: which one it resumes, and how many lists it kept and asked."""
        asked = sum(len(one.failures) for one in self.run.rankings)
        every = sum(len(one) for one in self.run.rankings)
        resumed = {"run": self.run.record.id, "kept": every - asked, "asked": asked}
        note = f"resumes {self.run.record.id}: {every - asked} lists kept, {asked} asked again"
        return {"resumed": resumed, "notes": [note]}


def resumed_run(
    db: Path,
    name: str,
    *,
    suite: Suite,
    golden: GoldenSet,
    manifest: Manifest | None,
    on: date,
) -> Resumed:
    """The stored run, if it asked the same; ``UsageError`` that names what differs."""
    run = open_run(db, name)
    differs = list(_differences(run, suite, golden, manifest, on))
    if differs:
        raise UsageError(
            f"{name} cannot be resumed: it has {', '.join(differs)}",
            where=suite.name,
            hint="run the suite anew: lists of two exams are no run",
        )
    if not any(one.failures for one in run.rankings):
        raise UsageError(
            f"{name} got a list for every question, so there is nothing to resume",
            where=suite.name,
            hint="run the suite anew, or judge the stored run again: unbury gate RUN",
        )
    return Resumed(run=run)


def _differences(
    run: StoredRun, suite: Suite, golden: GoldenSet, manifest: Manifest | None, on: date
) -> Iterator[str]:
    if run.record.origin != "run":
        yield "lists made elsewhere"
    if content_hash(dict(run.suite)) != content_hash(dict(suite.written)):
        yield "another criterion (suite file)"
    if list(map(case_to_plain, run.golden.cases)) != list(map(case_to_plain, golden.cases)):
        yield "another golden set"
    if _plain_chunks(run.manifest) != _plain_chunks(manifest):
        yield "another manifest"
    if run.record.on != on:
        yield f"another day ({run.record.on})"


def _plain_chunks(manifest: Manifest | None) -> list[Any] | None:
    return None if manifest is None else list(map(chunk_to_plain, manifest.chunks))


@dataclass(eq=False, kw_only=True)
class _Resuming:
    """Answers kept questions from the run, and asks for the others, once the index is compared."""

    own: Retriever
    kept: Rankings
    lists: Sequence[Rankings]
    compared: bool = False

    @property
    def capabilities(self) -> Capabilities:
        return self.own.capabilities

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        answers = {query.case_id: self.kept.of(query.case_id) for query in queries}
        self._compare([it for it in queries if isinstance(answers[it.case_id], Ranking)], depth)
        missing = [it for it in queries if not isinstance(answers[it.case_id], Ranking)]
        if missing:
            found = self.own.search(missing, depth, filters)
            answers.update(zip((it.case_id for it in missing), found, strict=True))
        return [_answer(answers[query.case_id]) for query in queries]

    def _compare(self, kept: Sequence[Query], depth: int) -> None:
        if self.compared or not kept:
            return
        self.compared = True
        some = kept[:_COMPARED]
        for query, answer in zip(some, self.own.search(some, depth), strict=True):
            known = [it for one in self.lists if isinstance(it := one.of(query.case_id), Ranking)]
            if isinstance(answer, Ranking) and answer.chunk_ids not in [
                it.chunk_ids for it in known
            ]:
                raise UsageError(
                    f'the index does not answer "{query.case_id}" as it did in the run',
                    hint="it has changed since, or never answers alike: run the suite anew",
                )


def _answer(found: Ranking | Failure | None) -> Ranking | Failure:
    return Failure("the index was not asked") if found is None else found
