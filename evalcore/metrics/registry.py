"""The measures as values: name, range, needs, direction, meaning, formula."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.model.exam import Exam
from evalcore.model.measured import Measured
from evalcore.model.ranking import Floats
from evalcore.model.ratios import Ratios

_TREC_EVAL = "https://github.com/usnistgov/trec_eval/blob/main/"
_CHAPTER = "chapter 17"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure of design.md, section 4.

    ``field`` is its attribute of ``Measured`` (case by case), ``stem`` the name of its mean,
    printed with the cutoff where ``at_cutoff``. ``bounds`` are its lowest and highest value.
    ``formula`` uses E (relevant chunks of the case), T (the first K results), K and D;
    ``source`` is where the formula is defined.
    """

    field: str
    stem: str
    at_cutoff: bool = True
    bounds: tuple[int, int] = (0, 1)
    needs_scores: bool = False
    higher_is_better: bool = True
    meaning: str
    formula: str
    source: str

    def name(self, exam: Exam) -> str:
        """The name as printed, such as ``recall@10`` or ``mrr``."""
        return f"{self.stem}@{exam.cutoff}" if self.at_cutoff else self.stem

    def of(self, measured: Measured) -> Ratios | Floats:
        """Its values by case, exact where it is rational."""
        values: Ratios | Floats = getattr(measured, self.field)
        return values

    def ratios(self, measured: Measured) -> Ratios | None:
        """Its exact values by case; None for a measure that is not rational."""
        values = self.of(measured)
        return values if isinstance(values, Ratios) else None

    def values(self, measured: Measured) -> Floats:
        """Its values by case as floating-point numbers; NaN where undefined."""
        values = self.of(measured)
        return values.values() if isinstance(values, Ratios) else values


MEASURES: tuple[Measure, ...] = (
    Measure(
        field="recall",
        stem="recall",
        meaning="Of the chunks that should come out, the share that did.",
        formula="|E in T| / |E|",
        source=_TREC_EVAL + "m_recall.c",
    ),
    Measure(
        field="supply",
        stem="supply",
        meaning="Of what the case needs, the share that came out; one chunk of a group is enough.",
        formula="units met / units; any chunk of E where one suffices",
        source=_CHAPTER,
    ),
    Measure(
        field="quality",
        stem="quality",
        at_cutoff=False,
        bounds=(0, 100),
        meaning="Supply on a demanding scale: 0 below the floor, then a straight line to 100.",
        formula="0 if supply < floor else (supply - floor) / (1 - floor) x 100",
        source=_CHAPTER,
    ),
    Measure(
        field="precision",
        stem="precision",
        meaning="Of the K places, the share that held a relevant chunk.",
        formula="|E in T| / K",
        source=_TREC_EVAL + "m_P.c",
    ),
    Measure(
        field="precision_returned",
        stem="precision_returned",
        meaning="Of the results that did come back within K, the share that was relevant.",
        formula="|E in T| / |T|",
        source="https://github.com/opensearch-project/OpenSearch/tree/main/modules/rank-eval",
    ),
    Measure(
        field="rr",
        stem="mrr",
        at_cutoff=False,
        meaning="How high the first relevant chunk stands: 1 at the top, 1/2 in second place.",
        formula="1 / rank of the first chunk of E within D",
        source=_TREC_EVAL + "m_recip_rank.c",
    ),
    Measure(
        field="gold_rr",
        stem="gold_mrr",
        at_cutoff=False,
        meaning="How high the first gold chunk stands, in cases that expect one.",
        formula="1 / rank of the first gold chunk of E within D",
        source=_CHAPTER,
    ),
    Measure(
        field="ndcg",
        stem="ndcg",
        meaning="Grades weighed by how high they stand, against the best list possible.",
        formula="sum of gain / log2(rank + 1) over T, over that of the ideal list cut at K",
        source=_TREC_EVAL + "m_ndcg_cut.c",
    ),
    Measure(
        field="ap",
        stem="map",
        at_cutoff=False,
        meaning="Precision at each relevant chunk found, averaged over all that are relevant.",
        formula="sum over found chunks of (found so far / rank) / |E|, within D",
        source=_TREC_EVAL + "m_map.c",
    ),
    Measure(
        field="hit",
        stem="hit",
        meaning="Whether any relevant chunk came out.",
        formula="1 if |E in T| > 0 else 0",
        source=_TREC_EVAL + "m_success.c",
    ),
    Measure(
        field="all_found",
        stem="all_found",
        meaning="Whether every relevant chunk came out, or one of its group for it.",
        formula="1 if every unit is met within T else 0",
        source=_CHAPTER,
    ),
    Measure(
        field="max_possible",
        stem="max_possible",
        meaning="The highest recall that K places leave room for.",
        formula="min(K, |E|) / |E|",
        source=_CHAPTER,
    ),
    Measure(
        field="unjudged",
        stem="unjudged",
        higher_is_better=False,
        meaning="Of the results within K, the share that nobody has labelled.",
        formula="results of T without a label / |T|",
        source=_TREC_EVAL + "m_unj.c",
    ),
    Measure(
        field="noise",
        stem="noise",
        at_cutoff=False,
        needs_scores=True,
        higher_is_better=False,
        meaning="Of the results within K, the share that scores worse than the worst chunk needed.",
        formula="results of T scoring worse than the worst expected chunk / |T|",
        source=_CHAPTER,
    ),
)
"""Every measure, in the order in which people read them."""
