"""The measures as cards: the mean with everything that says how far it can be trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalcore.model.estimate import Estimate
from evalcore.model.run import StoredRun
from evalcore.views import amounts
from evalcore.views.history import Past, same_exam
from evalcore.views.language import N_, Translator
from evalcore.views.words import Tone

_SAME = 1e-9
_NUMBERS = frozenset({"mrr", "gold_mrr", "ndcg", "map"})
LOWER_IS_BETTER = frozenset({"noise", "unjudged"})
"""Families of measures that a smaller mean speaks well of."""
MAIN = ("quality", "recall", "noise", "mrr", "gold_mrr", "ndcg", "precision", "map")
"""The measures that a reader looks for first, in this order."""

_MEASURES: Mapping[str, tuple[str, str]] = {
    "quality": (
        N_("Quality"),
        N_(
            "0 below the recall floor, 100 when everything comes out. "
            "The gate asks for a mean, not for luck."
        ),
    ),
    "recall": (
        N_("Recall"),
        N_("Of the truth that had to come out, how much came out within the cutoff."),
    ),
    "noise": (
        N_("Noise"),
        N_(
            "Share of the list that scores worse than the worst expected chunk of its case. "
            "With lists of fixed length it only looks at that chunk's rank."
        ),
    ),
    "mrr": (N_("MRR"), N_("1 over the rank of the first relevant chunk: how high the truth is.")),
    "gold_mrr": (
        N_("Gold MRR"),
        N_("The same for gold chunks only: whether the curated syntheses come first."),
    ),
    "ndcg": (N_("nDCG"), N_("Grades found, discounted by rank, against the best possible list.")),
    "precision": (
        N_("Precision"),
        N_("Relevant chunks within the cutoff, over the cutoff. Few expected chunks keep it low."),
    ),
    "map": (N_("MAP"), N_("Precision at every relevant chunk, averaged over the whole depth.")),
    "hit": (N_("Hit"), N_("Cases with at least one relevant chunk within the cutoff.")),
    "supply": (
        N_("Supply"),
        N_("Recall as the case needs it: one chunk where one is enough, one of each group."),
    ),
    "all_found": (N_("All found"), N_("Cases whose expected chunks are all within the cutoff.")),
    "precision_returned": (
        N_("Precision of what was returned"),
        N_("Relevant chunks over the results returned, where these are fewer than the cutoff."),
    ),
    "max_possible": (
        N_("Most recall possible"),
        N_("The recall that the cutoff allows: less than all where more is expected than fits."),
    ),
    "unjudged": (
        N_("Not judged by anyone"),
        N_("Share of the results that nobody marked as relevant or not."),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureCard:
    """One measure. ``delta`` is candidate minus baseline, None without a fair baseline.

    ``detail`` holds n/N and the 95 % interval; ``bounds`` what the unmeasured cases could
    make of the mean, empty when all were measured. ``series`` are the means over time, with
    this run last.
    """

    name: str
    label: str
    help: str
    value: str
    detail: str
    bounds: str
    delta: str | None
    delta_tone: Tone
    lower_is_better: bool
    main: bool
    series: tuple[float, ...]


def cards(
    run: StoredRun, t: Translator, *, baseline: Past | None = None, past: Sequence[Past] = ()
) -> list[MeasureCard]:
    """The measures of a run, best known first; unknown ones follow under their own name.

    ``past`` are earlier runs of the suite, oldest first; only those of the same exam count.
    """
    fair = baseline if baseline and same_exam(baseline.record, run.record) else None
    earlier = [one for one in past if same_exam(one.record, run.record)]
    estimates = run.examination.estimates
    return [
        _card(name, estimates[name], fair, earlier, t) for name in sorted(estimates, key=place_of)
    ]


def label_of(name: str, t: Translator) -> str:
    """``Recall@10``: the measure's title with its cutoff."""
    family, _, cutoff = name.partition("@")
    title = t.text(_MEASURES[family][0]) if family in _MEASURES else family
    return f"{title}@{cutoff}" if cutoff else title


def value_of(name: str, value: float | None, t: Translator) -> str:
    """A mean in the measure's own unit; a dash where nothing was measured."""
    if value is None:
        return amounts.NOTHING
    family = name.partition("@")[0]
    if family == "quality":
        return t.number(value, 1)
    return t.number(value, 3) if family in _NUMBERS else t.percent(value, 1)


def _card(
    name: str, estimate: Estimate, baseline: Past | None, earlier: Sequence[Past], t: Translator
) -> MeasureCard:
    family = name.partition("@")[0]
    lower = family in LOWER_IS_BETTER
    before = baseline.estimates.get(name) if baseline else None
    change = _change(estimate.mean, before.mean if before else None)
    known = [one.estimates[name].mean for one in earlier if name in one.estimates]
    series = [value for value in (*known, estimate.mean) if value is not None]
    return MeasureCard(
        name=name,
        label=label_of(name, t),
        help=t.text(_MEASURES[family][1]) if family in _MEASURES else "",
        value=value_of(name, estimate.mean, t),
        detail=_detail(name, estimate, t),
        bounds=_bounds(name, estimate, t),
        delta=None if change is None else delta_of(name, change, t),
        delta_tone=_delta_tone(change, lower),
        lower_is_better=lower,
        main=family in MAIN,
        series=tuple(series) if len(series) > 1 else (),
    )


def place_of(name: str) -> tuple[int, str]:
    """Where a measure stands in a list: the best known first, others by name."""
    family = name.partition("@")[0]
    return (MAIN.index(family) if family in MAIN else len(MAIN), name)


def _detail(name: str, estimate: Estimate, t: Translator) -> str:
    counted = t.out_of(estimate.n, estimate.N)
    if estimate.low is None or estimate.high is None:
        return t.text("{counted} cases", counted=counted)
    return t.text(
        "95% interval {low} to {high} · {counted} cases",
        low=value_of(name, estimate.low, t),
        high=value_of(name, estimate.high, t),
        counted=counted,
    )


def _bounds(name: str, estimate: Estimate, t: Translator) -> str:
    if estimate.n == estimate.N or estimate.worst is None or estimate.best is None:
        return ""
    low, high = sorted((estimate.worst, estimate.best))
    return t.text(
        "between {low} and {high} if the rest were measured",
        low=value_of(name, low, t),
        high=value_of(name, high, t),
    )


def _change(now: float | None, before: float | None) -> float | None:
    if now is None or before is None:
        return None
    change = now - before
    return 0.0 if abs(change) < _SAME else change


def delta_of(name: str, change: float, t: Translator) -> str:
    """A change of a mean with its sign, in the measure's own unit; shares move by points."""
    if not change:
        return t.text("no change")
    family = name.partition("@")[0]
    sign = "+" if change > 0 else ""
    if family == "quality" or family in _NUMBERS:
        return sign + t.number(change, 1 if family == "quality" else 3)
    return t.text("{change} points", change=sign + t.number(change * 100, 1))


def _delta_tone(change: float | None, lower: bool) -> Tone:
    if not change:
        return Tone.QUIET
    return Tone.GOOD if (change < 0) == lower else Tone.BAD
