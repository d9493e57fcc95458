"""Which cases the manifest still bears out: re-chunked is broken, a vanished fact is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from evalcore.golden.corpus_text import CorpusText
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.words import Level, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Cases that cannot be counted as they stand, by case id, with the ids that are gone.

    ``broken``: an annotated chunk is gone, but its quote stands in another chunk, or there is
    no quote to tell by, or its removal was declared. ``lost``: chunk and quote are both gone
    without a word (design.md, section 3). ``removed`` are broken cases of which something asked
    for was declared removed: no re-anchoring mends them, a person retires or rewrites them.
    ``missing`` names the annotated ids that the manifest lacks, also where an any-of partner
    still stands in for them and the case stays sound. ``may_be_gold`` are broken cases of which
    nothing says that the chunk gone was no curated synthesis: neither the label itself nor the
    chunks in which its quote stands now.
    """

    broken: frozenset[str]
    lost: frozenset[str]
    missing: Mapping[str, tuple[str, ...]]
    may_be_gold: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    def state(self, case_id: str) -> State | None:
        """LOST or BROKEN, or None for a sound case."""
        if case_id in self.lost:
            return State.LOST
        return State.BROKEN if case_id in self.broken else None


SOUND = Health(broken=frozenset(), lost=frozenset(), missing={})
"""Nothing is known against any case: what holds without a manifest."""


def health_of(cases: Iterable[Case], manifest: Manifest | None, exam: Exam) -> Health:
    """Check every relevant label against the manifest; without a manifest all are sound."""
    if manifest is None:
        return SOUND
    known = _known_ids(manifest, exam.level)
    texts = _Texts(manifest)
    broken: set[str] = set()
    lost: set[str] = set()
    missing: dict[str, tuple[str, ...]] = {}
    may_be_gold: set[str] = set()
    removed: set[str] = set()
    for case in cases:
        relevant = [label for label in case.expected if label.grade >= exam.min_grade]
        gone = [label for label in relevant if label.chunk_id not in known]
        if not gone:
            continue
        missing[case.id] = tuple(label.chunk_id for label in gone)
        for unit in _units(case, relevant):
            if any(label.chunk_id in known for label in unit):
                continue
            (broken if _unit_is_broken(unit, texts) else lost).add(case.id)
            if all(texts.was_removed(label) for label in unit):
                removed.add(case.id)
            if manifest.says_gold and any(texts.may_be_gold(label) for label in unit):
                may_be_gold.add(case.id)
    return Health(
        broken=frozenset(broken - lost),
        lost=frozenset(lost),
        missing=missing,
        may_be_gold=frozenset(may_be_gold),
        removed=frozenset(removed - lost),
    )


def _known_ids(manifest: Manifest, level: Level) -> frozenset[str]:
    if level is Level.DOCUMENT:
        return manifest.document_ids
    return frozenset(manifest.by_id)


def _units(case: Case, relevant: Sequence[Expected]) -> Iterator[list[Expected]]:
    """The sets of labels of which one is enough."""
    if case.any_suffices:
        yield list(relevant)
        return
    grouped = sorted((label for label in relevant if label.group), key=_group)
    for _, unit in groupby(grouped, key=_group):
        yield list(unit)
    for label in relevant:
        if not label.group:
            yield [label]


def _group(label: Expected) -> str:
    return label.group or ""


def _unit_is_broken(unit: Sequence[Expected], texts: _Texts) -> bool:
    """Re-chunked, as far as anything can tell: a quote survives, or there is none to look for.

    A unit whose every label was declared removed is broken too. Where only some were, the
    others must be told by their own quotes: one declaration does not excuse another's loss.
    """
    left = [label for label in unit if not texts.was_removed(label)]
    return not left or any(not label.quote or texts.hold(label.quote) for label in left)


class _Texts:
    """The manifest's texts, laid out only when a chunk is gone and its quote must be sought."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._text = CorpusText(manifest)

    def hold(self, quote: str) -> bool:
        """Whether the quote still stands; a manifest without texts rules out no quote."""
        return not self._text.has_texts or self._text.holds(quote)

    def was_removed(self, label: Expected) -> bool:
        """Whether the label's chunk, or its whole document, was declared removed."""
        return (
            label.chunk_id in self._manifest.removed_chunks
            or label.doc_id in self._manifest.removed_documents
            or label.chunk_id in self._manifest.removed_documents
        )

    def may_be_gold(self, label: Expected) -> bool:
        """Whether the chunk gone may have been gold: by its label, else by where its quote is."""
        if label.gold is not None:
            return label.gold
        quote = label.quote
        holders = [c for c in self._manifest.chunks if quote and quote in (c.text or "")]
        return not holders or any(chunk.is_gold for chunk in holders)
