"""Labels found again in a new manifest by their quotes (the golden-set text: anchor to the quote).

Only an exact anchor is taken by itself: the quote verbatim, as whole words, in one place of the
whole manifest, of the label's own document, and proven to be the place it was taken from: by the
old manifest where that is given, else by being long enough to be nobody else's. Whatever is less
waits for a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evalcore.golden.anchors import AnchorState, Candidate, Join, Proposal, Ruling, Why
from evalcore.golden.corpus_text import CorpusText, Spot
from evalcore.golden.passages import as_written, normal, part_in, places_in
from evalcore.golden.similar import Likeness, changes, is_distinctive, same_figures
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import CaseStatus

_CONTEXT = 20
_LEAST_CONTEXT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Reanchoring:
    """What became of every label: ``kept`` still stand where they stood, the rest is a patch."""

    kept: int
    proposals: tuple[Proposal, ...]


def reanchor(cases: Sequence[Case], new: Manifest, old: Manifest | None = None) -> Reanchoring:
    """Look for every label of the cases that are not retired; nothing is changed."""
    search = _Search(new, old)
    kept = 0
    proposals: list[Proposal] = []
    for case in cases:
        if case.status is CaseStatus.RETIRED:
            continue
        gone = [label for label in case.expected if not search.keeps(label)]
        staying = {label.chunk_id for label in case.expected if search.keeps(label)}
        kept += len(staying)
        found = [search.proposal(case, label) for label in gone]
        proposals += _merged(found, staying)
    return Reanchoring(kept=kept, proposals=tuple(proposals))


def stands_in(chunk: Chunk, quote: str | None) -> bool:
    """Whether the chunk holds the quote, verbatim or typeset anew; true where one is not said."""
    if not quote or not chunk.text:
        return True
    return bool(
        next(places_in(chunk.text, quote), None) is not None
        or next(places_in(normal(chunk.text), normal(quote)), None) is not None
    )


class _Search:
    """The new manifest to search, and the old one to prove where a quote came from."""

    def __init__(self, new: Manifest, old: Manifest | None) -> None:
        self._manifest, self._old = new, old
        self._new_text = CorpusText(new)
        self._old_text = None if old is None else CorpusText(old)
        self._likeness = Likeness(new.chunks)

    def keeps(self, label: Expected) -> bool:
        """The label's chunk is there and still says what the label quotes."""
        chunk = self._manifest.by_id.get(label.chunk_id)
        return chunk is not None and stands_in(chunk, label.quote)

    def proposal(self, case: Case, label: Expected) -> Proposal:
        """What is proposed for a label whose anchor no longer holds."""
        about = Proposal(
            case_id=case.id,
            chunk_id=label.chunk_id,
            doc_id=self._document(label),
            quote=label.quote,
            state=AnchorState.ORPHAN,
            why=Why.NO_QUOTE,
        )
        if not label.quote:
            return replace(about, why=Why.REMOVED) if self._was_removed(about) else about
        spots = self._new_text.typeset_anew(label.quote)
        spots += self._new_text.across(label.quote)
        if not spots:
            return self._similar(about, label.quote)
        if len({spot.chunk_ids for spot in spots}) > 1:
            return self._several(about, label.quote, spots)
        return self._one(about, label.quote, spots[0])

    def _one(self, about: Proposal, quote: str, spot: Spot) -> Proposal:
        if spot.across:
            state, why = AnchorState.SPLIT, Why.CUT
        else:
            state, why = self._sure(about, quote, spot)
        ruling = Ruling.AUTOMATIC if state is AnchorState.EXACT else Ruling.PENDING
        ruled = replace(about, state=state, why=why, ruling=ruling)
        return _taking(ruled, self._candidate(spot, quote))

    def _sure(self, about: Proposal, quote: str, spot: Spot) -> tuple[AnchorState, Why]:
        """How sure it is that this one place is the one that the label was taken from."""
        verbatim = self._new_text.verbatim(quote)
        if not verbatim:
            return AnchorState.NORMALISED, Why.TYPESET
        if about.doc_id is None:
            return AnchorState.MOVED, Why.UNKNOWN_DOCUMENT
        if spot.doc_id != about.doc_id:
            return AnchorState.MOVED, Why.OTHER_DOCUMENT
        if self._old_text is not None and self._stood(about):
            return self._proven(about, quote, verbatim[0], self._old_text)
        if is_distinctive(quote):
            return AnchorState.EXACT, Why.ONE_PLACE
        return AnchorState.AMBIGUOUS, Why.SHORT

    def _proven(
        self, about: Proposal, quote: str, now: Spot, old: CorpusText
    ) -> tuple[AnchorState, Why]:
        """By the old manifest: it stood in this label's chunk alone, amid the same words."""
        before = old.verbatim(quote)
        holders = {spot.chunk_ids for spot in (*old.typeset_anew(quote), *old.across(quote))}
        if not before or len(holders) != 1 or about.chunk_id not in before[0].chunk_ids:
            return AnchorState.AMBIGUOUS, Why.SEVERAL_BEFORE
        then, here = old.around(before[0], len(quote)), self._new_text.around(now, len(quote))
        if _agree(then[0][::-1], here[0][::-1]) or _agree(then[1], here[1]):
            return AnchorState.EXACT, Why.ONE_PLACE
        return AnchorState.MOVED, Why.OTHER_SURROUNDINGS

    def _similar(self, about: Proposal, quote: str) -> Proposal:
        if self._was_removed(about):
            return replace(about, why=Why.REMOVED)
        found = self._likeness.closest(quote, about.doc_id)
        if found is None:
            return replace(about, why=Why.NOWHERE)
        why = Why.SIMILAR if same_figures(quote, found.passage) else Why.FIGURE
        passage = as_written(found.chunk.text or "", found.passage) or found.passage
        candidate = Candidate(
            chunk_ids=(found.chunk.chunk_id,), passages=(passage,), doc_id=found.chunk.doc_id
        )
        told = replace(
            about,
            state=AnchorState.FUZZY,
            why=why,
            changes=changes(normal(quote), found.passage),
        )
        return _taking(told, candidate)

    def _several(self, about: Proposal, quote: str, spots: Sequence[Spot]) -> Proposal:
        """Several places: the label's own document first, and none chosen."""
        ordered = sorted(spots, key=lambda spot: spot.doc_id != about.doc_id)
        candidates = tuple(dict.fromkeys(self._candidate(spot, quote) for spot in ordered))
        return replace(about, state=AnchorState.AMBIGUOUS, why=Why.SEVERAL, candidates=candidates)

    def _candidate(self, spot: Spot, quote: str) -> Candidate:
        several = Join.ALL if spot.across else Join.ANY
        texts = [self._manifest.by_id[chunk_id].text or "" for chunk_id in spot.chunk_ids]
        return Candidate(
            chunk_ids=spot.chunk_ids,
            passages=tuple(part_in(text, quote) for text in texts),
            join=several if len(texts) > 1 else Join.ONE,
            doc_id=spot.doc_id,
        )

    def _document(self, label: Expected) -> str | None:
        was = None if self._old is None else self._old.by_id.get(label.chunk_id)
        return label.doc_id or (was.doc_id if was is not None else None)

    def _stood(self, about: Proposal) -> bool:
        was = None if self._old is None else self._old.by_id.get(about.chunk_id)
        return was is not None and bool(was.text)

    def _was_removed(self, about: Proposal) -> bool:
        return (
            about.chunk_id in self._manifest.removed_chunks
            or about.doc_id in self._manifest.removed_documents
        )


