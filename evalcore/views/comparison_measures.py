"""Means side by side: the difference, how sure it is, and what these cases could show at all."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.comparison import CellChange, MeasureChange
from evalcore.views import amounts
from evalcore.views.compared import Compared
from evalcore.views.language import N_, Translator
from evalcore.views.measures import LOWER_IS_BETTER, delta_of, label_of, place_of, value_of
from evalcore.views.words import Tone

ALPHA = 0.05
_TINY = 1e-9
_LEAST_P = 0.001


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRow:
    """One measure in both runs; every text is ready to be read."""

    name: str
    label: str
    base: str
    candidate: str
    delta: str
    interval: str
    p: str
    p_holm: str
    resolvable: str
    n: int
    verdict: str
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """One category, difficulty, domain or type. ``value`` and the ids are people's own text."""

    value: str
    n: int
    improved: int
    worsened: int
    newly_failing: tuple[str, ...]
    newly_passing: tuple[str, ...]
    quality: str
    tone: Tone


DIMENSIONS = {
    "category": N_("Category"),
    "difficulty": N_("Difficulty"),
    "domain": N_("Domain"),
    "type": N_("Type"),
}


def measure_rows(both: Compared, t: Translator) -> list[MeasureRow]:
    """Every measure that both runs have, best known first."""
    measures = both.changes.measures
    return [_row(name, measures[name], t) for name in sorted(measures, key=place_of)]


def dimensions(both: Compared) -> tuple[str, ...]:
    """The dimensions that the shared cases are told apart by."""
    found = {cell.dimension for cell in both.changes.cells}
    known = [name for name in DIMENSIONS if name in found]
    return (*known, *sorted(found - set(known)))


def cell_rows(both: Compared, dimension: str, t: Translator) -> list[CellRow]:
    """The cells of one dimension: those that lost most first."""
    cells = [cell for cell in both.changes.cells if cell.dimension == dimension]
    cells.sort(key=lambda c: (-len(c.newly_failing), -c.worsened, -c.improved, c.value))
    return [_cell(cell, both, t) for cell in cells]


def dimension_word(name: str, t: Translator) -> str:
    """What a dimension is called; one added later is shown under its own name."""
    return t.text(DIMENSIONS[name]) if name in DIMENSIONS else name


def chance_words(measure: MeasureChange, t: Translator) -> str:
    """Whether chance alone could have made this difference; empty where nothing was tested."""
    if measure.p is None or not measure.delta or abs(measure.delta) < _TINY:
        return ""
    if measure.resolvable is None:
        return t.text(
            "So few questions changed that no outcome could have counted as proof: "
            "judge the questions one by one."
        )
    p, said = measure.p, _p(measure.p, t)
    if measure.p_holm is not None:
        p, said = measure.p_holm, f"{_p(measure.p_holm, t)}, Holm"
    if p < ALPHA:
        return t.text("Chance alone would hardly make a difference of this size ({p}).", p=said)
    return t.text("Chance alone could make a difference of this size ({p}).", p=said)


def resolution_words(name: str, measure: MeasureChange, t: Translator) -> str:
    """The smallest change of the mean that these cases can tell from chance, in words."""
    if measure.resolvable is None:
        return "" if measure.p is not None and measure.delta else _unresolvable(measure, t)
    return t.text(
        "With {n} questions, a change of the mean smaller than {least} cannot be told from chance.",
        n=measure.n,
        least=_amount(name, measure.resolvable, t),
    )


def _unresolvable(measure: MeasureChange, t: Translator) -> str:
    if not measure.n:
        return ""
    return t.text("These questions are too few to tell any change of the mean from chance.")


def _row(name: str, one: MeasureChange, t: Translator) -> MeasureRow:
    verdict, tone = _verdict(name, one, t)
    return MeasureRow(
        name=name,
        label=label_of(name, t),
        base=value_of(name, one.base, t),
        candidate=value_of(name, one.candidate, t),
        delta=amounts.NOTHING if one.delta is None else delta_of(name, _settled(one.delta), t),
        interval=_interval(name, one, t),
        p=amounts.NOTHING if one.p is None else _number(one.p, t),
        p_holm=amounts.NOTHING if one.p_holm is None else _number(one.p_holm, t),
        resolvable=amounts.NOTHING if one.resolvable is None else _amount(name, one.resolvable, t),
        n=one.n,
        verdict=verdict,
        tone=tone,
    )


def _verdict(name: str, one: MeasureChange, t: Translator) -> tuple[str, Tone]:
    if one.delta is None:
        return t.text("not measured"), Tone.QUIET
    if abs(one.delta) < _TINY:
        return t.text("no change"), Tone.QUIET
    if one.resolvable is None:
        return t.text("too few questions to tell"), Tone.QUIET
    better = (one.delta < 0) == (name.partition("@")[0] in LOWER_IS_BETTER)
    p = one.p if one.p_holm is None else one.p_holm
    if p is None or p >= ALPHA:
        return t.text("could be chance"), Tone.QUIET
    return (t.text("better"), Tone.GOOD) if better else (t.text("worse"), Tone.BAD)


def _interval(name: str, one: MeasureChange, t: Translator) -> str:
    if one.low is None or one.high is None:
        return amounts.NOTHING
    return t.text(
        "{low} to {high}",
        low=delta_of(name, one.low, t) if one.low else t.number(0),
        high=delta_of(name, one.high, t) if one.high else t.number(0),
    )


def _amount(name: str, value: float, t: Translator) -> str:
    return delta_of(name, abs(value), t).removeprefix("+")


def _settled(delta: float) -> float:
    return 0.0 if abs(delta) < _TINY else delta


def _p(p: float, t: Translator) -> str:
    return f"p {'<' if p < _LEAST_P else '='} {t.number(max(p, _LEAST_P), 3)}"


def _number(p: float, t: Translator) -> str:
    return f"< {t.number(_LEAST_P, 3)}" if p < _LEAST_P else t.number(p, 3)


def _cell(cell: CellChange, both: Compared, t: Translator) -> CellRow:
    before, after = (
        value_of("quality", one, t) for one in (cell.quality_before, cell.quality_after)
    )
    quality = before if before == after else f"{before} → {after}"
    failing = tuple(i for i in cell.newly_failing if i not in both.secret)
    worse = bool(cell.newly_failing or cell.worsened)
    return CellRow(
        value=cell.value,
        n=cell.n,
        improved=cell.improved,
        worsened=cell.worsened,
        newly_failing=failing,
        newly_passing=tuple(i for i in cell.newly_passing if i not in both.secret),
        quality=quality,
        tone=Tone.BAD if worse else Tone.GOOD if cell.improved else Tone.QUIET,
    )
