"""Step 5: the diagnosis, what to repair, and what was then really changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from evalcore.model.manifest import Chunk
from evalcore.model.words import Place
from evalcore.views.blocked.material import Material
from evalcore.views.language import N_, Translator
from evalcore.views.trail import trail_view
from evalcore.views.words import Tone

_FIELDS: Mapping[str, str] = {
    "title": N_("Title"),
    "text": N_("Text of the chunk"),
    "representation": N_("Description"),
    "labels": N_("Labels"),
    "domain": N_("Domain"),
    "facets": N_("Facets"),
    "tier": N_("Tier"),
    "kind": N_("Kind"),
    "valid_from": N_("Valid from"),
    "valid_to": N_("Valid to"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """One field of a chunk before and after the repair: people's own text."""

    label: str
    before: str
    after: str

    @property
    def added(self) -> str:
        """What was appended, where nothing else was touched; empty otherwise."""
        if self.after.startswith(self.before) and self.before:
            return self.after[len(self.before) :].strip()
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """What was changed of one chunk."""

    title: str
    fields: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """``sentence`` and ``advice`` may quote people's own text. ``changed`` is what was done.

    ``changed`` holds at most one buried chunk and one of those above it; ``counts`` says
    how many were changed in all.
    """

    headline: str
    body: tuple[str, ...]
    diagnosis: str
    tone: Tone
    sentence: str
    proof: str
    advice: str
    counts: str
    changed: tuple[Repaired, ...]


def repair(material: Material, t: Translator) -> Repair:
    """The stored diagnosis of the told case, and the difference to the repaired index."""
    counts, changed = _done(material, t)
    trail = material.trails.get(material.case_id or "")
    if trail is None:
        return Repair(
            headline=_headline(material, bool(counts), t),
            body=_undiagnosed(material, t),
            diagnosis="",
            tone=Tone.QUIET,
            sentence="",
            proof="",
            advice="",
            counts=counts,
            changed=changed,
        )
    view, found = trail_view(trail, material.stopped, t), trail.diagnosis
    return Repair(
        headline=_headline(material, bool(counts), t),
        body=(),
        diagnosis=view.diagnosis,
        tone=view.tone,
        sentence="" if found is None else t.message(found.sentence),
        proof=view.proof,
        advice="" if found is None or found.repair is None else t.message(found.repair),
        counts=counts,
        changed=changed,
    )


def _headline(material: Material, changed: bool, t: Translator) -> str:
    if material.case_id is None:
        return t.text("There is no question to diagnose")
    if changed:
        return t.text("The cause was named, and the index was corrected")
    if material.case_id in material.trails:
        return t.text("The diagnosis names what to correct")
    return t.text("This question has not been diagnosed yet")


def _undiagnosed(material: Material, t: Translator) -> tuple[str, ...]:
    if material.case_id is None:
        return ()
    run = material.stopped.record.id
    command = f"unbury diagnose {run} --case {material.case_id}"
    return (t.text("To ask the index why: {command}", command=command),)


def _done(material: Material, t: Translator) -> tuple[str, tuple[Repaired, ...]]:
    """How many chunks the accepted index has otherwise, and two of them to look at."""
    after = None if material.after is None else material.after.manifest
    before = material.stopped.manifest
    if after is None or before is None:
        return "", ()
    ours, theirs = before.by_id, after.by_id
    changed = [i for i, chunk in ours.items() if i in theirs and _differ(chunk, theirs[i])]
    if not changed:
        return "", ()
    words = t.plural("{n} chunk was corrected.", "{n} chunks were corrected.", len(changed))
    shown = [i for i in _interesting(material) if i in set(changed)]
    return words, tuple(_repaired(ours[i], theirs[i], t) for i in shown)


def _interesting(material: Material) -> list[str]:
    """The buried chunk, then whoever stands first above it."""
    if material.outcome is None:
        return []
    buried = [e.chunk_id for e in material.outcome.expected if e.place is not Place.FOUND][:1]
    change = material.change
    pushers = () if change is None else sorted(change.displacers, key=lambda d: d.rank_after)
    return [*buried, *(one.chunk_id for one in pushers[:1])]


def _differ(before: Chunk, after: Chunk) -> bool:
    return any(getattr(before, name) != getattr(after, name) for name in _FIELDS)


def _repaired(before: Chunk, after: Chunk, t: Translator) -> Repaired:
    fields = [
        FieldChange(
            label=t.text(label),
            before=_value(getattr(before, name), t),
            after=_value(getattr(after, name), t),
        )
        for name, label in _FIELDS.items()
        if getattr(before, name) != getattr(after, name)
    ]
    return Repaired(title=after.title or after.chunk_id, fields=tuple(fields))


def _value(value: Any, t: Translator) -> str:
    if isinstance(value, date):
        return t.day(value)
    if isinstance(value, Mapping) and value:
        return "; ".join(f"{name}: {_value(one, t)}" for name, one in value.items())
    if isinstance(value, list | tuple) and value:
        return ", ".join(map(str, value))
    return value if isinstance(value, str) and value else t.text("none")
