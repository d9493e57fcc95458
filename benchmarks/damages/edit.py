"""A change to an index as data: it can be applied, joined with others, and taken back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evalcore.model.manifest import Batch, Chunk

from damages.scene import Scene


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What is done to a scene.

    ``chunks`` says by id what stands in a chunk's place now: itself changed, several pieces, or
    nothing. ``added`` come at the end. ``questions`` are by case id. ``criterion`` are tables of
    the suite's retriever under which the healthy index is examined too, ``retriever`` those that
    are part of the damage; edits can only be joined where these are equal.
    """

    chunks: Mapping[str, tuple[Chunk, ...]] = field(default_factory=dict)
    added: tuple[Chunk, ...] = ()
    batches: tuple[Batch, ...] = ()
    questions: Mapping[str, str] = field(default_factory=dict)
    criterion: Mapping[str, Any] = field(default_factory=dict)
    retriever: Mapping[str, Any] = field(default_factory=dict)
    unindexed: tuple[str, ...] = ()

    @property
    def suite(self) -> str:
        """Equal for edits that can stand in one index."""
        return json.dumps([self.criterion, self.retriever], sort_keys=True)


def joined(edits: Sequence[Edit]) -> Edit:
    """All edits as one; they touch different chunks, or are the same one."""
    return Edit(
        chunks={key: value for edit in edits for key, value in edit.chunks.items()},
        added=_once(chunk for edit in edits for chunk in edit.added),
        batches=_once(batch for edit in edits for batch in edit.batches),
        questions={key: value for edit in edits for key, value in edit.questions.items()},
        criterion=edits[0].criterion,
        retriever=edits[0].retriever,
        unindexed=_once(one for edit in edits for one in edit.unindexed),
    )


def applied(scene: Scene, edit: Edit) -> Scene:
    """The scene as the edit leaves it; positions in a document follow the chunks' order."""
    held = [
        piece
        for chunk in scene.manifest.chunks
        for piece in edit.chunks.get(chunk.chunk_id, (chunk,))
    ]
    changed = {chunk.doc_id for pieces in edit.chunks.values() for chunk in pieces}
    chunks = _renumbered([*held, *edit.added], changed)
    cases = tuple(
        replace(case, question=edit.questions.get(case.id, case.question))
        for case in scene.golden.cases
    )
    retriever = {**scene.retriever, **edit.criterion, **edit.retriever}
    if edit.unindexed:
        retriever["unindexed"] = sorted(edit.unindexed)
    return replace(
        scene,
        manifest=replace(
            scene.manifest, chunks=chunks, batches=(*scene.manifest.batches, *edit.batches)
        ),
        golden=replace(scene.golden, cases=cases),
        retriever=retriever,
    )


def under_its_criterion(scene: Scene, edit: Edit) -> Scene:
    """The healthy scene, examined as the damaged one is."""
    return replace(scene, retriever={**scene.retriever, **edit.criterion})


def _renumbered(chunks: Sequence[Chunk], documents: set[str | None]) -> tuple[Chunk, ...]:
    last: dict[str | None, int] = {}
    done = []
    for chunk in chunks:
        if chunk.doc_id not in documents or chunk.position is None:
            done.append(chunk)
            continue
        last[chunk.doc_id] = last.get(chunk.doc_id, 0) + 1
        done.append(replace(chunk, position=last[chunk.doc_id]))
    return tuple(done)


def _once(items: Iterable[Any]) -> tuple[Any, ...]:
    found: list[Any] = []
    for item in items:
        if item not in found:
            found.append(item)
    return tuple(found)
