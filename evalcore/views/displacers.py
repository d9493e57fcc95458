"""Who stands above a buried chunk, and what is known of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.model.diagnosis import ChunkTrail, Displacer
from evalcore.model.run import StoredRun
from evalcore.views.chunks import ChunkFacts, facts_of
from evalcore.views.evidence import said
from evalcore.views.language import Translator
from evalcore.views.words import Tone

ALIKE = 0.5
"""From this likeness on it is said; below it two texts of one field always share something."""

FIRST = 6
"""How many are shown at once; the rest unfolds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboveRow:
    """One result above the chunk. ``facts`` and ``about`` are people's own text, marks ours."""

    rank: int
    facts: ChunkFacts
    about: str
    marks: tuple[tuple[str, Tone], ...]
    maybe_unlabelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Above:
    """Everyone above a chunk. ``words`` are ours; ``batch`` is people's, empty where unknown.

    ``most_from`` is how many came with that batch.
    """

    words: str
    batch: str
    most_from: str
    rows: tuple[AboveRow, ...]


def above(one: ChunkTrail, run: StoredRun, t: Translator) -> Above | None:
    """The displacers of one buried chunk; None where none is known."""
    if not one.displacers:
        return None
    facts = facts_of(run, [who.chunk_id for who in one.displacers])
    batch, times = _commonest([facts[who.chunk_id].batch for who in one.displacers])
    return Above(
        words=_words(one.displacers, t),
        batch=batch,
        most_from=t.plural(
            "{n} of them came with this ingest:", "{n} of them came with this ingest:", times
        )
        if batch
        else "",
        rows=tuple(_row(who, facts[who.chunk_id], t) for who in one.displacers),
    )


def _words(who: Sequence[Displacer], t: Translator) -> str:
    words = [t.plural("One result stands above it.", "{n} results stand above it.", len(who))]
    old = sum(one.old_version for one in who)
    if old:
        words.append(
            t.plural(
                "One is an old version of the same text.",
                "{n} are old versions of the same text.",
                old,
            )
        )
    unlabelled = sum(one.maybe_unlabelled for one in who)
    if unlabelled:
        words.append(
            t.plural(
                "One says nearly the same: perhaps a label is missing.",
                "{n} say nearly the same: perhaps labels are missing.",
                unlabelled,
            )
        )
    return " ".join(words)


def _row(who: Displacer, facts: ChunkFacts, t: Translator) -> AboveRow:
    until = "" if who.valid_to is None else t.text("valid to {day}", day=said(who.valid_to, t))
    about = (who.domain or "", facts.batch or who.batch or "", until)
    return AboveRow(
        rank=who.rank,
        facts=facts,
        about=" · ".join(part for part in about if part),
        marks=tuple(_marks(who, t)),
        maybe_unlabelled=who.maybe_unlabelled,
    )


def _marks(who: Displacer, t: Translator) -> list[tuple[str, Tone]]:
    marks = []
    if who.old_version:
        marks.append((t.text("old version"), Tone.WARN))
    if who.maybe_unlabelled:
        marks.append((t.text("label missing?"), Tone.WARN))
    if who.likeness >= ALIKE:
        marks.append((t.text("{likeness:.0%} alike", likeness=who.likeness), Tone.QUIET))
    return marks


def _commonest(batches: Sequence[str]) -> tuple[str, int]:
    counted = Counter(batch for batch in batches if batch)
    return counted.most_common(1)[0] if counted else ("", 0)
