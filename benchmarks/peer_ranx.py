"""What is compared with: ranx reads the same two files and scores five measures a case."""

from __future__ import annotations

import sys

from ranx import Qrels, Run, evaluate

MEASURES = ["recall@10", "precision@10", "mrr", "ndcg@10", "map"]


def main() -> None:
    """Score the labels and the run named on the command line; print the mean recall."""
    qrels = Qrels.from_file(sys.argv[1], kind="trec")
    run = Run.from_file(sys.argv[2], kind="trec")
    scored = evaluate(qrels, run, MEASURES, return_mean=False)
    print(len(scored["recall@10"]), scored["recall@10"].mean())


if __name__ == "__main__":
    main()
