"""What is compared with: ir_measures reads the same two files and scores five measures a case."""

from __future__ import annotations

import sys

import ir_measures
from ir_measures import AP, RR, P, R, nDCG

MEASURES = [R @ 10, P @ 10, RR, nDCG @ 10, AP]


def main() -> None:
    """Score the labels and the run named on the command line; print the mean recall."""
    qrels = list(ir_measures.read_trec_qrels(sys.argv[1]))
    run = ir_measures.read_trec_run(sys.argv[2])
    found = [
        one.value for one in ir_measures.iter_calc(MEASURES, qrels, run) if one.measure == R @ 10
    ]
    print(len(found), sum(found) / len(found))


if __name__ == "__main__":
    main()
