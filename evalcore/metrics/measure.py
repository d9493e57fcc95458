"""Every measure of every case of one sample."""

from __future__ import annotations

from fractions import Fraction

from evalcore.metrics.average_precision import average_precision
from evalcore.metrics.frozen import frozen
from evalcore.metrics.ndcg import ndcg
from evalcore.metrics.noise import noise, noise_threshold
from evalcore.metrics.precision import precision, precision_returned
from evalcore.metrics.recall import max_possible, recall
from evalcore.metrics.reciprocal_rank import gold_rr, rr
from evalcore.metrics.repeats import repeated
from evalcore.metrics.sheet import sheet_of
from evalcore.metrics.success import all_found, hit
from evalcore.metrics.supply import quality, supply
from evalcore.metrics.ties import recall_bounds, ties_at_cutoff
from evalcore.metrics.unjudged import unjudged
from evalcore.model.exam import Exam
from evalcore.model.measured import Labels, Measured
from evalcore.model.ranking import Rankings


def measure(labels: Labels, rankings: Rankings, exam: Exam, floor: Fraction) -> Measured:
    """All measures of design.md, section 4, of the cases of ``labels``, as read-only arrays.

    ``floor`` is the policy's: below it quality is 0. A case without a list, or whose search
    failed, is not answered and everything of it is undefined; an empty list is answered and
    found nothing (B13, B15). Lists of cases that ``labels`` does not know are not looked at.
    """
    sheet = sheet_of(labels, rankings, exam)
    supplied = supply(sheet)
    ties = ties_at_cutoff(sheet)
    recall_low, recall_high = recall_bounds(sheet, ties)
    threshold = noise_threshold(sheet)
    return frozen(
        Measured(
            placements=sheet.placements,
            answered=sheet.answered,
            returned=sheet.returned,
            recall=recall(sheet),
            supply=supplied,
            quality=quality(supplied, floor),
            precision=precision(sheet),
            precision_returned=precision_returned(sheet),
            rr=rr(sheet),
            gold_rr=gold_rr(sheet),
            all_found=all_found(sheet),
            hit=hit(sheet),
            unjudged=unjudged(sheet),
            max_possible=max_possible(sheet),
            ndcg=ndcg(sheet),
            ap=average_precision(sheet),
            noise=noise(sheet, threshold),
            noise_threshold=threshold,
            tie_at_cutoff=ties.at_cutoff,
            recall_low=recall_low,
            recall_high=recall_high,
            repeated=repeated(sheet),
        )
    )
