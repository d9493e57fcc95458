"""Short, distinctive quotes proposed for labels that have none, while their chunks still stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evalcore.golden.anchors import AnchorState, Proposal, Why
from evalcore.golden.corpus_text import CorpusText
from evalcore.golden.figures import figures
from evalcore.golden.similar import is_distinctive
from evalcore.model.case import Case, Expected
from evalcore.model.folding import fold
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import CaseStatus

MOST_WORDS = 14
_STEP = 3
_SENTENCE = re.compile(r"[^.!?;:\n|]+(?:[.,:]\d[^.!?;:\n|]*)*")
_TRIED = 40


def propose_quotes(cases: Sequence[Case], manifest: Manifest) -> tuple[Proposal, ...]:
    """One proposal for each relevant label without a quote whose chunk is there and has a text.

    The passage is verbatim, long enough to be told from others and stands in this chunk alone;
    of such, the one that ends like a sentence and shares most words and figures with question
    and answer. A label whose chunk has no such passage gets none.
    """
    corpus = CorpusText(manifest)
    return tuple(
        proposal
        for case in cases
        if case.status is not CaseStatus.RETIRED
        for label in case.expected
        if not label.quote and label.grade > 0
        for proposal in _proposal(case, label, manifest.by_id.get(label.chunk_id), corpus)
    )


def _proposal(
    case: Case, label: Expected, chunk: Chunk | None, corpus: CorpusText
) -> Iterator[Proposal]:
    if chunk is None or not chunk.text:
        return
    wanted = _words(f"{case.question} {case.reference_answer or ''}")
    passages = dict(_passages(chunk.text))
    ordered = sorted(passages, key=lambda text: -_worth(text, wanted, whole=passages[text]))
    for passage in ordered[:_TRIED]:
        if {s.chunk_ids for s in corpus.typeset_anew(passage)} == {(chunk.chunk_id,)}:
            yield Proposal(
                case_id=case.id,
                chunk_id=label.chunk_id,
                doc_id=label.doc_id,
                state=AnchorState.QUOTE,
                why=Why.PROPOSED,
                to=(label.chunk_id,),
                new_doc_id=chunk.doc_id,
                found=(passage,),
            )
            return


def _passages(text: str) -> Iterator[tuple[str, bool]]:
    """Sentences whole where short, else windows of words; each with whether it ends a sentence."""
    for sentence in _SENTENCE.findall(text):
        spans = [match.span() for match in re.finditer(r"\S+", sentence)]
        last = max(1, len(spans) - MOST_WORDS + 1)
        for first in range(0, last, _STEP):
            window = spans[first : first + MOST_WORDS]
            passage = sentence[window[0][0] : window[-1][1]].strip(' ,(«“"') if window else ""
            if is_distinctive(passage):
                yield passage, first + MOST_WORDS >= len(spans)


def _worth(passage: str, wanted: frozenset[str], *, whole: bool) -> float:
    """Words shared with question and answer, figures counting double; shorter ones win ties."""
    words = _words(passage)
    figured = {fold(figure) for figure in figures(passage)}
    told = len(words & wanted) + len(figured & wanted)
    return told + 0.5 * bool(figured) + 1.5 * whole - 0.02 * len(words)


def _words(text: str) -> frozenset[str]:
    return frozenset(
        word for word in re.findall(r"\w+", fold(text)) if len(word) > 3 or word.isdigit()
    )
