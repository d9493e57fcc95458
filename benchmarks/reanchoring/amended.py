"""Amended articles: quotes of a first version looked for in the last one."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass

from evalcore.golden.anchors import Ruling
from evalcore.golden.reanchor import reanchor
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk, Manifest

from reanchoring.corpora import LAW
from reanchoring.quoting import sentences


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
        for number, quote in enumerate(sentences(chunk.text or "")):
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
