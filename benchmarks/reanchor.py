"""Re-anchoring measured: corpora cut anew for real, every automatic anchor checked by its place.

    python benchmarks/reanchor.py [--write]

Documents are put together from the manifest's own texts and cut in other sizes. Where a label's
quote stood is known to the character, so whether a new chunk holds that very place needs no
trust in the search under test. With ``--write`` the table of docs/golden.md is brought up to date.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.golden.anchors import AnchorState, Proposal, Ruling
from evalcore.golden.figures import figures
from evalcore.golden.reanchor import reanchor
from evalcore.golden.similar import is_distinctive
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk, Manifest

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "sample_runs" / "despacho"
LAW = ROOT.parent / "shared" / "data" / "es_legal"
PAGE = ROOT / "docs" / "golden.md"
BEGIN, END = "<!-- reanchor: begin -->", "<!-- reanchor: end -->"
CUTS = ((40, 0), (90, 15), (220, 0))
"""Words a chunk and words of overlap: smaller, overlapping and larger than the sample's own."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a label's quote stood: document, first character, one past the last."""

    doc_id: str
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Cut:
    """Documents cut anew: the manifest, and where each chunk begins and ends."""

    manifest: Manifest
    spans: dict[str, Place]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table. ``wrong`` counts automatic anchors off their place."""

    corpus: str
    how: str
    labels: int
    kept: int
    automatic: int
    wrong: int
    proposed: int
    ambiguous: int
    orphan: int
    states: dict[str, int]


def documents(manifest: Manifest) -> dict[str, tuple[str, dict[str, int]]]:
    """Each document's text and where each of its chunks begins in it."""
    found: dict[str, list[Chunk]] = {}
    for chunk in manifest.chunks:
        found.setdefault(chunk.doc_id or "", []).append(chunk)
    laid: dict[str, tuple[str, dict[str, int]]] = {}
    for doc_id, chunks in found.items():
        text, starts = "", {}
        for chunk in sorted(chunks, key=lambda it: it.position or 0):
            starts[chunk.chunk_id] = len(text)
            text += (chunk.text or "") + "\n\n"
        laid[doc_id] = (text, starts)
    return laid


def places(cases: Sequence[Case], manifest: Manifest) -> dict[tuple[str, str], Place]:
    """Where the quote of each label stands, by case and chunk id."""
    laid = documents(manifest)
    found: dict[tuple[str, str], Place] = {}
    for case in cases:
        for label in case.expected:
            chunk = manifest.by_id.get(label.chunk_id)
            if chunk is None or not label.quote or not chunk.text or chunk.doc_id is None:
                continue
            at = chunk.text.find(label.quote)
            if at >= 0:
                start = laid[chunk.doc_id][1][chunk.chunk_id] + at
                end = start + len(label.quote)
                found[case.id, label.chunk_id] = Place(doc_id=chunk.doc_id, start=start, end=end)
    return found


def cut_anew(manifest: Manifest, words: int, overlap: int) -> Cut:
    """Every document cut into chunks of so many words, each repeating the end of the last."""
    chunks: list[Chunk] = []
    spans: dict[str, Place] = {}
    for doc_id, (text, _) in documents(manifest).items():
        tokens = [match.span() for match in re.finditer(r"\S+", text)]
        for number, first in enumerate(range(0, len(tokens), words - overlap), start=1):
            here = tokens[first : first + words]
            place = Place(doc_id=doc_id, start=here[0][0], end=here[-1][1])
            name = f"{doc_id}/{words}/{number}"
            piece = text[place.start : place.end]
            chunks.append(Chunk(chunk_id=name, doc_id=doc_id, text=piece, position=number))
            spans[name] = place
    return Cut(manifest=Manifest(chunks=tuple(chunks)), spans=spans)


def is_right(one: Proposal, place: Place, cut: Cut) -> bool:
    """Every chunk taken covers the very place, whole where one is enough, in part where all are."""
    for chunk_id in one.to:
        span = cut.spans[chunk_id]
        whole = span.start <= place.start and place.end <= span.end
        touches = span.start < place.end and place.start < span.end
        if span.doc_id != place.doc_id or not (whole or (one.join.value == "all" and touches)):
            return False
    return bool(one.to)


