"""The corpora that are cut anew: the sample, and laws by article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.model.manifest import Chunk, Manifest

from reanchoring.cutting import cut_anew, paragraphs
from reanchoring.measuring import Row, measure
from reanchoring.quoting import quoted_cases

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample_runs" / "despacho"
LAW = ROOT.parent / "shared" / "data" / "es_legal"
CUTS = ((40, 0), (90, 15), (220, 0))
"""Words a chunk and words of overlap: smaller, overlapping and larger than the sample's own."""


def sample_rows() -> Iterator[Row]:
    """The sample's green state, cut in three other sizes, with and without the old manifest."""
    old = read_manifest(SAMPLE / "manifests" / "green.jsonl")
    cases = read_golden(SAMPLE / "golden.jsonl").cases
    for words, overlap in CUTS:
        cut = cut_anew(old, words, overlap)
        how = f"{words} words" + (f", {overlap} repeated" if overlap else "")
        for with_old in (True, False):
            told = how if with_old else f"{how}, without --old"
            yield measure("sample", told, cases, old, cut, with_old=with_old)


def law_articles() -> Manifest:
    """Laws and agreements, an article a chunk, as they stand in the collection's Markdown."""
    chunks: list[Chunk] = []
    for path in sorted((LAW / "sources").glob("*.md")):
        doc_id = path.stem.split(".", 1)[1]
        body = path.read_text(encoding="utf-8").split("---", 2)[2]
        articles = re.split(r"(?m)^(?=#{2,6} )", body)
        for number, article in enumerate((a.strip() for a in articles if a.strip()), start=1):
            name = f"{doc_id}#{number}"
            chunks.append(Chunk(chunk_id=name, doc_id=doc_id, text=article, position=number))
    return Manifest(chunks=tuple(chunks))


def law_rows() -> Iterator[Row]:
    """Articles cut into paragraphs; quotes were taken from the articles."""
    old = law_articles()
    cases = quoted_cases(old)
    cut = paragraphs(old)
    for with_old in (True, False):
        how = "articles into paragraphs" + ("" if with_old else ", without --old")
        yield measure("es_legal", how, cases, old, cut, with_old=with_old)
