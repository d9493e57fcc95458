"""The repair bench: what of a chunk may be edited, and what a tried repair does, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.repair import Edit, Effect, Gain, Repair, Standing, Tried
from evalcore.model.run import StoredRun
from evalcore.views import amounts
from evalcore.views.language import N_, Translator
from evalcore.views.words import Tone

_EDITS = {
    Edit.DESCRIPTION: N_("the description"),
    Edit.LABELS: N_("the labels"),
    Edit.DOMAIN: N_("the domain"),
    Edit.VALIDITY: N_("the validity"),
    Edit.CUT: N_("the cut"),
}
ARROW = "→"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the manifest offers for a chunk. ``neighbours`` are the ids before and after it."""

    labels: tuple[str, ...]
    domains: tuple[str, ...]
    neighbours: tuple[str, ...]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure before and after. ``note`` says what the change means, empty for none."""

    label: str
    value: str
    note: str
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherCase:
    """Another case that the repair changes. ``question`` is people's own text."""

    id: str
    question: str
    change: str
    worse: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchView:
    """What a tried repair does; all words are ours but the questions of other cases."""

    figures: tuple[Figure, ...]
    sentence: str
    tone: Tone
    others: tuple[OtherCase, ...]
    gains: tuple[str, ...]


def choices(manifest: Manifest, chunk: Chunk) -> Choices:
    """Labels and domains in use, and the chunk's neighbours in its document."""
    labels = {label for one in manifest.chunks for label in one.labels or ()}
    domains = {one.domain for one in manifest.chunks if one.domain}
    return Choices(
        labels=tuple(sorted(labels)),
        domains=tuple(sorted(domains)),
        neighbours=_neighbours(manifest, chunk),
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


def repair_of(chunk: Chunk, form: Form) -> Repair:
    """The chunk as the form says it should be. What was not touched stays as it is, None too."""
    before = form_of(chunk)
    changed: dict[str, object] = {}
    if form.description != before.description:
        changed["representation"] = form.description
    if form.labels != before.labels:
        changed["labels"] = form.labels
    if form.domain != before.domain:
        changed["domain"] = form.domain or None
    if (form.valid_from, form.valid_to) != (before.valid_from, before.valid_to):
        changed |= {"valid_from": form.valid_from, "valid_to": form.valid_to}
    if form.text != before.text:
        changed["text"] = form.text
    return Repair(chunk=replace(chunk, **changed), without=form.joined)  # type: ignore[arg-type]


def edits_of(chunk: Chunk, repair: Repair) -> tuple[Edit, ...]:
    """What a repair changes, in the order of the form; empty where it changes nothing."""
    before, after = form_of(chunk), form_of(repair.chunk)
    told = (
        (Edit.DESCRIPTION, before.description != after.description),
        (Edit.LABELS, before.labels != after.labels),
        (Edit.DOMAIN, before.domain != after.domain),
        (
            Edit.VALIDITY,
            (before.valid_from, before.valid_to) != (after.valid_from, after.valid_to),
        ),
        (Edit.CUT, before.text != after.text or bool(repair.without)),
    )
    return tuple(edit for edit, changed in told if changed)


def joined_text(manifest: Manifest, chunk: Chunk, text: str, joined: Sequence[str]) -> str:
    """The texts of the chunk and of those joined to it, in the order of the document."""
    parts = {chunk.chunk_id: text}
    parts |= {one: manifest.by_id[one].text or "" for one in joined}
    return "\n".join(parts[one] for one in _in_document(manifest, chunk) if one in parts)


def edit_words(edits: Sequence[Edit], t: Translator) -> str:
    """The edits as a list in words."""
    return t.joined([t.text(_EDITS[edit]) for edit in edits])


def bench_view(tried: Tried, run: StoredRun, t: Translator) -> BenchView:
    """What the page says of a tried repair."""
    sentence, tone = _others_words(tried, t)
    return BenchView(
        figures=tuple(_figures(tried.here, run.examination.exam.cutoff, t)),
        sentence=sentence,
        tone=tone,
        others=tuple(_other(one, tried, run, t) for one in tried.others),
        gains=tuple(_gain(gain, tried, t) for gain in tried.gains),
    )


def _figures(here: Effect, K: int, t: Translator) -> list[Figure]:
    before, after = here.before, here.after
    rank = Figure(
        label=t.text("Rank of the chunk"),
        value=f"{_rank(before, t)} {ARROW} {_rank(after, t)}",
        note=_rank_note(before, after, K, t),
        tone=_tone(_height(before), _height(after)),
    )
    recall = Figure(
        label=t.text("Recall of the case"),
        value=f"{_share(before.recall, t)} {ARROW} {_share(after.recall, t)}",
        note=_passes_note(before, after, t),
        tone=_tone(before.recall, after.recall),
    )
    quality = Figure(
        label=t.text("Quality (0 to 100)"),
        value=f"{_points(before.quality, t)} {ARROW} {_points(after.quality, t)}",
        note="",
        tone=_tone(before.quality, after.quality),
    )
    return [rank, recall, quality]


def _rank_note(before: Standing, after: Standing, K: int, t: Translator) -> str:
    was, now = (one.rank is not None and one.rank <= K for one in (before, after))
    if now and not was:
        return t.text("comes among the first {K}", K=K)
    if was and not now:
        return t.text("falls out of the first {K}", K=K)
    if before.rank == after.rank:
        return t.text("does not move")
    return t.text("stays among the first {K}", K=K) if now else t.text("still below {K}", K=K)


def _passes_note(before: Standing, after: Standing, t: Translator) -> str:
    if before.passes == after.passes:
        return t.text("still passes") if after.passes else t.text("still fails")
    return t.text("now passes") if after.passes else t.text("now fails")


def _others_words(tried: Tried, t: Translator) -> tuple[str, Tone]:
    if not tried.checked:
        return t.text("There is no other case to check."), Tone.WARN
    if tried.worse:
        words = t.plural(
            "One other case gets worse ({checked} checked).",
            "{n} other cases get worse ({checked} checked).",
            len(tried.worse),
            checked=tried.checked,
        )
        return words, Tone.BAD
    words = t.text("No other case gets worse ({checked} checked).", checked=tried.checked)
    better = len(tried.others)
    if better:
        words += " " + t.plural("One gains by it.", "{n} gain by it.", better)
    return words, Tone.GOOD


def _other(effect: Effect, tried: Tried, run: StoredRun, t: Translator) -> OtherCase:
    index = run.examination.index_of.get(effect.case_id)
    question = "" if index is None else run.examination.cases[index].question
    before, after = effect.before, effect.after
    change = t.text(
        "recall {before} {arrow} {after}",
        before=_share(before.recall, t),
        arrow=ARROW,
        after=_share(after.recall, t),
    )
    if before.passes != after.passes:
        change += ", " + _passes_note(before, after, t)
    worse = effect.case_id in tried.worse
    return OtherCase(id=effect.case_id, question=question, change=change, worse=worse)


def _gain(gain: Gain, tried: Tried, t: Translator) -> str:
    """``With the description alone: 14 → 3``."""
    return t.text(
        "With {edit} alone: {before} {arrow} {after}",
        edit=t.text(_EDITS[gain.edit]),
        before=_rank(tried.here.before, t),
        arrow=ARROW,
        after=t.text("not found") if gain.rank is None else str(gain.rank),
    )


def _rank(one: Standing, t: Translator) -> str:
    return t.text("not found") if one.rank is None else str(one.rank)


def _height(one: Standing) -> Fraction | None:
    """Higher is better; not found is lowest."""
    return Fraction(0) if one.rank is None else Fraction(1, one.rank)


def _tone(before: Fraction | None, after: Fraction | None) -> Tone:
    if before is None or after is None or before == after:
        return Tone.QUIET
    return Tone.GOOD if after > before else Tone.BAD


def _share(value: Fraction | None, t: Translator) -> str:
    return amounts.share(value, None, t)


def _points(value: Fraction | None, t: Translator) -> str:
    return amounts.points(value, None, t)


def _neighbours(manifest: Manifest, chunk: Chunk) -> tuple[str, ...]:
    order = _in_document(manifest, chunk)
    at = order.index(chunk.chunk_id)
    return tuple(order[max(0, at - 1) : at] + order[at + 1 : at + 2])


def _in_document(manifest: Manifest, chunk: Chunk) -> list[str]:
    """Ids of the chunks of its document in their order; itself alone where none is known."""
    if chunk.doc_id is None or chunk.position is None:
        return [chunk.chunk_id]
    same = [one for one in manifest.chunks if one.doc_id == chunk.doc_id]
    placed = [one for one in same if one.position is not None]
    return [one.chunk_id for one in sorted(placed, key=lambda one: one.position or 0)]