def _agree(one: str, other: str) -> bool:
    """Whether two surroundings, read away from the quote, begin alike."""
    reach = min(len(one), len(other), _CONTEXT)
    return one == other if reach < _LEAST_CONTEXT else one[:reach] == other[:reach]


def _taking(proposal: Proposal, candidate: Candidate) -> Proposal:
    return replace(
        proposal,
        to=candidate.chunk_ids,
        join=candidate.join,
        new_doc_id=candidate.doc_id,
        found=candidate.passages,
    )


def _merged(proposals: Sequence[Proposal], staying: set[str]) -> Iterator[Proposal]:
    """The proposals of one case; those that fall on another label's chunk are told as merged."""
    for number, one in enumerate(proposals):
        others = set(staying).union(
            *(other.to for place, other in enumerate(proposals) if place != number)
        )
        shared = tuple(chunk_id for chunk_id in one.to if chunk_id in others)
        if not shared:
            yield one
            continue
        narrowed = shared[:1] if one.join is Join.ANY else one.to
        passages = dict(zip(one.to, one.found, strict=True))
        yield replace(
            one,
            state=one.state if one.state is AnchorState.FUZZY else AnchorState.MERGED,
            why=one.why if one.why is Why.FIGURE else Why.SAME_CHUNK,
            ruling=Ruling.PENDING,
            to=narrowed,
            found=tuple(passages[chunk_id] for chunk_id in narrowed),
            join=Join.ONE if len(narrowed) == 1 else one.join,
        )
