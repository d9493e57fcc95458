"""What is written out for other tools: a run's labels and one sample of its lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evalcore.errors import UsageError
from evalcore.model.case import Case, GoldenSet
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Failure, Ranking, Rankings

_NAMED = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class Out:
    """Labels, texts and lists to write. ``name`` is what to call the system that was asked.

    ``samples`` are numbered from 1; most formats hold one, and take the first that is here.
    """

    golden: GoldenSet
    samples: tuple[Rankings, ...] = ()
    manifest: Manifest | None = None
    name: str = "unbury"

    def lists(self) -> Iterator[tuple[str, Ranking | Failure]]:
        """Every list and failure of the first sample, in its order."""
        return ((case_id, answer) for n, case_id, answer in self.all_lists() if n == 1)

    def all_lists(self) -> Iterator[tuple[int, str, Ranking | Failure]]:
        """Every list and failure with the number of its sample, sample after sample."""
        for number, sample in enumerate(self.samples, start=1):
            for case_id in sample.case_ids:
                answer = sample.of(case_id)
                if answer is not None:
                    yield number, case_id, answer

    def answered(self) -> Iterator[tuple[str, Ranking]]:
        """The lists alone: a failure is no list."""
        for case_id, answer in self.lists():
            if isinstance(answer, Ranking):
                yield case_id, answer

    def scored_lists(self, format_name: str) -> Iterator[tuple[str, Ranking]]:
        """The lists for a format that orders by score and holds each chunk once.

        Raises ``UsageError`` where a list has no scores, or holds a chunk twice.
        """
        for case_id, ranking in self.answered():
            if ranking.chunk_ids and ranking.scores is None:
                raise UsageError(
                    f"{format_name} orders results by score, and this run has none",
                    hint="write --jsonl: it keeps the order as it is",
                )
            if len(set(ranking.chunk_ids)) != len(ranking.chunk_ids):
                raise UsageError(
                    f"case {case_id!r} returned a chunk twice, which {format_name} cannot hold",
                    hint="write --jsonl: it keeps repeats",
                )
            yield case_id, ranking

    @property
    def failure_notes(self) -> tuple[str, ...]:
        """What a format that knows lists only leaves out."""
        failed = [case_id for case_id, answer in self.lists() if isinstance(answer, Failure)]
        if not failed:
            return ()
        named = ", ".join(failed[:_NAMED])
        return (f"failed cases that were left out: {len(failed)} ({named})",)

    def case(self, case_id: str) -> Case | None:
        """The case of that id, None if the golden set has none."""
        return self.golden.by_id.get(case_id)

    def question(self, case_id: str) -> str:
        """The question of a case; its id where the golden set does not know it."""
        case = self.case(case_id)
        return case_id if case is None else case.question

    def chunk(self, chunk_id: str) -> Chunk | None:
        """The chunk of that id, None without a manifest that has it."""
        return None if self.manifest is None else self.manifest.by_id.get(chunk_id)

    def text(self, chunk_id: str) -> str | None:
        """The chunk's text, None where nothing says it."""
        chunk = self.chunk(chunk_id)
        return None if chunk is None else chunk.text
