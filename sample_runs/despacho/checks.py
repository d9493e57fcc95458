"""What must hold of the sample: manifests current, quotes literal, counts as the seeds ask."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

Case = Mapping[str, Any]

FEWEST_DOCUMENTS, FEWEST_CHUNKS, FEWEST_DOMAINS = 60, 400, 5
FEWEST_CASES, FEWEST_COUNTED = 70, 50
NO_ANSWER_SHARE = (0.10, 0.20)
BLIND_SHARE = (0.20, 0.30)
LARGEST_MANIFESTS = 6_000_000
FRIDAY_DOCUMENTS = 80
FRIDAY = date(2026, 11, 27)
FRESH_DAYS = 182
KINDS = {"numeric", "multi-hop", "ambiguous", "codes", "temporal", "out-of-scope", "no-answer"}


def findings(folder: Path, made: Mapping[str, str]) -> list[str]:
    """Everything that does not hold, one line each; empty when the sample is sound."""
    cases = [json.loads(line) for line in _lines(folder / "golden.jsonl")]
    states = {name: _chunks(text) for name, text in made.items()}
    first = next(iter(states.values()))
    return [
        *stale(folder, made),
        *_sizes(made, first),
        *_friday(made),
        *_composition(cases),
        *_dates(cases),
        *(finding for name, chunks in states.items() for finding in _quotes(name, chunks, cases)),
    ]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _chunks(text: str) -> dict[str, Mapping[str, Any]]:
    return {chunk["chunk_id"]: chunk for chunk in map(json.loads, text.splitlines()[1:])}


def stale(folder: Path, made: Mapping[str, str]) -> Iterator[str]:
    """The files whose committed text is not the one made anew."""
    for name, text in made.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != text.encode():
            yield f"{name} is not what the corpus gives: run build.py and commit it"


def _sizes(made: Mapping[str, str], chunks: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    counted = {
        "documents": (len({chunk["doc_id"] for chunk in chunks.values()}), FEWEST_DOCUMENTS),
        "chunks": (len(chunks), FEWEST_CHUNKS),
        "domains": (len({chunk["domain"] for chunk in chunks.values()}), FEWEST_DOMAINS),
    }
    for what, (count, fewest) in counted.items():
        if count < fewest:
            yield f"the first state has {count} {what}, at least {fewest} are meant"
    size = sum(len(text.encode()) for text in made.values())
    if size > LARGEST_MANIFESTS:
        yield f"the manifests are {size} bytes together, at most {LARGEST_MANIFESTS} are meant"


def _friday(made: Mapping[str, str]) -> Iterator[str]:
    newest = json.loads(made["manifests/friday.jsonl"].split("\n", 1)[0])["batches"][-1]
    if (newest["accepted"], newest["rejected"]) != (FRIDAY_DOCUMENTS, 0):
        yield f"Friday's ingest is {newest}, 80 accepted and 0 rejected are meant"


def _composition(cases: Sequence[Case]) -> Iterator[str]:
    if len(cases) < FEWEST_CASES:
        yield f"the golden set has {len(cases)} cases, at least {FEWEST_CASES} are meant"
    if len({case["id"] for case in cases}) != len(cases):
        yield "two cases have the same id"
    counted = sum(not case.get("ciego") and "comportamiento" not in case for case in cases)
    if counted < FEWEST_COUNTED:
        yield f"{counted} visible cases count, at least {FEWEST_COUNTED} are meant"
    without = sum(case.get("comportamiento") == "abstain" for case in cases)
    yield from _share("cases without answer", without / len(cases), NO_ANSWER_SHARE)
    blind = sum(bool(case.get("ciego")) for case in cases)
    yield from _share("blind cases", blind / len(cases), BLIND_SHARE)
    for missing in sorted(KINDS - {case["tipo"] for case in cases}):
        yield f"no case is of type {missing}"
    if not any(case.get("vocabulario_usuario") for case in cases):
        yield "no case has the users' own vocabulary"


def _share(what: str, share: float, span: tuple[float, float]) -> Iterator[str]:
    low, high = span
    if not low <= share <= high:
        yield f"{what}: {share:.1%}, between {low:.0%} and {high:.0%} are meant"


def _dates(cases: Sequence[Case]) -> Iterator[str]:
    for case in cases:
        annotated = date.fromisoformat(case["fecha_anotacion"])
        verified = date.fromisoformat(case["verificado_contra_corpus"])
        if not annotated <= verified <= FRIDAY or (FRIDAY - annotated).days > FRESH_DAYS:
            yield f"{case['id']} was annotated on {annotated} and verified on {verified}"


def _quotes(
    state: str, chunks: Mapping[str, Mapping[str, Any]], cases: Sequence[Case]
) -> Iterator[str]:
    for case in cases:
        for expected in case["fragmentos_relevantes"]:
            chunk = chunks.get(expected["chunk_id"])
            if chunk is None or chunk["doc_id"] != expected["doc_id"]:
                yield f"{state}: {case['id']} expects {expected['chunk_id']}, which is not there"
            elif expected["cita"] not in chunk["text"]:
                yield f"{state}: {case['id']} quotes what {expected['chunk_id']} does not say"
