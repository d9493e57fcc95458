"""Near-copies of an expected chunk are told apart from noise."""

from evalcore.diagnosis.redundant import redundant_neighbours
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Level

SAYS = "La dieta nacional completa de un técnico asciende a noventa euros por cada día de viaje"
AGAIN = "Por cada día de viaje, la dieta nacional completa de un técnico asciende a noventa euros"
MANIFEST = Manifest(
    chunks=(
        Chunk(chunk_id="expected", text=SAYS),
        Chunk(chunk_id="copy", text=AGAIN),
        Chunk(chunk_id="other", text="Las vacaciones se piden con dos meses de antelación"),
        Chunk(chunk_id="bare"),
        Chunk(chunk_id="marked", text=SAYS),
    )
)
CASE = Case(
    id="q",
    question="?",
    expected=(Expected(chunk_id="expected"), Expected(chunk_id="marked", grade=0)),
)


def found(*results, exam=None):
    return list(redundant_neighbours(3, CASE, results, MANIFEST, exam or Exam()))


def test_a_result_that_says_the_same_in_another_order_is_redundant():
    (one,) = found("other", "copy", "expected")
    assert (one.case, one.rank, one.chunk_id, one.like) == (3, 2, "copy", "expected")
    assert one.likeness >= 0.9


def test_other_texts_labels_and_chunks_without_text_are_not():
    assert found("other", "expected", "marked", "bare", "unknown") == []


def test_documents_are_not_compared():
    assert found("copy", exam=Exam(level=Level.DOCUMENT)) == []
