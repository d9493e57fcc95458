"""Damages of known kind, done to healthy indexes, and what the diagnosis calls them.

    python benchmarks/diagnosis.py                       all corpora, writes docs/diagnosis.md
    python benchmarks/diagnosis.py --short --json -      a small share, every row to the terminal

The same seed gives the same damages and the same page.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from damages.es_legal import divisions, es_legal
from damages.examined import damaged, undamaged
from damages.figures import Named, share, wrongly_confirmed
from damages.page import Measured, page
from damages.paragraphs import paragraphs
from damages.sample import by_words_alone, sample, strangers
from damages.scene import Scene
from damages.trial import Trial
from damages.variants import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
LAWS = DATA / "es_legal" / "sources"
XQUAD = DATA / "xquad_es" / "xquad.es.json"
SQUAD = DATA / "squad_es_v2" / "dev-v2.0-es_small.json.gz"
PAGE = ROOT / "docs" / "diagnosis.md"
SEED = 17
CORPORA = ("despacho", "es_legal", "es_legal_fresh", "xquad", "squad")
"""The fresh one is the same laws with other damages, drawn after the last look at any miss."""
FULL = {"most": 40, "spared": 250, "size": 20}
SHORT = {"most": 3, "spared": 30, "size": 20}


def main() -> None:
    """Measure, print the totals, and write the page or the figures."""
    asked = _options()
    amount = SHORT if asked.short else FULL
    with tempfile.TemporaryDirectory(prefix="unbury-damages-") as folder:
        cache = asked.cache or Path(folder)
        cache.mkdir(parents=True, exist_ok=True)
        scenes = _scenes(asked.corpora, cache, short=asked.short)
        parts = [_measure(scene, amount, short=asked.short) for scene in scenes]
    named = [row for rows, _ in parts for row in rows]
    offered = {rows[0].corpus: tried for rows, tried in parts}
    print(_summary(named))
    if asked.json:
        _write_json(asked.json, named)
    if not asked.short and set(offered) == set(CORPORA):
        measured = Measured(named=named, offered=offered, seed=SEED, most=amount["most"])
        PAGE.write_text(page(measured), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="a few of each variant")
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=CORPORA)
    parser.add_argument("--json", help="write every row here too; - to print it")
    parser.add_argument("--cache", type=Path, help="keep vectors in this folder")
    return parser.parse_args()


def _scenes(names: Sequence[str], cache: Path, *, short: bool) -> list[Scene]:
    """The corpora; in short without vectors, so that nothing is embedded."""
    scenes = []
    if "despacho" in names:
        office = sample(ROOT / "sample_runs" / "despacho", cache)
        scenes.append(by_words_alone(office) if short else office)
    places = {"es_legal": LAWS, "es_legal_fresh": LAWS, "xquad": XQUAD, "squad": SQUAD}
    for name, place in places.items():
        if name in names and place.exists():
            laws = place == LAWS
            scenes.append(
                replace(es_legal(place, cache), name=name)
                if laws
                else paragraphs(name, place, cache)
            )
        elif name in names:
            print(f"{name} is left out: there is no {place}")
    return scenes


def _measure(
    scene: Scene, amount: dict[str, int], *, short: bool
) -> tuple[list[Named], dict[str, int]]:
    """Every row of one corpus; in short, damages of all variants share few indexes."""
    rng = random.Random(f"{SEED} {scene.name}")  # noqa: S311  # a seed, not a secret
    trial = Trial(scene=scene, most=amount["most"], size=amount["size"], rng=rng)
    rows: list[Named] = []
    for variants in [VARIANTS] if short else [[variant] for variant in VARIANTS]:
        started = time.perf_counter()
        found = list(damaged(trial, variants))
        rows += found
        _progress(scene, "everything" if short else variants[0].name, found, started)
    started = time.perf_counter()
    spared = undamaged(scene, _far_questions(scene, rng), rng, amount["spared"])
    _progress(scene, "nothing", spared, started)
    return rows + spared, trial.offered


def _far_questions(scene: Scene, rng: random.Random) -> list[Any]:
    if scene.name.startswith("es_legal"):
        return [*divisions(scene), *scene.golden.cases]
    each = 6 if scene.name == "despacho" else 1
    return list(strangers(scene, rng, each=each))


def _progress(scene: Scene, variant: str, rows: Sequence[Named], started: float) -> None:
    seconds = time.perf_counter() - started
    print(f"{scene.name:9} {variant:28} {share(rows)}  {seconds:.1f} s", flush=True)


def _summary(named: Sequence[Named]) -> str:
    done = [row for row in named if row.kind is not None]
    spared = [row for row in named if row.kind is None]
    wrong = wrongly_confirmed(spared)
    return (
        f"{len(done)} damages, named {share(done)}\n"
        f"{len(spared)} failures without damage, {len(wrong)} wrongly confirmed"
    )


def _write_json(target: str, named: Sequence[Named]) -> None:
    text = json.dumps({"seed": SEED, "rows": [asdict(row) for row in named]}, ensure_ascii=False)
    if target == "-":
        print(text)
    else:
        Path(target).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
