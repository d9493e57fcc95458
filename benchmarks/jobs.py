"""Whole jobs from start to exit: a suite run, failures diagnosed, two large runs compared."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from dashboard_data import write_exam
from section import Ground, Section
from trec_data import SIZES
from whole_process import Measure, as_installed, run_process

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "sample_runs" / "despacho"
MANIFEST = SAMPLE / "manifests" / "friday.jsonl"
CASES, WRONG = 500, 100
WORDS = 9
VERDICTS = (0, 1, 3, 4)


def section(ground: Ground) -> Section:
    """A row a job, each a process of its own, once."""
    environment = as_installed(ground.folder / "bytecode")
    cases, wrong = (50, 10) if ground.short else (CASES, WRONG)
    unbury = [sys.executable, "-m", "evalcore"]
    suite, db = _suite(ground.folder / "jobs", cases, wrong), ground.folder / "jobs.db"
    run = run_process(
        [*unbury, "run", str(suite), "--db", str(db)], environment=environment, allowed=VERDICTS
    )
    diagnosed = run_process(
        [*unbury, "diagnose", "latest", "--db", str(db)], environment=environment
    )
    compared = run_process(
        [*unbury, "compare", "before", "after", "--json", "--db", str(two_runs(ground))],
        environment=environment,
        allowed=VERDICTS,
    )
    size = SIZES[ground.large]
    rows = [
        [f"`unbury run`: {cases} cases, embedded index (words and vectors)", *_figures(run)],
        [f"`unbury diagnose`: at least {wrong} failures of that run", *_figures(diagnosed)],
        [
            f"`unbury compare --json`: two runs of {size.cases:,} x {size.depth}",
            *_figures(compared),
        ],
    ]
    return Section(
        title="Whole jobs",
        text="Each as a process of its own, from start to exit, once. The questions of the first "
        "are passages of the sample's chunks, embedded anew; a fifth of them expect a chunk they "
        "do not speak of, so that they fail and every probe of the diagnosis is asked. The "
        "comparison makes 10,000 permutations a measure.",
        columns=("job", "wall", "CPU", "peak memory"),
        rows=rows,
    )


def two_runs(ground: Ground) -> Path:
    """A database with two large runs, labelled before and after; made when first asked for."""
    db = ground.folder / "two.db"
    if not db.exists():
        exam = write_exam(ground.folder / "exam", SIZES[ground.large])
        environment = as_installed(ground.folder / "bytecode")
        for label, rankings in (("before", exam.before), ("after", exam.after)):
            unbury = [sys.executable, "-m", "evalcore", "import", "--db", str(db)]
            brought = ["--golden", str(exam.golden), "--rankings", str(rankings)]
            command = [*unbury, *brought, "--label", label]
            run_process(command, environment=environment, allowed=VERDICTS)
    return db


def _suite(folder: Path, cases: int, wrong: int) -> Path:
    """The sample's suite over questions of our own."""
    folder.mkdir(parents=True, exist_ok=True)
    golden = folder / "golden.jsonl"
    golden.write_bytes(b"".join(orjson.dumps(one) + b"\n" for one in _questions(cases, wrong)))
    text = (SAMPLE / "suite.toml").read_text(encoding="utf-8").partition("[judge]")[0]
    places = {
        "golden.jsonl": golden,
        "manifests/green.jsonl": MANIFEST,
        "policy.toml": SAMPLE / "policy.toml",
        "vectors.npz": SAMPLE / "vectors.npz",
    }
    for name, place in places.items():
        text = text.replace(json.dumps(name), json.dumps(str(place)))
    suite = folder / "suite.toml"
    suite.write_text(text, encoding="utf-8")
    return suite


def _questions(cases: int, wrong: int) -> Iterator[dict[str, Any]]:
    """A passage of a chunk as question; the first ``wrong`` expect the chunk half way round."""
    lines = MANIFEST.read_bytes().splitlines()
    chunks = [one for one in map(orjson.loads, lines) if one.get("text")]
    for number in range(cases):
        chunk = chunks[number % len(chunks)]
        words = re.findall(r"\w+", chunk["text"])
        start = min(len(words) // 3, 12)
        far = chunks[(number + len(chunks) // 2) % len(chunks)]
        yield {
            "id": f"q{number:03d}",
            "question": f"¿{' '.join(words[start : start + WORDS])}?",
            "expected": [far["chunk_id"] if number < wrong else chunk["chunk_id"]],
        }


def _figures(one: Measure) -> list[str]:
    return [f"{one.wall:.1f} s", f"{one.cpu:.1f} s", f"{one.peak:,.0f} MB"]
