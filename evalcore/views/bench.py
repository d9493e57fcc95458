"""What a tried repair does, in words: here, to every other case, and which edit gave the gain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalcore.model.repair import Edit, Effect, Gain, Reserve, Standing, Tried
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
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchView:
    """What a tried repair does; all words are ours but the questions of other cases.

    ``unchecked`` and ``reserve`` are empty where there is nothing to say.
    """

    figures: tuple[Figure, ...]
    sentence: str
    tone: Tone
    unchecked: str
    reserve: str
    others: tuple[OtherCase, ...]
    gains: tuple[str, ...]


def edit_words(edits: Sequence[Edit], t: Translator) -> str:
    """The edits as a list in words."""
    return t.joined([t.text(_EDITS[edit]) for edit in edits])


def bench_view(tried: Tried, run: StoredRun, t: Translator) -> BenchView:
    """What the page says of a tried repair."""
    sentence, tone = others_words(tried, t)
    return BenchView(
        figures=tuple(_figures(tried.here, run, t)),
        sentence=sentence,
        tone=tone,
        unchecked=_unchecked(tried, t),
        reserve=_reserve(tried.reserve, t),
        others=tuple(_other(one, tried, run, t) for one in tried.others),
        gains=tuple(_gain(gain, tried, t) for gain in tried.gains),
    )


def others_words(tried: Tried, t: Translator) -> tuple[str, Tone]:
    """What becomes of every other case, in one sentence, and how grave that is."""
    if tried.worse:
        return _worse_words(tried, t)
    if not tried.checked:
        return t.text("No other case could be checked."), Tone.WARN
    words = t.text("No other case gets worse ({checked} checked).", checked=tried.checked)
    if tried.others:
        words += " " + t.plural("One gains by it.", "{n} gain by it.", len(tried.others))
    hurt = tried.reserve is not None and tried.reserve.worse
    return words, Tone.WARN if tried.unchecked or hurt else Tone.GOOD


def _worse_words(tried: Tried, t: Translator) -> tuple[str, Tone]:
    """A case that slips and still passes is no case that fails; both are said."""
    n, checked = len(tried.worse), tried.checked
    if all(one.after.passes for one in tried.others if one.case_id in tried.worse):
        words = t.plural(
            "One other case slips and still passes ({checked} checked).",
            "{n} other cases slip and still pass ({checked} checked).",
            n,
            checked=checked,
        )
        return words, Tone.WARN
    words = t.plural(
        "One other case gets worse ({checked} checked).",
        "{n} other cases get worse ({checked} checked).",
        n,
        checked=checked,
    )
    return words, Tone.BAD


def _unchecked(tried: Tried, t: Translator) -> str:
    if not tried.unchecked:
        return ""
    return t.plural(
        "One case could not be compared: look at it after the next run.",
        "{n} cases could not be compared: look at them after the next run.",
        len(tried.unchecked),
    )


def _reserve(told: Reserve | None, t: Translator) -> str:
    """The reserved cases, as numbers only."""
    if told is None or not told.checked:
        return ""
    return t.text(
        "Of the {checked} reserved cases, {worse} get worse and {improved} gain.",
        checked=told.checked,
        worse=told.worse,
        improved=told.improved,
    )


def _figures(here: Effect, run: StoredRun, t: Translator) -> list[Figure]:
    before, after, K = here.before, here.after, run.examination.exam.cutoff
    rank = Figure(
        label=t.text("Rank of the chunk"),
        value=f"{_short(before.rank)} {ARROW} {_short(after.rank)}",
        note=_rank_note(before, after, K, t),
        tone=_tone(_height(before), _height(after)),
    )
    needed = _needed(here, run)
    recall = Figure(
        label=t.text("Recall of the case"),
        value=f"{_share(before.recall, needed)} {ARROW} {_share(after.recall, needed)}",
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


def _needed(told: Effect, run: StoredRun) -> int:
    """How many chunks the case expects, so that shares are told as they were counted."""
    index = run.examination.index_of.get(told.case_id)
    return 1 if index is None else max(1, int(run.examination.measured.recall.den[index]))


def _rank_note(before: Standing, after: Standing, K: int, t: Translator) -> str:
    was, now = (one.rank is not None and one.rank <= K for one in (before, after))
    if now and before.rank is None:
        return t.text("was not found, comes among the first {K}", K=K)
    if now and not was:
        return t.text("comes among the first {K}", K=K)
    if after.rank is None and before.rank is not None:
        return t.text("is not found any more")
    if was and not now:
        return t.text("falls out of the first {K}", K=K)
    if before.rank == after.rank:
        return t.text("does not move")
    return t.text("stays among the first {K}", K=K) if now else t.text("still below {K}", K=K)


def _passes_note(before: Standing, after: Standing, t: Translator) -> str:
    if before.passes == after.passes:
        return t.text("still passes") if after.passes else t.text("still fails")
    return t.text("now passes") if after.passes else t.text("now fails")


def _other(told: Effect, tried: Tried, run: StoredRun, t: Translator) -> OtherCase:
    index = run.examination.index_of.get(told.case_id)
    question = "" if index is None else run.examination.cases[index].question
    worse = told.case_id in tried.worse
    tone = Tone.GOOD
    if worse:
        tone = Tone.WARN if told.after.passes else Tone.BAD
    return OtherCase(
        id=told.case_id,
        question=question,
        change=_change(told, run, t),
        worse=worse,
        tone=tone,
    )


def _change(told: Effect, run: StoredRun, t: Translator) -> str:
    """What moved: recall where it did, and the ranks of the case's own chunks."""
    parts = []
    if told.before.recall != told.after.recall:
        needed = _needed(told, run)
        shares = [_share(side.recall, needed) for side in (told.before, told.after)]
        parts.append(t.text("recall {change}", change=f" {ARROW} ".join(shares)))
    moved = [one for one in told.expected if one.before != one.after]
    if moved:
        steps = [f"{_rank(one.before, t)} {ARROW} {_rank(one.after, t)}" for one in moved]
        parts.append(t.text("rank {change}", change=", ".join(steps)))
    if told.before.passes != told.after.passes:
        parts.append(_passes_note(told.before, told.after, t))
    if not parts:
        parts.append(t.text("its noise goes over the ceiling or comes below it"))
    return "; ".join(parts)


def _gain(gain: Gain, tried: Tried, t: Translator) -> str:
    """``With the description alone: 14 → 3``."""
    return t.text(
        "With {edit} alone: {before} {arrow} {after}",
        edit=t.text(_EDITS[gain.edit]),
        before=_rank(tried.here.before.rank, t),
        arrow=ARROW,
        after=_rank(gain.rank, t),
    )


def _rank(rank: int | None, t: Translator) -> str:
    return t.text("not found") if rank is None else str(rank)


def _short(rank: int | None) -> str:
    return amounts.NOTHING if rank is None else str(rank)


def _height(one: Standing) -> Fraction | None:
    """Higher is better; not found is lowest."""
    return Fraction(0) if one.rank is None else Fraction(1, one.rank)


def _tone(before: Fraction | None, after: Fraction | None) -> Tone:
    if before is None or after is None or before == after:
        return Tone.QUIET
    return Tone.GOOD if after > before else Tone.BAD


def _share(value: Fraction | None, needed: int) -> str:
    """``2/3`` as it was counted, not reduced."""
    if value is None:
        return amounts.NOTHING
    count = value * needed
    if count.denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    return f"{count.numerator}/{needed}"


def _points(value: Fraction | None, t: Translator) -> str:
    return amounts.points(value, None, t)
