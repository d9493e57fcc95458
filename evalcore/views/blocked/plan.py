"""Step 1: what was to go live."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.views.blocked.material import Material
from evalcore.views.blocked.timeline import Timeline, timeline
from evalcore.views.chunks import TITLE_LENGTH
from evalcore.views.comparison_index import BatchLine, documents_words
from evalcore.views.history import name_of
from evalcore.views.language import Translator

MOST_TITLES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """``titles`` are some of the new chunks, people's own text; ``more`` counts the others."""

    headline: str
    body: tuple[str, ...]
    batches: tuple[BatchLine, ...]
    titles: tuple[str, ...]
    more: str
    timeline: Timeline


def plan(material: Material, t: Translator) -> Plan:
    """What the ingest brought, and that it sits an exam before anybody sees it."""
    titles = _titles(material)
    rest = len(titles) - MOST_TITLES
    return Plan(
        headline=_headline(material, t),
        body=tuple(_body(material, t)),
        batches=tuple(
            BatchLine(
                title=batch.title or batch.id,
                when=t.moment(batch.at, short=True) if batch.at else "",
                words=documents_words(batch, t),
            )
            for batch in material.ingests
        ),
        titles=titles[:MOST_TITLES],
        more=t.plural("and {n} more", "and {n} more", rest) if rest > 0 else "",
        timeline=timeline(material, t),
    )


def _headline(material: Material, t: Translator) -> str:
    documents = [b.accepted for b in material.ingests if b.accepted is not None]
    if documents:
        return t.plural(
            "{n} new document was about to reach the users",
            "{n} new documents were about to reach the users",
            sum(documents),
        )
    return t.text("A new version of the index was about to reach the users")


def _body(material: Material, t: Translator) -> list[str]:
    counted = material.stopped.record.counted
    words = [
        t.plural(
            "Before anybody sees it, a new index sits an exam: {n} question whose right answer "
            "is known.",
            "Before anybody sees it, a new index sits an exam: {n} questions whose right answers "
            "are known.",
            counted,
        )
    ]
    if any(batch.rejected for batch in material.ingests):
        words.append(t.text("Some of the documents were rejected on the way in."))
    elif material.ingests and all(batch.rejected == 0 for batch in material.ingests):
        words.append(t.text("On the way in nothing looked wrong: no document was rejected."))
    if material.before is None:
        words.append(
            t.text("No earlier accepted run is stored, so nobody can say what exactly was new.")
        )
    else:
        name = name_of(material.before.record)
        words.append(
            t.text("What users had until then is the last accepted run, «{name}».", name=name)
        )
    return words


def _titles(material: Material) -> tuple[str, ...]:
    if material.both is None or material.both.changes.manifest is None:
        return ()
    facts = material.both.facts(material.both.changes.manifest.added)
    return tuple(one.title[:TITLE_LENGTH] for one in facts.values())
