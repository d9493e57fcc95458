"""Ids that look the same and are not: the reason why an id misses, never a silent match."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from evalcore.model.packed_ids import PackedIds

_INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")


@dataclass(frozen=True, slots=True)
class Twin:
    """A known id that differs from the one sought only in ``kind`` (English words)."""

    id: str
    kind: str


def twin(id: str, known_ids: Iterable[str]) -> Twin | None:  # noqa: A002 - ids are ids
    """A known id that only looks different from ``id``; None if there is none.

    For many ids against the same known ones use ``Twins``, which folds the known ones once.
    """
    return Twins(tuple(sorted(known_ids))).of(id)


def lookalikes(missing: Collection[str], known: Collection[str]) -> frozenset[str]:
    """Those of ``missing`` that only look different from a known id: quick for many of both.

    Ids of small ASCII letters, digits and signs fold to themselves, so that a million of them
    are not folded one by one.
    """
    known_is_plain = _is_plain(known)
    if known_is_plain and _is_plain(missing):
        return frozenset()  # each folds to itself, so only an id that is known looks like it
    exact = frozenset(known)
    folded = exact if known_is_plain else {_all(chunk_id) for chunk_id in exact}
    return frozenset(
        chunk_id for chunk_id in missing if chunk_id not in exact and _all(chunk_id) in folded
    )


def _is_plain(ids: Iterable[str]) -> bool:
    joined = ids.text.decode() if isinstance(ids, PackedIds) else "".join(ids)
    unbroken = not joined or joined.split(None, 1) == [joined]
    return joined.isascii() and joined == joined.lower() and unbroken


@dataclass(frozen=True)
class Twins:
    """Known ids by what is left of them when one kind of difference is folded away."""

    known: tuple[str, ...]

    def of(self, missing: str) -> Twin | None:
        """The twin of an id that is not known, by the mildest difference; None if none.

        An id that is known byte for byte has no twin. Kinds, in order: surrounding white
        space, invisible characters, Unicode normalisation (NFC or NFD),
        compatibility characters (``ﬁ`` for ``fi``), letter case, and several of these together.
        """
        if missing in self._exact:
            return None
        for kind, fold in KINDS.items():
            found = self._folded[kind].get(fold(missing))
            if found is not None:
                return Twin(found, kind)
        return None

    @cached_property
    def _exact(self) -> frozenset[str]:
        return frozenset(self.known)

    @cached_property
    def _folded(self) -> Mapping[str, Mapping[str, str]]:
        tables: dict[str, dict[str, str]] = {}
        for kind, fold in KINDS.items():
            table = tables[kind] = {}
            for known in self.known:
                table.setdefault(fold(known), known)
        return tables


def _visible(text: str) -> str:
    return _INVISIBLE.sub("", text)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _all(text: str) -> str:
    return _compatible(_compatible(_visible(text)).casefold()).strip()


KINDS: Mapping[str, Callable[[str], str]] = {
    "surrounding white space": str.strip,
    "invisible characters": _visible,
    "Unicode normalisation (NFC or NFD)": _composed,
    "compatibility characters": _compatible,
    "letter case": str.casefold,
    "several invisible differences": _all,
}
"""Each kind of difference with what folds it away, the mildest first."""
