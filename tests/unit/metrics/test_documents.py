"""Chunk rankings read as document rankings."""

from __future__ import annotations

from fractions import Fraction

from evalcore.metrics.documents import to_documents
from evalcore.metrics.labels import labels_of
from evalcore.metrics.measure import measure
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.words import Level

DOC_OF = {"d1#1": "d1", "d1#2": "d1", "d2#1": "d2"}


def packed():
    first = Ranking(chunk_ids=("d2#1", "d1#2", "d1#1", "loose"), scores=(4.0, 3.0, 2.0, 1.0))
    return Rankings.pack([("q", first), ("r", Failure("timeout"))])


def test_every_chunk_is_named_by_its_document_in_its_own_slot_b12():
    there = to_documents(packed(), DOC_OF).of("q")
    assert there.chunk_ids == ("d2", "d1", "d1", "loose")
    assert there.scores == (4.0, 3.0, 2.0, 1.0)


def test_failures_stay_failures():
    assert to_documents(packed(), DOC_OF).of("r") == Failure("timeout")


def test_a_document_has_the_rank_of_its_first_chunk_b12():
    labels = labels_of([Case(id="q", question="?", expected=(Expected(chunk_id="d1"),))])
    exam = Exam(cutoff=3, level=Level.DOCUMENT)
    measured = measure(labels, to_documents(packed(), DOC_OF), exam, Fraction(9, 10))
    assert measured.rr.at(0) == Fraction(1, 2)
    assert measured.recall.at(0) == 1
    assert measured.precision.at(0) == Fraction(1, 3)
    assert measured.noise.at(0) == Fraction(1, 3)
