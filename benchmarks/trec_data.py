"""Seeded TREC files of the sizes that are compared: labels and one run, with realistic ids."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

DOMAINS = ("legal", "laboral", "fiscal", "viajes", "salud")
LABELS = 3
SEED = 7


@dataclass(frozen=True, slots=True)
class Size:
    """So many cases with lists so deep, from a corpus of so many chunks."""

    cases: int
    depth: int
    corpus: int


SIZES = {
    "S": Size(200, 10, 2_000),
    "M": Size(6_980, 100, 69_800),
    "L": Size(100_000, 100, 1_000_000),
    "XL": Size(6_980, 1_000, 698_000),
}


@dataclass(frozen=True, slots=True)
class TrecFiles:
    """Where the files of one size are."""

    qrels: Path
    run: Path


def write_trec(folder: Path, size: Size) -> TrecFiles:
    """Labels and a run: scores without ties fall along the ranks, lines stand in order.

    The most convenient file there is, for every reader alike. The ids of a list are drawn
    from the whole corpus, so that nearly every one of them is met.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = TrecFiles(qrels=folder / "qrels.txt", run=folder / "run.txt")
    rng = np.random.default_rng(SEED)
    ids = [chunk_id(number) for number in range(size.corpus)]
    with files.qrels.open("w") as qrels, files.run.open("w") as run:
        for number in range(size.cases):
            case = f"caso_{DOMAINS[number % len(DOMAINS)]}_{number:06d}"
            listed = rng.choice(size.corpus, size.depth, replace=False, shuffle=True)
            steps = rng.integers(1, 1_000, size.depth).cumsum()[::-1] / 1_000
            run.writelines(
                f"{case} Q0 {ids[chunk]} {rank} {score:.6f} bm25\n"
                for rank, (chunk, score) in enumerate(
                    zip(listed.tolist(), steps.tolist(), strict=True), start=1
                )
            )
            near = rng.choice(listed[: min(size.depth, 15)], LABELS - 1, replace=False)
            relevant = {*near.tolist(), int(rng.integers(size.corpus))}
            qrels.writelines(f"{case} 0 {ids[chunk]} {1 + chunk % 2}\n" for chunk in relevant)
    return files


def chunk_id(number: int) -> str:
    """The id of a chunk, as long as people's own are."""
    tier = "gold" if number % 17 == 0 else "silver"
    return f"{tier}_{DOMAINS[number % len(DOMAINS)]}_{number:03d}"
