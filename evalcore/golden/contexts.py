"""Chunks known by their text only, matched to the manifest; what is doubtful stays unmatched."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evalcore.golden.figures import figures
from evalcore.model.manifest import Manifest

SIMILARITY = 90.0
"""From this similarity up (0-100, edit distance over both lengths) a text is the chunk's."""

LEAD = 2.0
"""By how much the best chunk must stand above the next; nearer ones are ambiguous."""

LEAST_CONTAINED = 40
"""Characters that a text inside a chunk must have to name it: shorter ones are anywhere."""

_WORDS = 4
_COMMON = 50
_TRIED = 20


@dataclass(frozen=True, kw_only=True)
class ContextMatch:
    """The chunk of each text that has one, by the text's id, and how many were found how."""

    chunk_of: Mapping[str, str]
    exact: int = 0
    contained: int = 0
    similar: int = 0
    ambiguous: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How many texts there were."""
        return len(self.chunk_of) + len(self.ambiguous) + len(self.unknown)


def match_contexts(texts: Mapping[str, str], manifest: Manifest) -> ContextMatch:
    """Each text's chunk: equal but for white space, else inside one chunk, else similar to one.

    A text that fits several chunks alike is ambiguous and stays unmatched, and so does one
    that fits none: nothing is guessed. Texts with other figures are never similar: an old
    version differs from the new one by a number. ``texts`` are by made id.
    """
    index = _Index.of(manifest)
    found: dict[str, str] = {}
    ways: Counter[str] = Counter()
    ambiguous, unknown = list[str](), list[str]()
    for made, text in texts.items():
        way, places = index.look_up(_folded(text))
        if len(places) == 1:
            found[made] = index.ids[places[0]]
            ways[way] += 1
        else:
            (ambiguous if places else unknown).append(made)
    return ContextMatch(
        chunk_of=found,
        exact=ways["exact"],
        contained=ways["contained"],
        similar=ways["similar"],
        ambiguous=tuple(ambiguous),
        unknown=tuple(unknown),
    )


@dataclass(frozen=True, slots=True)
class _Index:
    """The manifest's texts, found by the whole text or by runs of words they share."""

    ids: Sequence[str]
    texts: Sequence[str]
    whole: Mapping[str, list[int]]
    runs: Mapping[tuple[str, ...], list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, manifest: Manifest) -> _Index:
        chunks = [chunk for chunk in manifest.chunks if chunk.text]
        texts = [_folded(chunk.text or "") for chunk in chunks]
        whole, runs = (
            defaultdict[str, list[int]](list),
            defaultdict[tuple[str, ...], list[int]](list),
        )
        for place, text in enumerate(texts):
            whole[text].append(place)
            for run in set(_runs(text)):
                runs[run].append(place)
        return cls([chunk.chunk_id for chunk in chunks], texts, whole, runs)

    def look_up(self, text: str) -> tuple[str, list[int]]:
        """How the text was found, and every chunk that it fits equally well."""
        if text in self.whole:
            return "exact", self.whole[text]
        near = self._near(text)
        if len(text) >= LEAST_CONTAINED:
            holding = [place for place in near if text in self.texts[place]]
            if holding:
                return "contained", holding
        return "similar", self._similar(text, near)

    def _near(self, text: str) -> list[int]:
        """The chunks that share the most runs of words with the text, runs in every chunk apart."""
        shared: Counter[int] = Counter()
        for run in set(_runs(text)):
            places = self.runs.get(run, ())
            if len(places) <= _COMMON:
                shared.update(places)
        return [place for place, _ in shared.most_common(_TRIED)]

    def _similar(self, text: str, near: Iterable[int]) -> list[int]:
        from rapidfuzz import fuzz  # only where a text is not there word for word

        scores = {place: fuzz.ratio(text, self.texts[place]) for place in near}
        best = max(scores.values(), default=0.0)
        if best < SIMILARITY:
            return []
        fits = [place for place, score in scores.items() if score > best - LEAD]
        told = figures(text)
        return fits if all(figures(self.texts[place]) == told for place in fits) else []


def _folded(text: str) -> str:
    return " ".join(text.split())


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = text.split()
    if len(words) <= _WORDS:
        yield tuple(words)
        return
    for start in range(len(words) - _WORDS + 1):
        yield tuple(words[start : start + _WORDS])
