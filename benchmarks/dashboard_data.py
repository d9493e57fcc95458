"""A seeded exam of many cases with a little of everything: the golden set, and two runs of it.

The labels say domain, category, difficulty, type and source. Of the first run, one case in
twelve fails, twice as many in one domain. Of the second, every tenth list had newcomers pushed
in at its top: some cases that passed now fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import numpy as np
import numpy.typing as npt
import orjson
from trec_data import DOMAINS, Size, chunk_id

SEED = 11
EXPECTED = 2
FAILING, WEAK, WEAK_DOMAIN = 1 / 12, 1 / 6, "viajes"
NEWCOMERS, CHANGED = 8, 10
KINDS = ("procedimiento", "importe", "plazo", "definición", "excepción", "comparación")
DIFFICULTIES = ("baja", "media", "alta")
TYPES = ("factual", "numeric", "codes", "temporal")
SOURCES = ("logs", "expert", "synthetic")


@dataclass(frozen=True, slots=True)
class ExamFiles:
    """Where the golden set and the two runs are."""

    golden: Path
    before: Path
    after: Path


def write_exam(folder: Path, size: Size) -> ExamFiles:
    """The three files. Scores fall along the ranks, without ties."""
    folder.mkdir(parents=True, exist_ok=True)
    files = ExamFiles(folder / "golden.jsonl", folder / "before.trec", folder / "after.trec")
    rng = np.random.default_rng(SEED)
    ids = [chunk_id(number) for number in range(size.corpus)]
    with (
        files.golden.open("wb") as golden,
        files.before.open("w") as before,
        files.after.open("w") as after,
    ):
        for number in range(size.cases):
            domain = DOMAINS[number % len(DOMAINS)]
            drawn = rng.choice(size.corpus, size.depth + NEWCOMERS, replace=False).tolist()
            listed, new = drawn[: size.depth], drawn[size.depth :]
            share = WEAK if domain == WEAK_DOMAIN else FAILING
            places = _places(rng, size.depth, fails=rng.random() < share)
            expected = [ids[listed[place]] for place in places]
            golden.write(orjson.dumps(_case(number, domain, expected)) + b"\n")
            scores = (rng.integers(1, 1_000, size.depth).cumsum()[::-1] / 1_000).tolist()
            case = f"caso_{number:06d}"
            then = [ids[chunk] for chunk in listed]
            _write_list(before, case, then, scores)
            changed = number % CHANGED == 0
            now = [*then[:1], *(ids[c] for c in new), *then[1:]][: size.depth] if changed else then
            _write_list(after, case, now, scores)
    return files


def _places(rng: np.random.Generator, depth: int, *, fails: bool) -> npt.NDArray[np.int64]:
    """Where the expected chunks stand: at the top, or one of them below the cutoff."""
    top = min(5, depth - 1)
    places = rng.choice(top, EXPECTED, replace=False)
    if fails:
        places[0] = rng.integers(min(10, depth - 1), depth)
    return places


def _case(number: int, domain: str, expected: Sequence[str]) -> dict[str, object]:
    kind = KINDS[number // len(DOMAINS) % len(KINDS)]
    return {
        "id": f"caso_{number:06d}",
        "question": f"¿Qué dice la norma de {domain} sobre el {kind} número {number}?",
        "expected": list(expected),
        "domain": domain,
        "category": kind,
        "difficulty": DIFFICULTIES[number // 7 % len(DIFFICULTIES)],
        "type": TYPES[number // 11 % len(TYPES)],
        "source": SOURCES[number // 13 % len(SOURCES)],
    }


def _write_list(file: TextIO, case: str, chunks: Sequence[str], scores: Sequence[float]) -> None:
    file.writelines(
        f"{case} Q0 {chunk} {rank} {score:.6f} bm25\n"
        for rank, (chunk, score) in enumerate(zip(chunks, scores, strict=True), start=1)
    )