def measure(
    corpus: str, how: str, cases: Sequence[Case], old: Manifest, cut: Cut, *, with_old: bool
) -> Row:
    """Re-anchor and hold every answer against the place it should have."""
    known = places(cases, old)
    kept_cases = [_only(case, known) for case in cases]
    found = reanchor(kept_cases, cut.manifest, old if with_old else None)
    states: Counter[str] = Counter(one.state.value for one in found.proposals)
    automatic = [one for one in found.proposals if one.ruling is Ruling.AUTOMATIC]
    right = [is_right(one, known[one.case_id, one.chunk_id], cut) for one in found.proposals]
    auto_right = [ok for ok, one in zip(right, found.proposals, strict=True) if one in automatic]
    others = [
        ok
        for ok, one in zip(right, found.proposals, strict=True)
        if one not in automatic and one.to
    ]
    return Row(
        corpus=corpus,
        how=how,
        labels=len(found.proposals) + found.kept,
        kept=found.kept,
        automatic=sum(auto_right),
        wrong=len(auto_right) - sum(auto_right),
        proposed=sum(others),
        ambiguous=states[AnchorState.AMBIGUOUS.value],
        orphan=states[AnchorState.ORPHAN.value],
        states=dict(states),
    )


def _only(case: Case, known: dict[tuple[str, str], Place]) -> Case:
    from dataclasses import replace

    labels = tuple(it for it in case.expected if (case.id, it.chunk_id) in known)
    return replace(case, expected=labels)


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


def quoted_cases(manifest: Manifest, every: int = 1) -> list[Case]:
    """One case an article: its first sentence with a figure, else its longest, as the quote."""
    cases: list[Case] = []
    for chunk in manifest.chunks[::every]:
        quote = _sentence(chunk.text or "")
        if quote is not None:
            label = Expected(chunk_id=chunk.chunk_id, doc_id=chunk.doc_id, quote=quote)
            cases.append(Case(id=f"q-{chunk.chunk_id}", question="?", expected=(label,)))
    return cases


def _sentence(text: str) -> str | None:
    good = [part for part in _sentences(text) if len(part) <= 160 and is_distinctive(part)]
    return max(good, key=lambda part: (bool(figures(part)), -len(part)), default=None)


def _sentences(text: str) -> Iterator[str]:
    """Whole sentences of an article, its heading left out: never a word or a figure cut."""
    for line in text.splitlines()[1:]:
        for part in re.split(r"[.;:](?=\s|$)", line):
            if len(part.strip()) >= 12:
                yield part.strip()


def law_rows() -> Iterator[Row]:
    """Articles cut into paragraphs; quotes were taken from the articles."""
    old = law_articles()
    cases = quoted_cases(old)
    cut = paragraphs(old)
    for with_old in (True, False):
        how = "articles into paragraphs" + ("" if with_old else ", without --old")
        yield measure("es_legal", how, cases, old, cut, with_old=with_old)


def paragraphs(manifest: Manifest) -> Cut:
    """Every document cut at its empty lines."""
    chunks: list[Chunk] = []
    spans: dict[str, Place] = {}
    for doc_id, (text, _) in documents(manifest).items():
        for number, match in enumerate(re.finditer(r"(?s)\S.*?(?=\n\s*\n|\Z)", text), start=1):
            piece = match[0].rstrip()
            name = f"{doc_id}/p{number}"
            place = Place(doc_id=doc_id, start=match.start(), end=match.start() + len(piece))
            chunks.append(Chunk(chunk_id=name, doc_id=doc_id, text=piece, position=number))
            spans[name] = place
    return Cut(manifest=Manifest(chunks=tuple(chunks)), spans=spans)


@dataclass(frozen=True, kw_only=True)
class Trap:
    """Amended articles: what became of quotes taken from their old versions."""

    quotes: int
    gone: int
    figure_changed: int
    automatic: int
    wrong: int


