"""What is compared with: pytrec_eval reads the same two files and scores five measures a case."""

from __future__ import annotations

import sys
from pathlib import Path

import pytrec_eval

MEASURES = {"recall.10", "P.10", "recip_rank", "ndcg_cut.10", "map"}


def main() -> None:
    """Score the labels and the run named on the command line; print the mean recall."""
    with Path(sys.argv[1]).open() as qrels:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), MEASURES)
    with Path(sys.argv[2]).open() as run:
        scored = evaluator.evaluate(pytrec_eval.parse_run(run))
    print(len(scored), sum(case["recall_10"] for case in scored.values()) / len(scored))


if __name__ == "__main__":
    main()
