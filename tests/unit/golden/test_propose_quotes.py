"""Quotes proposed while the chunks stand: verbatim, distinctive, and in one chunk alone."""

from pathlib import Path

from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.golden.corpus_text import CorpusText
from evalcore.golden.propose_quotes import MOST_WORDS, propose_quotes
from evalcore.golden.reanchor import reanchor
from evalcore.golden.similar import is_distinctive
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk, Manifest

SAMPLE = Path(__file__).parents[3] / "sample_runs" / "despacho"


def bare_cases():
    from dataclasses import replace

    cases = read_golden(SAMPLE / "golden.jsonl").cases
    return [
        replace(case, expected=tuple(replace(it, quote=None) for it in case.expected))
        for case in cases
    ]


def test_the_sample_s_labels_get_quotes_that_stand_in_their_chunk_alone():
    manifest = read_manifest(SAMPLE / "manifests" / "green.jsonl")
    cases = bare_cases()
    proposals = propose_quotes(cases, manifest)
    relevant = sum(label.grade > 0 for case in cases for label in case.expected)
    assert len(proposals) >= 0.9 * relevant
    corpus = CorpusText(manifest)
    for one in proposals:
        (quote,) = one.found
        assert quote in manifest.by_id[one.chunk_id].text
        assert is_distinctive(quote)
        assert len(quote.split()) <= MOST_WORDS
        assert {spot.chunk_ids for spot in corpus.verbatim(quote)} == {(one.chunk_id,)}
        assert not one.takes


def test_a_chunk_that_is_a_twin_of_another_gets_no_quote():
    text = "El plazo de devolución es de treinta días naturales desde la entrega."
    manifest = Manifest(
        chunks=(
            Chunk(chunk_id="a", doc_id="d", text=text),
            Chunk(chunk_id="b", doc_id="e", text=text),
        )
    )
    case = Case(id="q", question="?", expected=(Expected(chunk_id="a"),))
    assert propose_quotes([case], manifest) == ()


def test_a_label_whose_chunk_is_gone_gets_none():
    case = Case(id="q", question="?", expected=(Expected(chunk_id="zz"),))
    manifest = Manifest(chunks=(Chunk(chunk_id="a", text="Algo muy largo que decir aquí."),))
    assert propose_quotes([case], manifest) == ()
    assert reanchor([case], manifest).proposals[0].why.name == "NO_QUOTE"
