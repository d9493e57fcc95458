"""The words of the probes' evidence: its keys, its fixed values, and the questions asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from evalcore.views.language import N_, Translator

LABELS: Mapping[str, str] = {
    "fault": N_("What is wrong"),
    "mark": N_("Mark of the cut"),
    "cause": N_("What puts them above it"),
    "chunk_id": N_("Chunk"),
    "position": N_("Place in the document"),
    "quote": N_("Quote of the case"),
    "quote_in": N_("The quote stands in"),
    "text": N_("Text"),
    "kind": N_("They differ by"),
    "twin": N_("The index writes it"),
    "annotated_by": N_("Annotated by"),
    "views": N_("What each of them says"),
    "question": N_("Question"),
    "description": N_("What the index holds of it"),
    "draft": N_("Description drafted for it"),
    "lacking": N_("Words of the question that it lacks"),
    "begins": N_("It begins so"),
    "heading": N_("Heading"),
    "part_meant": N_("The part that the case means"),
    "parts": N_("Part"),
    "pieces": N_("Piece"),
    "words": N_("Words"),
    "content_words": N_("Words that say something"),
    "usual_words": N_("Usual for its kind"),
    "share_of_figures": N_("Share of figures"),
    "in_how_many": N_("In how many descriptions each word stands"),
    "same_description": N_("Chunks with the same description"),
    "described": N_("Described in its place"),
    "before": N_("Chunk before"),
    "after": N_("Next chunk"),
    "on": N_("Day examined"),
    "valid_from": N_("Valid from"),
    "valid_to": N_("Valid to"),
    "domain": N_("Domain"),
    "case_domain": N_("Domain of the case"),
    "admitted": N_("Domains that the filter admits"),
    "labels": N_("Labels"),
    "label": N_("label"),
    "facets": N_("Facets"),
    "filters": N_("Filters of the suite"),
    "validity": N_("validity"),
    "corrected": N_("Corrected"),
    "siblings": N_("Other chunks of its document"),
    "siblings_valid": N_("Of them valid on that day"),
    "siblings_domains": N_("Domains in its document"),
    "siblings_with_label": N_("Of them with the label"),
    "successor": N_("Version in force"),
    "successor_valid_from": N_("In force from"),
    "successor_text": N_("Text of the version in force"),
    "copies": N_("Copies of it"),
    "old_versions": N_("Old version"),
    "above": N_("Above it"),
    "domains": N_("Domains of those above it"),
    "batches": N_("Ingests of those above it"),
    "batch": N_("Ingest"),
    "from_batch": N_("Chunks of that ingest above it"),
    "title_words": N_("Words that their titles share"),
    "boost": N_("Boost of the suite"),
    "factor": N_("factor"),
    "add": N_("added"),
    "raised_above_it": N_("Raised above it against their raw score"),
    "cut": N_("Score cut of the suite"),
    "min_score": N_("least score"),
    "min_share_of_best": N_("least share of the best score"),
    "undone": N_("With this undone"),
    "note": N_("Note"),
}
"""The words for the keys, in the order in which a person reads them."""

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
