"""Labels and rankings from plain dictionaries, as other evaluators take them."""

from __future__ import annotations

import gzip
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.model.case import Case, Expected
from evalcore.model.ranking import Ranking, Rankings

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data():
    if not DATA.is_dir():
        pytest.skip("the shared collections are not beside this project")
    return DATA


def as_trec(run):
    """Order of trec_eval: falling scores, ties by falling id in byte order."""
    by_id = sorted(run.items(), key=lambda pair: pair[0].encode(), reverse=True)
    ordered = sorted(by_id, key=lambda pair: pair[1], reverse=True)
    return Ranking(
        chunk_ids=tuple(c for c, _ in ordered), scores=tuple(float(s) for _, s in ordered)
    )


def measure_dicts(qrels, run, exam, *, order=as_trec):
    """Measures of the questions of ``qrels`` over ``run``, both {question: {chunk: number}}."""
    cases = [
        Case(
            id=question,
            question="?",
            expected=tuple(Expected(chunk_id=c, grade=g) for c, g in grades.items()),
        )
        for question, grades in qrels.items()
    ]
    rankings = Rankings.pack((question, order(results)) for question, results in run.items())
    return measure(labels_of(cases), rankings, exam, Fraction(9, 10))


def read_qrels(path):
    qrels = defaultdict(dict)
    for line in path.read_text().splitlines():
        question, _, chunk, grade = line.split()[:4]
        qrels[question][chunk] = int(grade)
    return dict(qrels)


def read_run(path):
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    run = defaultdict(dict)
    for line in text.splitlines():
        question, _, chunk, _, score = line.split()[:5]
        run[question][chunk] = float(score)
    return dict(run)


class Tools:
    as_trec = staticmethod(as_trec)
    measure_dicts = staticmethod(measure_dicts)
    read_qrels = staticmethod(read_qrels)
    read_run = staticmethod(read_run)


@pytest.fixture(scope="session")
def tools():
    return Tools
