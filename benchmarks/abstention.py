"""Can the best score tell questions without an answer: Spanish SQuAD 2.0 on the embedded index.

    python benchmarks/abstention.py [--mode vectors] [--paragraphs N] [--questions N] [--foreign]

With --foreign the questions without an answer are those of the articles left out of the index:
every second article is, and the trick questions are left aside.

Prints the separability with its interval, the threshold from the visible cases and what it does
to them and to the blind ones (a quarter, split as ``golden split`` does). docs/abstention.md keeps
the figures. The questions are machine translated.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.cli.abstention_text import abstention_lines
from evalcore.workflows.abstention import abstention_of
from evalcore.workflows.golden_grow import split_golden
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite

DATA = Path(__file__).parents[2] / "shared" / "data" / "squad_es_v2" / "dev-v2.0-es_small.json.gz"
SEED = 20260203
SUITE = """name = "squad-es-v2"
golden = "golden.jsonl"
manifest = "chunks.jsonl"
[retriever]
kind = "embedded"
mode = "{mode}"
field = "text"
language = "es"
"""


def paragraphs(limit: int) -> list[tuple[str, dict[str, Any]]]:
    """Paragraphs with their questions; of a limit, drawn over all articles."""
    with gzip.open(DATA) as file:
        articles = json.load(file)["data"]
    found = [(a["title"], p) for a in articles for p in a["paragraphs"]]
    return drawn(found, limit)


def drawn(rows: Sequence[Any], most: int) -> list[Any]:
    """At most so many rows, drawn at random; all of them for 0."""
    order = np.random.default_rng(SEED).permutation(len(rows))[: most or len(rows)]
    return [rows[int(row)] for row in order]


def write(
    home: Path, chosen: Sequence[tuple[str, dict[str, Any]]], most: int, mode: str, *, foreign: bool
) -> tuple[int, int, int]:
    """The suite's files: one chunk a paragraph, one case a question."""
    chunks, cases = [], []
    left_out = set(sorted({title for title, _ in chosen})[::2]) if foreign else set()
    for number, (title, paragraph) in enumerate(chosen):
        chunk_id = f"p{number:04d}"
        if title not in left_out:
            chunks.append({"chunk_id": chunk_id, "doc_id": title, "text": paragraph["context"]})
        for question in paragraph["qas"]:
            none = bool(question.get("is_impossible")) or not question["answers"]
            if foreign and none:
                continue
            none = none or title in left_out
            labels = [] if none else [{"doc_id": title, "chunk_id": chunk_id}]
            cases.append(
                {
                    "id": question["id"],
                    "pregunta": question["question"],
                    "fragmentos_relevantes": labels,
                    "categoria": title,
                    "tiene_respuesta": not none,
                }
            )
    cases = drawn(cases, most)
    for name, rows in (("chunks", chunks), ("golden", cases)):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (home / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    (home / "suite.toml").write_text(SUITE.format(mode=mode), encoding="utf-8")
    return len(chunks), len(cases), sum(not case["tiene_respuesta"] for case in cases)


def main() -> None:
    """Build, split, run with the blind cases, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=("bm25", "vectors"), default="bm25")
    parser.add_argument("--paragraphs", type=int, default=0)
    parser.add_argument("--questions", type=int, default=0)
    parser.add_argument("--foreign", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        chosen = paragraphs(asked.paragraphs)
        told = write(home, chosen, asked.questions, asked.mode, foreign=asked.foreign)
        print("{} paragraphs, {} questions, {} of them without an answer".format(*told))
        golden = home / "golden.jsonl"
        split_golden(golden, golden, share=Fraction(1, 4))
        begun = time.perf_counter()
        done = run_suite(home / "suite.toml", db=home / "a.db", options=RunOptions(blind=True))
        run = open_run(home / "a.db", done.run_id)
        print(f"{asked.mode}: asked and stored in {time.perf_counter() - begun:.1f} s")
        print("\n".join(abstention_lines(abstention_of(run)) or ["too few cases: silent"]))


if __name__ == "__main__":
    main()
