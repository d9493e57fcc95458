"""What a repair changes: of a chunk, of the list of chunks, and each of its edits alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from evalcore.errors import UsageError
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.repair import Edit, Repair

FIELDS: Mapping[Edit, tuple[str, ...]] = {
    Edit.DESCRIPTION: ("representation",),
    Edit.LABELS: ("labels", "tier", "facets"),
    Edit.DOMAIN: ("domain",),
    Edit.VALIDITY: ("valid_from", "valid_to"),
    Edit.CUT: ("text",),
}
"""The fields of a chunk that each edit writes; an edit of the cut also moves whole chunks."""


def edits_between(before: Chunk, repair: Repair) -> tuple[Edit, ...]:
    """What a repair changes, in the order of the words; empty where it changes nothing."""
    moved = bool(repair.without or repair.added)
    return tuple(
        edit
        for edit, names in FIELDS.items()
        if values_of(before, names) != values_of(repair.chunk, names)
        or (edit is Edit.CUT and moved)
    )


def one_edit(before: Chunk, repair: Repair, edit: Edit) -> Repair:
    """The repair reduced to one of its edits; everything else stays as the index has it."""
    changed = replace(before, **values_of(repair.chunk, FIELDS[edit]))
    if edit is not Edit.CUT:
        return Repair(chunk=changed)
    return Repair(chunk=changed, without=repair.without, added=repair.added)


def values_of(chunk: Chunk, names: Sequence[str]) -> dict[str, Any]:
    """These fields of a chunk."""
    return {name: getattr(chunk, name) for name in names}


def checked_repair(manifest: Manifest, repair: Repair) -> Chunk:
    """The chunk that the repair is for. Raises ``UsageError`` where the two do not fit."""
    before = manifest.by_id.get(repair.chunk.chunk_id)
    if before is None:
        raise UsageError(f"the manifest has no chunk {repair.chunk.chunk_id!r} to repair")
    for gone in repair.without:
        if gone not in manifest.by_id or gone == before.chunk_id:
            raise UsageError(f"{gone!r} is no other chunk of the manifest, so it cannot be joined")
    new = [piece.chunk_id for piece in repair.added]
    taken = [chunk_id for chunk_id in new if chunk_id in manifest.by_id]
    if taken or len(set(new)) != len(new):
        raise UsageError("the pieces of a split need new ids, each of its own")
    if not edits_between(before, repair):
        raise UsageError("nothing was changed, so there is nothing to try")
    return before


def repaired_chunks(chunks: Sequence[Chunk], repair: Repair) -> tuple[Chunk, ...]:
    """The chunks in their order with the repair made: changed, joined ones gone, pieces added."""
    made: list[Chunk] = []
    for chunk in chunks:
        if chunk.chunk_id == repair.chunk.chunk_id:
            made += [repair.chunk, *repair.added]
        elif chunk.chunk_id not in repair.without:
            made.append(chunk)
    return tuple(made)


def repaired(manifest: Manifest, repair: Repair) -> Manifest:
    """The manifest with the repair made; the batches stay."""
    return replace(manifest, chunks=repaired_chunks(manifest.chunks, repair))
