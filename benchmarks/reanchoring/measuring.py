"""A re-anchoring held against the places where the quotes stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evalcore.golden.anchors import AnchorState, Proposal, Ruling
from evalcore.golden.reanchor import reanchor
from evalcore.model.case import Case
from evalcore.model.manifest import Manifest

from reanchoring.cutting import Cut, Place, places


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table. ``wrong`` counts automatic anchors off their place."""

    corpus: str
    how: str
    labels: int
    kept: int
    automatic: int
    wrong: int
    proposed: int
    ambiguous: int
    orphan: int
    states: dict[str, int]


def is_right(one: Proposal, place: Place, cut: Cut) -> bool:
    """Every chunk taken covers the very place, whole where one is enough, in part where all are."""
    for chunk_id in one.to:
        span = cut.spans[chunk_id]
        whole = span.start <= place.start and place.end <= span.end
        touches = span.start < place.end and place.start < span.end
        if span.doc_id != place.doc_id or not (whole or (one.join.value == "all" and touches)):
            return False
    return bool(one.to)


def measure(
    corpus: str, how: str, cases: Sequence[Case], old: Manifest, cut: Cut, *, with_old: bool
) -> Row:
    """Re-anchor and hold every answer against the place it should have."""
    known = places(cases, old)
    kept_cases = [_only(case, known) for case in cases]
    found = reanchor(kept_cases, cut.manifest, old if with_old else None)
    states: Counter[str] = Counter(one.state.value for one in found.proposals)
    automatic = [one for one in found.proposals if one.ruling is Ruling.AUTOMATIC]
    right = [is_right(one, known[one.case_id, one.chunk_id], cut) for one in found.proposals]
    auto_right = [ok for ok, one in zip(right, found.proposals, strict=True) if one in automatic]
    others = [
        ok
        for ok, one in zip(right, found.proposals, strict=True)
        if one not in automatic and one.to
    ]
    return Row(
        corpus=corpus,
        how=how,
        labels=len(found.proposals) + found.kept,
        kept=found.kept,
        automatic=sum(auto_right),
        wrong=len(auto_right) - sum(auto_right),
        proposed=sum(others),
        ambiguous=states[AnchorState.AMBIGUOUS.value],
        orphan=states[AnchorState.ORPHAN.value],
        states=dict(states),
    )


def _only(case: Case, known: dict[tuple[str, str], Place]) -> Case:
    labels = tuple(it for it in case.expected if (case.id, it.chunk_id) in known)
    return replace(case, expected=labels)
