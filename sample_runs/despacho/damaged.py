"""The damaged state: the green index after the damages of damages.toml, and its questions."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Chunk = dict[str, Any]
Damage = Mapping[str, Any]


def damaged_texts(folder: Path, made: Mapping[str, str]) -> dict[str, str]:
    """The texts of the damaged manifest and of its golden set, by their paths."""
    table = _table(folder, "damages.toml")
    head, *lines = made[table["state"]].splitlines()
    chunks = [json.loads(line) for line in lines]
    for damage in table["damage"]:
        chunks = [piece for chunk in chunks for piece in _damaged(chunk, damage)]
    golden = (folder / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    return {
        table["manifest"]: _lines([json.loads(head), *_in_order(chunks)]),
        table["golden"]: _lines(_asked(map(json.loads, golden), table["damage"])),
    }


def own_words(folder: Path, made: Mapping[str, str]) -> list[str]:
    """What represents each damaged chunk before and after: the diagnosis asks for it so."""
    table = _table(folder, "damages.toml")
    damaged = {damage["chunk"] for damage in table["damage"]}
    lines = [line for key in ("state", "manifest") for line in made[table[key]].splitlines()[1:]]
    shown = (
        chunk["representation"] for chunk in map(json.loads, lines) if chunk["chunk_id"] in damaged
    )
    return [text for text in dict.fromkeys(shown) if text]


def damage_findings(folder: Path) -> Iterator[str]:
    """What the two suites do not agree on, beside what was damaged on purpose."""
    table = _table(folder, "damages.toml")
    ours, theirs = _table(folder, "damaged.toml"), _table(folder, "suite.toml")
    lost = ours["retriever"].pop("unindexed", [])
    if lost != [one["chunk"] for one in table["damage"] if one.get("unindexed")]:
        yield f"damaged.toml leaves {lost} out of the index, damages.toml says otherwise"
    if (ours["golden"], ours["manifest"]) != (table["golden"], table["manifest"]):
        yield "damaged.toml examines other files than damages.toml names"
    for key in ("retriever", "policy", "cutoff", "depth"):
        if ours[key] != theirs[key]:
            yield f"damaged.toml and suite.toml differ in {key}"


def _damaged(chunk: Chunk, damage: Damage) -> list[Chunk]:
    """What stands in the chunk's place after one damage."""
    if chunk["doc_id"] in damage.get("documents", ()):
        return [{**chunk, "labels": [*chunk["labels"], damage["label"]]}]
    if chunk["chunk_id"] != damage["chunk"]:
        return [chunk]
    if "cut_before" in damage:
        return _cut(chunk, damage["cut_before"])
    if "representation" in damage:
        return [{**chunk, "representation": damage["representation"]}]
    if "valid_to" in damage:
        return [{**chunk, "valid_to": damage["valid_to"].isoformat()}]
    return [chunk]


def _cut(chunk: Chunk, before: str) -> list[Chunk]:
    """Two chunks: the rows keep the id the golden set knows, head and description stay behind."""
    place = chunk["text"].index(before)
    head, rows = chunk["text"][:place].rstrip(), chunk["text"][place:]
    document = chunk["title"].partition(":")[0]
    first = {**chunk, "chunk_id": f"{chunk['chunk_id']}_1", "text": head}
    rest = {**chunk, "title": document, "text": rows, "representation": f"{document}. {rows}"}
    return [first, rest]


def _in_order(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    count: dict[str, int] = {}
    for chunk in chunks:
        count[chunk["doc_id"]] = count.get(chunk["doc_id"], 0) + 1
        yield {**chunk, "position": count[chunk["doc_id"]]}


def _asked(cases: Iterator[Any], damages: Sequence[Damage]) -> Iterator[Any]:
    said = {one["case"]: one["question"] for one in damages if "question" in one}
    for case in cases:
        changed = {"pregunta": said[case["id"]]} if case["id"] in said else {}
        yield {**case, **changed}


def _lines(values: Iterator[Any] | Sequence[Any]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def _table(folder: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))
