"""What happened in which order: the new index in one lane, what users saw in the other.

The order is drawn, not the clock: an ingest on a Friday and a run on Monday stand side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.model.manifest import Batch
from evalcore.model.run import RunRecord
from evalcore.model.words import State
from evalcore.views.blocked.material import Material
from evalcore.views.comparison_index import documents_words
from evalcore.views.history import name_of
from evalcore.views.language import Translator
from evalcore.views.words import Tone, decision_tone, decision_word


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened at a place of the timeline. ``name`` is people's own text."""

    at: int
    when: str
    name: str
    words: str
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of a lane from ``start`` to ``end`` in one state."""

    start: int
    end: int
    words: str
    tone: Tone
    users: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One row of the timeline."""

    name: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """Two lanes over ``length`` equal steps, and what happened between them."""

    length: int
    events: tuple[Event, ...]
    lanes: tuple[Lane, ...]


def timeline(material: Material, t: Translator) -> Timeline:
    """The whole story in one figure, as far as the stored runs tell it."""
    events = [_ingest(material.ingests, 1, t)] if material.ingests else []
    stop = len(events) + 1
    events.append(_run(material.stopped.record, stop, t))
    if material.after is not None:
        events.append(_run(material.after.record, stop + 1, t))
    length = len(events) + 1
    return Timeline(
        length=length,
        events=tuple(events),
        lanes=(
            Lane(
                name=t.text("The new index"), spans=tuple(_index_spans(material, stop, length, t))
            ),
            Lane(name=t.text("What users see"), spans=tuple(_user_spans(material, length, t))),
        ),
    )


def told(line: Timeline, t: Translator) -> str:
    """The figure in words."""
    happened = "; ".join(f"{e.when} {e.name} {e.words}".strip() for e in line.events)
    lanes = "; ".join(
        f"{lane.name}: {', '.join(span.words for span in lane.spans)}" for lane in line.lanes
    )
    return t.text("What happened, in order. {events}. {lanes}.", events=happened, lanes=lanes)


def _ingest(batches: Sequence[Batch], at: int, t: Translator) -> Event:
    newest = batches[-1]
    many = len(batches)
    name = t.text("Ingest") if many == 1 else t.text("{n} ingests", n=many)
    return Event(
        at=at,
        when=t.moment(newest.at, short=True) if newest.at else "",
        name=name,
        words=documents_words(_summed(batches), t).partition(",")[0],
        tone=Tone.WARN,
    )


def _summed(batches: Sequence[Batch]) -> Batch:
    accepted = [batch.accepted for batch in batches if batch.accepted is not None]
    return Batch(id="", accepted=sum(accepted) if accepted else None)


def _run(record: RunRecord, at: int, t: Translator) -> Event:
    return Event(
        at=at,
        when=t.moment(record.started, short=True),
        name=name_of(record),
        words=decision_word(record.decision, t),
        tone=decision_tone(record.decision),
    )


def _index_spans(material: Material, stop: int, length: int, t: Translator) -> list[Span]:
    record = material.stopped.record
    spans = [Span(start=0, end=1, words=t.text("as it was"), tone=Tone.QUIET)]
    if stop > 1:
        spans.append(Span(start=1, end=stop, words=t.text("ingest"), tone=Tone.WARN))
    held = stop + 1 if material.after is not None else length
    word = decision_word(record.decision, t).lower()
    spans.append(Span(start=stop, end=held, words=word, tone=decision_tone(record.decision)))
    if held < length:
        spans.append(Span(start=held, end=length, words=t.text("green"), tone=Tone.GOOD))
    return spans


def _user_spans(material: Material, length: int, t: Translator) -> list[Span]:
    known = material.before is not None
    then = material.then(material.before)
    sound = then is not None and then.state is State.PASS
    words = t.text("not known")
    if known:
        words = t.text("the one before, sound") if sound else t.text("the one before")
    tone = Tone.GOOD if known else Tone.QUIET
    until = length - 1 if material.after is not None else length
    spans = [Span(start=0, end=until, words=words, tone=tone, users=True)]
    if until < length:
        spans.append(Span(start=until, end=length, words=t.text("the new one"), tone=Tone.GOOD))
    return spans
