"""A result that may lack its label: accepted beside the chunk it equals, or refused for good."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from evalcore.diagnosis.words import likeness
from evalcore.errors import UsageError
from evalcore.formats.annotations import put_labels
from evalcore.golden.passages import part_in
from evalcore.golden.similar import changes, same_figures
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk, Manifest
from evalcore.workflows.annotate import write_case
from evalcore.workflows.golden_review import Desk

NEARLY_EQUAL = 0.9
"""As ``diagnosis.displacers`` marks a result whose label may be missing."""

_CHANGES = 12


class Reply(StrEnum):
    """What a person says of the chunk: as good as the expected one, needed too, or neither."""

    EITHER = "either"
    REQUIRED = "required"
    IRRELEVANT = "irrelevant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A chunk without a label beside the expected one that it is most like (0 to 1)."""

    chunk: Chunk
    beside: Chunk
    label: Expected
    likeness: float
    changes: tuple[tuple[str, str], ...] = ()
    """The words that differ, as (expected, offered) pairs."""
    same_figures: bool = True

    @property
    def nearly_equal(self) -> bool:
        """Whether the two are as close as a displacer that is marked for a missing label."""
        return self.likeness >= NEARLY_EQUAL


def offer(case: Case, chunk_id: str, manifest: Manifest, *, min_grade: int) -> Offer | None:
    """The offer for one chunk of the manifest; None where the case speaks of it or expects none."""
    chunk = manifest.by_id.get(chunk_id)
    if chunk is None or any(one.chunk_id == chunk_id for one in case.expected):
        return None
    held = [
        (manifest.by_id[one.chunk_id], one)
        for one in case.expected
        if one.grade >= min_grade and one.chunk_id in manifest.by_id
    ]
    if not held:
        return None
    found = [(likeness(chunk.text or "", it.text or ""), it, one) for it, one in held]
    alike, beside, label = max(found, key=lambda one: one[0])
    texts = (beside.text or "", chunk.text or "")
    return Offer(
        chunk=chunk,
        beside=beside,
        label=label,
        likeness=round(alike, 3),
        changes=changes(*texts)[:_CHANGES],
        same_figures=same_figures(*texts),
    )


def reply(desk: Desk, case: Case, made: Offer, said: Reply, *, by: str, digest: str) -> Case:
    """Write the label that the person gave, and give back the case as it is then.

    Either is enough: both chunks form an any-of group. A refusal is a label of grade 0, judged
    and not relevant, so it is not offered again. Who said so stands in the label. Raises
    ``UsageError`` without a name, or where the file changed since it was read.
    """
    if not by.strip():
        raise UsageError("a label is signed by a person", hint="write your name")
    told = replied(case, made, said, by=by.strip())
    write_case(desk, case.id, lambda value: put_labels(value, told.expected), digest=digest)
    return told


def replied(case: Case, made: Offer, said: Reply, *, by: str) -> Case:
    """The case with the label in it."""
    label, expected = made.label, case.expected
    fresh = Expected(
        chunk_id=made.chunk.chunk_id,
        doc_id=made.chunk.doc_id,
        grade=0 if said is Reply.IRRELEVANT else label.grade,
        quote=None if said is Reply.IRRELEVANT else _quote(made),
        extra={"anotado_por": by, "fecha_anotacion": _today().isoformat()},
    )
    if said is Reply.EITHER:
        group = label.group or label.chunk_id
        fresh = replace(fresh, group=group)
        expected = tuple(replace(it, group=group) if it is label else it for it in expected)
    return replace(case, expected=(*expected, fresh))


def _quote(made: Offer) -> str | None:
    """The expected chunk's quote where the other chunk holds the whole of it."""
    quote = made.label.quote
    return quote if quote and part_in(made.chunk.text or "", quote) == quote else None


def _today() -> date:
    return date.today()  # noqa: DTZ011 an annotation is dated by the local day