def trap() -> Trap:
    """Each article's first version against its last, cut into paragraphs: every sentence quoted.

    Wrong is an automatic anchor to another article, or to a chunk without the quote's words.
    """
    old, new, home = versions()
    cases: list[Case] = []
    for chunk in old.chunks:
        for number, quote in enumerate(_sentences(chunk.text or "")):
            label = Expected(chunk_id=chunk.chunk_id, doc_id=chunk.doc_id, quote=quote)
            cases.append(Case(id=f"{chunk.chunk_id}~{number}", question="?", expected=(label,)))
    proposals = reanchor(cases, new, old).proposals
    automatic = [one for one in proposals if one.ruling is Ruling.AUTOMATIC]
    current = home["texts"]
    gone = [c for c in cases if (c.expected[0].quote or "") not in current[_article(c)]]
    changed = [one for one in proposals if one.why.name == "FIGURE"]
    wrong = [
        one
        for one in automatic
        if any(home["of"][chunk_id] != home["was"][one.chunk_id] for chunk_id in one.to)
        or one.quote not in (new.by_id[one.to[0]].text or "")
    ]
    gone_ids = {case.id for case in gone}
    wrong += [one for one in automatic if one.case_id in gone_ids]
    return Trap(
        quotes=len(cases),
        gone=len(gone),
        figure_changed=len(changed),
        automatic=len(automatic),
        wrong=len(wrong),
    )


def versions() -> tuple[Manifest, Manifest, dict[str, dict[str, str]]]:
    """First versions of the amended articles, and their last ones cut into paragraphs."""
    history: dict[str, list[dict[str, str]]] = {}
    with gzip.open(LAW / "history" / "et_article_versions.jsonl.gz", "rt", encoding="utf-8") as f:
        for line in f:
            version = json.loads(line)
            history.setdefault(version["logical_id"], []).append(version)
    amended = {name: sorted(v, key=lambda it: it["valid_from"]) for name, v in history.items()}
    amended = {name: v for name, v in amended.items() if len(v) > 1}
    home: dict[str, dict[str, str]] = {"of": {}, "was": {}, "texts": {}}
    before: list[Chunk] = []
    after: list[Chunk] = []
    for number, (name, its) in enumerate(amended.items()):
        first, last = its[0], its[-1]
        home["texts"][name] = last["text"]
        home["was"][first["chunk_id"]] = name
        before.append(
            Chunk(
                chunk_id=first["chunk_id"],
                doc_id=first["doc_id"],
                text=first["text"],
                position=number,
            )
        )
        for part, piece in enumerate(re.split(r"\n\s*\n", last["text"])):
            chunk_id = f"{name}/p{part}"
            home["of"][chunk_id] = name
            position = number * 1000 + part
            after.append(
                Chunk(chunk_id=chunk_id, doc_id=last["doc_id"], text=piece, position=position)
            )
    return Manifest(chunks=tuple(before)), Manifest(chunks=tuple(after)), home


def _article(case: Case) -> str:
    return case.expected[0].chunk_id.rpartition("@")[0]


def table(rows: Sequence[Row], trapped: Trap | None) -> str:
    """The Markdown that stands in the docs."""
    lines = [
        "| corpus, cut | labels | automatic | wrong | right by proposal | ambiguous | orphan |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.corpus}: {row.how} | {row.labels} | {_share(row.automatic, row.labels)} | "
        f"{row.wrong} | {_share(row.proposed, row.labels)} | {row.ambiguous} | {row.orphan} |"
        for row in rows
    ]
    if trapped is not None:
        told = (
            f"Amended articles (every sentence of the first version quoted, looked for in the last "
            f"one cut into paragraphs): {trapped.quotes} quotes, of which {trapped.gone} no longer "
            f"stand in their article; {trapped.automatic} re-anchored by themselves, "
            f"{trapped.wrong} of them wrongly; {trapped.figure_changed} proposed with a changed "
            f"figure shown."
        )
        lines += ["", told]
    return "\n".join(lines)


def _share(n: int, of: int) -> str:
    return f"{n} ({100 * n / of:.0f} %)" if of else "0"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="bring docs/golden.md up to date")
    arguments = parser.parse_args()
    rows = list(sample_rows())
    trapped = None
    if LAW.is_dir():
        rows += law_rows()
        trapped = trap()
    text = table(rows, trapped)
    print(text)
    for row in rows:
        print(row.corpus, row.how, row.states, file=sys.stderr)
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        head, _, rest = page.partition(BEGIN)
        tail = rest.partition(END)[2]
        PAGE.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")
    wrong = sum(row.wrong for row in rows) + (trapped.wrong if trapped else 0)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
