"""Symptom to chapter: the translation table of chapter 17, by the book's numbers alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evalcore.model.message import Message
from evalcore.model.symptom import SymptomName


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """Where a symptom points: chapters by number, what has none, and what to review there."""

    review: Message
    chapters: tuple[str, ...] = ()
    points_to: Message | None = None


_BEYOND = Message("beyond the book")

GUIDES: Mapping[SymptomName, Guide] = {
    SymptomName.DOMAIN: Guide(
        chapters=("6-9",),
        review=Message(
            "Ingest or classification of that domain: review its stages, not the global index."
        ),
    ),
    SymptomName.NUMERIC: Guide(
        chapters=("10-12",),
        review=Message("Chunking of tables, or descriptions that are missing."),
    ),
    SymptomName.GOLD: Guide(
        points_to=Message("label SINTESIS_CURADA, boost"),
        review=Message(
            "The layer of authority does not emerge: review the label SINTESIS_CURADA and how "
            "the consumer's boost is calibrated."
        ),
    ),
    SymptomName.REGRESSION: Guide(
        points_to=Message("last ingest"),
        review=Message(
            "Something new buried what was there: review what came in since the last green suite."
        ),
    ),
    SymptomName.DECLINE: Guide(
        points_to=Message("validity, sources"),
        review=Message(
            "Silent expiry: sources out of step, or validity dates that nobody updated."
        ),
    ),
    SymptomName.NOISE: Guide(
        chapters=("12", "10", "9"),
        review=Message("Structural noise: generic descriptions, mixed chunks or weak facets."),
    ),
    SymptomName.CODES: Guide(
        points_to=_BEYOND,
        review=Message(
            "The lexical side: whether codes survive cutting into words and are searched."
        ),
    ),
    SymptomName.VOCABULARY: Guide(
        points_to=_BEYOND,
        review=Message("The semantic side: descriptions in the words that users use."),
    ),
    SymptomName.OLD_VERSION: Guide(
        points_to=_BEYOND,
        review=Message("Validity dates of what was replaced, and the filter that applies them."),
    ),
    SymptomName.HALF_FOUND: Guide(
        points_to=_BEYOND,
        review=Message(
            "Cutoff and depth for questions that need several chunks, or a second search."
        ),
    ),
    SymptomName.OVERFIT: Guide(
        points_to=_BEYOND,
        review=Message("What was tuned to the visible cases; repair causes, not questions."),
    ),
    SymptomName.TIES: Guide(
        points_to=_BEYOND,
        review=Message("Copies in the index, and scores too coarse to order by."),
    ),
    SymptomName.INDEX: Guide(
        points_to=_BEYOND,
        review=Message("Whether the index holds every chunk, and how wide it searches."),
    ),
}
