"""False alarms and power of the symptom table, over runs whose failures are drawn.

    python benchmarks/symptoms.py                    2,000 runs a trial, writes docs/symptoms.md
    python benchmarks/symptoms.py --runs 200 --json  fewer, figures to the terminal, no page

The same seed gives the same page.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from symptom_trials.golden_sets import of_the_sample
from symptom_trials.page import Trials, page, told
from symptom_trials.trials import (
    confounded_domains,
    false_alarms,
    found_domains,
    made_sets,
)

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "symptoms.md"
SEED, RUNS = 17, 2_000


def main() -> None:
    """Run every trial; print the figures, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=RUNS, help="runs of each trial")
    parser.add_argument("--json", action="store_true", help="print the figures, write no page")
    asked = parser.parse_args()
    trials = run(asked.runs)
    if asked.json:
        print(json.dumps(_plain(trials)))
        return
    for name, counts in (("false alarms", trials.alarms), ("domain found", trials.found)):
        for kind, count in counts.items():
            print(f"{name}, {kind}: {told(count.hits, count.runs)}")
    PAGE.write_text(page(trials, "python benchmarks/symptoms.py"), encoding="utf-8")


def run(runs: int) -> Trials:
    """All trials with so many runs each, from the one seed."""
    sample = of_the_sample(ROOT / "sample_runs" / "despacho")
    kinds = {"the sample's set": lambda _: sample, "drawn sets": made_sets}
    streams = iter(np.random.default_rng(SEED).spawn(7))
    return Trials(
        seed=SEED,
        alarms={name: false_alarms(next(streams), runs, it) for name, it in kinds.items()},
        found={
            name: found_domains(next(streams), runs, it, hardest=False)
            for name, it in kinds.items()
        },
        hardest={
            name: found_domains(next(streams), runs, it, hardest=True) for name, it in kinds.items()
        },
        confounded=confounded_domains(next(streams), runs),
    )


def _plain(trials: Trials) -> dict[str, object]:
    parts = {"alarms": trials.alarms, "found": trials.found, "hardest": trials.hardest}
    told_of = {
        name: {kind: [count.hits, count.runs] for kind, count in counts.items()}
        for name, counts in parts.items()
    }
    one = trials.confounded
    return {**told_of, "confounded": {"numeric": [one.numeric, one.runs]}}


if __name__ == "__main__":
    main()
