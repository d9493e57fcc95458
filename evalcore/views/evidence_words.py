"""The words of the probes' evidence: its keys, its fixed values, and the questions asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from evalcore.views.language import N_, Translator

LABELS: Mapping[str, str] = {
    "above": N_("Above it"),
    "add": N_("added"),
    "admitted": N_("Domains that the filter admits"),
    "after": N_("Next chunk"),
    "annotated_by": N_("Annotated by"),
    "batch": N_("Ingest"),
    "batches": N_("Ingests of those above it"),
    "before": N_("Chunk before"),
    "begins": N_("It begins so"),
    "boost": N_("Boost of the suite"),
    "case_domain": N_("Domain of the case"),
    "cause": N_("What puts them above it"),
    "chunk_id": N_("Chunk"),
    "content_words": N_("Words that say something"),
    "copies": N_("Copies of it"),
    "corrected": N_("Corrected"),
    "cut": N_("Score cut of the suite"),
    "described": N_("Described in its place"),
    "description": N_("What the index holds of it"),
    "domain": N_("Domain"),
    "domains": N_("Domains of those above it"),
    "draft": N_("Description drafted for it"),
    "facets": N_("Facets"),
    "factor": N_("factor"),
    "fault": N_("What is wrong"),
    "filters": N_("Filters of the suite"),
    "from_batch": N_("Chunks of that ingest above it"),
    "heading": N_("Heading"),
    "in_how_many": N_("In how many descriptions each word stands"),
    "kind": N_("They differ by"),
    "label": N_("label"),
    "labels": N_("Labels"),
    "lacking": N_("Words of the question that it lacks"),
    "mark": N_("Mark of the cut"),
    "min_score": N_("least score"),
    "min_share_of_best": N_("least share of the best score"),
    "note": N_("Note"),
    "old_versions": N_("Old version"),
    "on": N_("Day examined"),
    "part_meant": N_("The part that the case means"),
    "parts": N_("Part"),
    "pieces": N_("Piece"),
    "position": N_("Place in the document"),
    "question": N_("Question"),
    "quote": N_("Quote of the case"),
    "quote_in": N_("The quote stands in"),
    "raised_above_it": N_("Raised above it against their raw score"),
    "same_description": N_("Chunks with the same description"),
    "share_of_figures": N_("Share of figures"),
    "siblings": N_("Other chunks of its document"),
    "siblings_domains": N_("Domains in its document"),
    "siblings_valid": N_("Of them valid on that day"),
    "siblings_with_label": N_("Of them with the label"),
    "successor": N_("Version in force"),
    "successor_text": N_("Text of the version in force"),
    "successor_valid_from": N_("In force from"),
    "text": N_("Text"),
    "title_words": N_("Words that their titles share"),
    "twin": N_("The index writes it"),
    "undone": N_("With this undone"),
    "usual_words": N_("Usual for its kind"),
    "valid_from": N_("Valid from"),
    "valid_to": N_("Valid to"),
    "validity": N_("validity"),
    "words": N_("Words"),
}

REPEATED = frozenset({"ranks"})
"""Evidence that the questions asked say already."""

VALUES: Mapping[str, str] = {
    "table_cut": N_("a table cut through"),
    "quote_spread": N_("a quote spread over neighbours"),
    "sentence_cut": N_("a sentence cut through"),
    "one_heading": N_("one heading over several chunks"),
    "heading_missing": N_("no heading"),
    "fused": N_("fused with other texts"),
    "empty": N_("empty"),
    "figures": N_("all figures"),
    "generic": N_("too general"),
    "copied": N_("the same as others'"),
    "of_another": N_("of another chunk"),
    "validity": N_("validity"),
    "domain": N_("domain"),
    "label": N_("label"),
    "boost": N_("the boost"),
    "cut": N_("the score cut"),
    "old_versions": N_("an old version"),
    "copies": N_("copies"),
    "batch": N_("a later ingest"),
    "could not be tried": N_("could not be tried"),
    "in the chunk": N_("in the chunk"),
    "in a neighbour": N_("in a neighbour"),
    "none given": N_("none given"),
    "no text to look in": N_("no text to look in"),
    "undoing this alone is not enough: something else is wrong too, or this is not the cause": N_(
        "undoing this alone is not enough: something else is wrong too, or this is not the cause"
    ),
}
FIXED = frozenset({"mark", "fault", "cause", "undone", "note", "quote"})
"""The keys whose values are words of ours; all other texts are people's own."""

ASKED: Mapping[str, str] = {
    "BM25 alone": N_("BM25 alone"),
    "vectors alone": N_("vectors alone"),
    "as it is": N_("as it is"),
    "exact search": N_("exact search"),
    "indexed again, unchanged": N_("indexed again, unchanged"),
    "its own description": N_("asked for in its own description"),
    "its own description, without filters, boost and cut": N_(
        "asked for in its own description, without filters, boost and cut"
    ),
    "described anew": N_("described anew"),
    "rejoined": N_("rejoined"),
    "cut back": N_("cut back to its own part"),
    "with its heading": N_("with its heading"),
    "described as the others are": N_("described as the others are"),
    "described from its heading": N_("described from its heading"),
    "with the descriptions it had": N_("with the descriptions it had"),
    "without filters": N_("without filters"),
    "with its labels corrected": N_("with its labels corrected"),
    "without boost": N_("without boost"),
    "without the score cut": N_("without the score cut"),
    "without boost and score cut": N_("without boost and score cut"),
    "without its old versions above it": N_("without its old versions above it"),
    "without its copies above it": N_("without its copies above it"),
    "without that ingest's chunks above it": N_("without that ingest's chunks above it"),
    "with the question's words in its description": N_(
        "with the question's words in its description"
    ),
}
_NUMBERED = re.compile(r"(.*) (\(\d+\))")


def label(key: str, t: Translator) -> str:
    """The word for a key; one that has none yet is shown as it is, without underlines."""
    known = LABELS.get(key)
    return t.text(known) if known else key.replace("_", " ")


def value(key: str, text: str, t: Translator) -> str:
    """A fixed value in words; people's own text, and a value added later, as it is."""
    known = VALUES.get(text) if key in FIXED else None
    return t.text(known) if known else text


def asked_words(what: str, t: Translator) -> str:
    """A question put to the index, in words; one added later under its own name."""
    if what in ASKED:
        return t.text(ASKED[what])
    numbered = _NUMBERED.fullmatch(what)
    if numbered:
        return f"{asked_words(numbered[1], t)} {numbered[2]}"
    head, comma, tail = what.partition(", ")
    return f"{asked_words(head, t)}, {asked_words(tail, t)}" if comma else what
