"""Do labels and results speak of the same ids at all? If not, recall 0 would say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from evalcore.errors import IdSpaceMismatch, Problem
from evalcore.golden.twins import Twins
from evalcore.model.exam import Exam
from evalcore.model.manifest import Manifest
from evalcore.model.ranking import Rankings
from evalcore.model.words import Level

_EXAMPLES = 3


def check_id_space(
    named: AbstractSet[str], manifest: Manifest | None, rankings: Rankings, exam: Exam
) -> None:
    """Raise ``IdSpaceMismatch`` when results and labels (or manifest) share no id.

    ``named`` are the chunk ids of the labels that are examined.
    With a manifest, results that name none of its chunks come from another index. Without
    one, labels that no result ever names are a mismatch only when the ids show it (a prefix
    or a twin): a search that truly finds nothing is a failure, not a mismatch.
    """
    returned = rankings.chunk_ids
    if not returned:
        return
    if manifest is not None:
        _check_manifest(manifest, returned, exam)
        _check_level(named, manifest, exam)
        return
    if named and named.isdisjoint(returned):
        hint = _kinship(named, returned)
        if hint:
            raise IdSpaceMismatch(
                [Problem(what=_disjoint("the golden set", named, returned), hint=hint)]
            )


def _check_manifest(manifest: Manifest, returned: Sequence[str], exam: Exam) -> None:
    known = set(manifest.by_id)
    if exam.level is Level.DOCUMENT:
        known |= manifest.document_ids
    if not known.isdisjoint(returned):
        return
    hint = _kinship(known, returned) or (
        "check that manifest and rankings come from the same index build"
    )
    raise IdSpaceMismatch([Problem(what=_disjoint("the manifest", known, returned), hint=hint)])


def _check_level(named: AbstractSet[str], manifest: Manifest, exam: Exam) -> None:
    """Labels that all name the other level of the manifest were written for that level."""
    chunks, documents = frozenset(manifest.by_id), manifest.document_ids
    by_level = {Level.CHUNK: (chunks, documents), Level.DOCUMENT: (documents, chunks)}
    own, others = by_level[exam.level]
    if not named or not named.isdisjoint(own) or named.isdisjoint(others):
        return
    other = Level.CHUNK if exam.level is Level.DOCUMENT else Level.DOCUMENT
    raise IdSpaceMismatch(
        [
            Problem(
                what=f"id space mismatch: the labels name {other.value}s of the manifest, "
                f"such as {_some(named & others)}, and the level is {exam.level.value}",
                hint=f'say level = "{other.value}" (--level {other.value}), or label '
                f"{exam.level.value}s",
            )
        ]
    )


def _disjoint(where: str, ours: Iterable[str], theirs: Iterable[str]) -> str:
    return (
        f"id space mismatch: no result id stands in {where} "
        f"({where} says {_some(ours)}; the results say {_some(theirs)})"
    )


def _some(ids: Iterable[str]) -> str:
    return ", ".join(repr(chunk_id) for chunk_id in sorted(ids)[:_EXAMPLES])


def _kinship(ours: Iterable[str], returned: Iterable[str]) -> str | None:
    """What the two id spaces seem to have to do with each other, as the way out."""
    theirs = frozenset(returned)
    twins = Twins(tuple(sorted(theirs)))
    for chunk_id in islice(sorted(ours), 200):
        found = twins.of(chunk_id)
        if found is not None:
            pair = f"{chunk_id!a} and {found.id!a}"  # twins look alike as they are
            return f"{pair} differ only by {found.kind}; make them equal"
    for chunk_id in islice(sorted(ours), 200):
        longer = next((other for other in theirs if _is_part(other, chunk_id)), None)
        if longer is not None:
            return (
                f"{chunk_id!r} looks like the document of {longer!r}: "
                'say level = "document" (--level document) with a manifest, or label chunks'
            )
    return None


def _is_part(chunk_id: str, document: str) -> bool:
    """``doc-7#c3`` is a part of ``doc-7``; ``c10`` is no part of ``c1``."""
    after = chunk_id[len(document) :]
    return chunk_id.startswith(document) and bool(after) and not after[0].isalnum()
