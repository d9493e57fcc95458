from evalcore.golden.case_batches import case_batches
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Level

MANIFEST = Manifest(
    chunks=(
        Chunk(chunk_id="a", doc_id="d", batch="one"),
        Chunk(chunk_id="b", doc_id="d", batch="two"),
        Chunk(chunk_id="c", doc_id="e"),
    )
)


def asking(*expected):
    return (Case(id="q", question="?", expected=expected),)


def test_a_case_leans_on_every_batch_that_brought_an_expected_chunk():
    cases = asking(Expected(chunk_id="b"), Expected(chunk_id="a"), Expected(chunk_id="c"))
    assert case_batches(cases, MANIFEST, Exam()) == (("two", "one"),)


def test_a_chunk_judged_not_relevant_says_nothing():
    cases = asking(Expected(chunk_id="b", grade=0), Expected(chunk_id="a"))
    assert case_batches(cases, MANIFEST, Exam()) == (("one",),)


def test_labels_that_name_documents_lean_on_the_batches_of_their_chunks():
    exam = Exam(level=Level.DOCUMENT)
    assert case_batches(asking(Expected(chunk_id="d")), MANIFEST, exam) == (("one", "two"),)


def test_without_a_manifest_nothing_is_known():
    assert case_batches(asking(Expected(chunk_id="a")), None, Exam()) == ((),)
