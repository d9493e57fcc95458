"""Which zones of the corpus the cases touch, and which no case does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from evalcore.model.case import Case
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Level

MOST_SECTIONS = 60
"""A facet with more values than this divides the corpus into no sections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """One value of an axis: how many chunks it holds, how many are expected, by how many cases."""

    name: str
    chunks: int
    expected: int
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One way to divide the corpus: domain, kind, document, or a facet by its name."""

    name: str
    zones: tuple[Zone, ...]
    facet: bool = False

    @property
    def untouched(self) -> tuple[Zone, ...]:
        """The zones that no case touches."""
        return tuple(zone for zone in self.zones if not zone.cases)


def coverage(cases: Iterable[Case], manifest: Manifest, exam: Exam) -> tuple[Axis, ...]:
    """The axes that the manifest offers, each with its zones, the least touched first."""
    touched = _touched(cases, manifest, exam)
    axes = [
        Axis(name=name, zones=_zones(values, manifest, touched), facet=facet)
        for name, facet, values in _axes(manifest)
    ]
    return tuple(axis for axis in axes if axis.zones)


def _axes(manifest: Manifest) -> Iterator[tuple[str, bool, Mapping[str, tuple[str, ...]]]]:
    """Each axis with its values by chunk id."""
    chunks = manifest.chunks
    for name in ("domain", "kind", "doc_id"):
        yield name, False, {c.chunk_id: _said(getattr(c, name)) for c in chunks}
    for facet in dict.fromkeys(name for chunk in chunks for name in chunk.facets or ()):
        values = {chunk.chunk_id: _facet(chunk, facet) for chunk in chunks}
        if 1 < len({value for said in values.values() for value in said}) <= MOST_SECTIONS:
            yield facet, True, values


def _said(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def _facet(chunk: Chunk, name: str) -> tuple[str, ...]:
    value = (chunk.facets or {}).get(name)
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    return () if value is None else (str(value),)


def _touched(cases: Iterable[Case], manifest: Manifest, exam: Exam) -> Mapping[str, set[str]]:
    """The cases that expect each chunk, by chunk id; a labelled document touches all of its own."""
    of_document: dict[str, list[str]] = {}
    if exam.level is Level.DOCUMENT:
        for chunk in manifest.chunks:
            of_document.setdefault(chunk.doc_id or "", []).append(chunk.chunk_id)
    touched: dict[str, set[str]] = {}
    for case in cases:
        for label in case.expected:
            if label.grade >= exam.min_grade:
                for chunk_id in of_document.get(label.chunk_id, [label.chunk_id]):
                    touched.setdefault(chunk_id, set()).add(case.id)
    return touched


def _zones(
    values: Mapping[str, tuple[str, ...]], manifest: Manifest, touched: Mapping[str, set[str]]
) -> tuple[Zone, ...]:
    chunks: dict[str, int] = {}
    expected: dict[str, int] = {}
    cases: dict[str, set[str]] = {}
    for chunk in manifest.chunks:
        for name in values[chunk.chunk_id]:
            asking = touched.get(chunk.chunk_id, set())
            chunks[name] = chunks.get(name, 0) + 1
            expected[name] = expected.get(name, 0) + bool(asking)
            cases.setdefault(name, set()).update(asking)
    zones = (
        Zone(name=name, chunks=n, expected=expected[name], cases=len(cases[name]))
        for name, n in chunks.items()
    )
    return tuple(sorted(zones, key=lambda zone: (zone.cases, -zone.chunks, zone.name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """One document on the map of the corpus; ``domain`` is empty where not said."""

    domain: str
    document: str
    chunks: int
    cases: int


def plots(cases: Iterable[Case], manifest: Manifest, exam: Exam) -> tuple[Plot, ...]:
    """Every document, by domain; a document across two domains has a plot in each."""
    touched = _touched(cases, manifest, exam)
    chunks: dict[tuple[str, str], int] = {}
    asking: dict[tuple[str, str], set[str]] = {}
    for chunk in manifest.chunks:
        key = (chunk.domain or "", chunk.doc_id or chunk.chunk_id)
        chunks[key] = chunks.get(key, 0) + 1
        asking.setdefault(key, set()).update(touched.get(chunk.chunk_id, ()))
    return tuple(
        Plot(domain=key[0], document=key[1], chunks=n, cases=len(asking[key]))
        for key, n in sorted(chunks.items())
    )
