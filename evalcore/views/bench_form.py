"""The bench's fields: what the index holds of a chunk, what is offered, and the repair they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from evalcore.diagnosis.corpus import REPRESENTATION, TEXT, Corpus
from evalcore.diagnosis.describe import descriptions
from evalcore.diagnosis.mending import joined as put_together
from evalcore.diagnosis.words import within
from evalcore.model.diagnosis import Finding
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.repair import Repair
from evalcore.model.run import StoredRun

KNIFE = "==="
"""A line of the text that holds only this cuts the chunk there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the manifest offers for a chunk. ``neighbours`` are the ids before and after it."""

    labels: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    neighbours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The bench's fields as a person left them; empty texts mean that nothing is said."""

    description: str
    labels: tuple[str, ...]
    domain: str
    valid_from: date | None
    valid_to: date | None
    text: str
    joined: tuple[str, ...] = ()


def corpus_of(run: StoredRun) -> Corpus | None:
    """The run's manifest with the field that its index holds; None without a manifest."""
    if run.manifest is None:
        return None
    table = run.suite.get("retriever")
    field = table.get("field") if isinstance(table, Mapping) else None
    return Corpus(manifest=run.manifest, field=field if isinstance(field, str) else REPRESENTATION)


def unindexed(run: StoredRun, chunk_id: str) -> bool:
    """Whether the suite says that the index does not hold this chunk of the manifest."""
    table = run.suite.get("retriever")
    listed = table.get("unindexed") if isinstance(table, Mapping) else None
    return isinstance(listed, Sequence) and chunk_id in listed


def choices(corpus: Corpus, chunk: Chunk) -> Choices:
    """Labels and domains in use, and the chunk's neighbours in its document."""
    chunks = corpus.manifest.chunks
    around = corpus.neighbours(chunk)
    return Choices(
        labels=tuple(sorted({label for one in chunks for label in one.labels or ()})),
        domains=tuple(sorted({one.domain for one in chunks if one.domain})),
        neighbours=tuple(one.chunk_id for one in around if one is not None),
    )


def form_of(chunk: Chunk) -> Form:
    """The fields as the index holds them."""
    return Form(
        description=chunk.representation or "",
        labels=chunk.labels or (),
        domain=chunk.domain or "",
        valid_from=chunk.valid_from,
        valid_to=chunk.valid_to,
        text=chunk.text or "",
    )


def offered(corpus: Corpus, chunk: Chunk, found: Finding | None) -> Form:
    """The fields as the diagnosis would fill them in; as they are where it offers nothing.

    A drafted description, corrected dates, domain or label, the pieces to join again.
    """
    evidence: Mapping[str, Any] = {} if found is None else found.evidence
    form = form_of(chunk)
    if isinstance(evidence.get("draft"), str):
        form = replace(form, description=evidence["draft"])
    corrected = evidence.get("corrected")
    if isinstance(corrected, Mapping):
        form = _corrected(form, corrected)
    pieces = evidence.get("pieces")
    if isinstance(pieces, Sequence):
        ids = [one.get("chunk_id") for one in pieces if isinstance(one, Mapping)]
        near = choices(corpus, chunk).neighbours
        form = replace(form, joined=tuple(one for one in near if one in ids))
    return form


def _corrected(form: Form, corrected: Mapping[str, Any]) -> Form:
    changes: dict[str, Any] = {}
    for name in ("valid_from", "valid_to"):
        if name in corrected:
            changes[name] = _day(corrected[name])
    if isinstance(corrected.get("domain"), str):
        changes["domain"] = corrected["domain"]
    return replace(form, **changes)


def drafted(corpus: Corpus, chunk: Chunk) -> str:
    """A description made as its peers' are, else from heading and columns; empty for none."""
    return next(iter(descriptions(corpus, chunk)), "")


def repair_of(corpus: Corpus, chunk: Chunk, form: Form, quote: str = "") -> Repair:
    """The chunk as the form says it should be; what was not touched stays as it is, None too.

    A cut text leaves the chunk's id with the piece that holds ``quote``, else with the first.
    Where the text changes and the description does not, every piece is described anew.
    """
    before = form_of(chunk)
    fields = _fields(before, form)
    texts = _pieces(_whole(corpus.manifest, chunk, form))
    if texts == [before.text]:
        return Repair(chunk=replace(chunk, **fields))
    anew = corpus.field != TEXT and "representation" not in fields
    changed = replace(chunk, **fields)
    at = next((n for n, text in enumerate(texts) if quote and within(quote, text)), 0)
    made = [_piece(corpus, changed, text, anew=anew or n != at) for n, text in enumerate(texts)]
    rest = [one for n, one in enumerate(made) if n != at]
    ids = _new_ids(corpus.manifest, chunk.chunk_id, len(rest))
    added = [replace(one, chunk_id=new) for one, new in zip(rest, ids, strict=True)]
    return Repair(chunk=made[at], without=form.joined, added=tuple(added))


def _fields(before: Form, form: Form) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if form.description != before.description:
        changed["representation"] = form.description
    if form.labels != before.labels:
        changed["labels"] = form.labels
    if form.domain != before.domain:
        changed["domain"] = form.domain or None
    if (form.valid_from, form.valid_to) != (before.valid_from, before.valid_to):
        changed |= {"valid_from": form.valid_from, "valid_to": form.valid_to}
    return changed


def _whole(manifest: Manifest, chunk: Chunk, form: Form) -> str:
    """The text with those of the joined neighbours, in the order of the document."""
    if not form.joined:
        return form.text
    places = {one: manifest.by_id[one].position or 0 for one in form.joined}
    texts = {one: manifest.by_id[one].text or "" for one in form.joined}
    places[chunk.chunk_id], texts[chunk.chunk_id] = chunk.position or 0, form.text
    return put_together([texts[one] for one in sorted(texts, key=places.__getitem__)])


def _pieces(text: str) -> list[str]:
    pieces: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip() == KNIFE:
            pieces.append([])
        else:
            pieces[-1].append(line)
    if len(pieces) == 1:
        return [text]
    return [it for piece in pieces if (it := "\n".join(piece).strip())] or [""]


def _piece(corpus: Corpus, chunk: Chunk, text: str, *, anew: bool) -> Chunk:
    piece = replace(chunk, text=text)
    if not anew or corpus.field == TEXT:
        return piece
    return replace(piece, representation=drafted(corpus, piece) or piece.representation)


def _new_ids(manifest: Manifest, chunk_id: str, n: int) -> list[str]:
    found: list[str] = []
    number = 2
    while len(found) < n:
        new = f"{chunk_id}-{number}"
        if new not in manifest.by_id:
            found.append(new)
        number += 1
    return found


def _day(value: Any) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else None
