"""The embedded retriever over healthy and damaged states of one corpus."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from evalcore.errors import RetrieverError
from evalcore.model.case import Case
from evalcore.model.ranking import Ranking
from evalcore.retrievers.embedded.changed import over
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever
from evalcore.retrievers.protocol import Query
from evalcore.retrievers.registry import build

from damages.scene import Scene, Target, relevant

Lists = dict[str, tuple[str, ...]]
"""The chunk ids of each case's ranking, to the exam's depth."""


@dataclass(frozen=True, kw_only=True)
class Searcher:
    """Asks states of one scene. Indexes over the same criterion share what they have in common.

    An index made from another one gives, byte for byte, the answers of one built anew.
    """

    scene: Scene
    built: dict[str, EmbeddedRetriever] = field(default_factory=dict)

    def ask(self, state: Scene, cases: Sequence[Case]) -> Lists:
        """The ranking of each case in this state of the scene."""
        lost = set(state.retriever.get("unindexed", ()))
        held = [chunk for chunk in state.manifest.chunks if chunk.chunk_id not in lost]
        retriever = over(self._healthy(state), held)
        queries = [Query(case_id=c.id, text=c.question, domain=c.domain) for c in cases]
        answers = retriever.search(queries, state.exam.depth)
        return {
            case.id: answer.chunk_ids if isinstance(answer, Ranking) else ()
            for case, answer in zip(cases, answers, strict=True)
        }

    def targets(self, state: Scene) -> list[Target]:
        """Every chunk that a passing case needs and that stands within the cutoff."""
        found: list[Target] = []
        lists = self.ask(state, state.golden.cases)
        for case in state.golden.cases:
            needed = relevant(case, state)
            missed = missing(case, lists[case.id], state)
            if case.any_suffices or not needed or missed:
                continue
            found += [
                Target(case=case, label=one, chunk=state.manifest.by_id[one.chunk_id])
                for one in needed
            ]
        return found

    def _healthy(self, state: Scene) -> EmbeddedRetriever:
        table = {key: value for key, value in state.retriever.items() if key != "unindexed"}
        key = json.dumps(table, sort_keys=True)
        if key not in self.built:
            retriever = build(
                table,
                manifest=self.scene.manifest,
                folder=state.folder,
                on=state.on,
                cache=state.cache,
            )
            if not isinstance(retriever, EmbeddedRetriever):
                raise RetrieverError("damages are done to the embedded index")
            self.built[key] = retriever
        return self.built[key]


def missing(case: Case, ranking: Sequence[str], scene: Scene) -> set[str]:
    """The expected chunks of a case that are not within the cutoff."""
    top = set(ranking[: scene.exam.cutoff])
    return {label.chunk_id for label in relevant(case, scene) if label.chunk_id not in top}
