from evalcore.golden.domains import misspelt, with_domains
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Level

MANIFEST = Manifest(
    chunks=(
        Chunk(chunk_id="a", doc_id="d", domain="legal"),
        Chunk(chunk_id="b", doc_id="d", domain="legal"),
        Chunk(chunk_id="c", doc_id="e", domain="travel"),
        Chunk(chunk_id="n"),
    )
)


def domain(*chunk_ids, own=None, exam=None, grade=1):
    expected = tuple(Expected(chunk_id=one, grade=grade) for one in chunk_ids)
    golden = GoldenSet(name="g", cases=(Case(id="q", question="?", expected=expected, domain=own),))
    return with_domains(golden, MANIFEST, exam or Exam()).cases[0].domain


def test_a_case_without_a_domain_takes_that_of_its_chunks():
    assert domain("a", "b") == "legal"
    assert domain("a", "n") == "legal"
    assert domain("d", exam=Exam(level=Level.DOCUMENT)) == "legal"


def test_a_domain_that_was_said_stays():
    assert domain("a", own="other") == "other"


def test_chunks_of_two_domains_or_none_give_no_domain():
    assert domain("a", "c") is None
    assert domain("n") is None
    assert domain("gone") is None


def test_only_relevant_chunks_give_their_domain():
    assert domain("a", grade=0) is None


def test_without_a_manifest_the_golden_set_is_the_same():
    golden = GoldenSet(name="g", cases=(Case(id="q", question="?"),))
    assert with_domains(golden, None, Exam()) is golden


def test_b53_a_domain_that_only_looks_like_one_of_the_cases_is_named():
    cases = [Case(id="q", question="?", domain="legal")]
    assert [(d, twin.id) for d, twin in misspelt(["Legal", "legal", "faq"], cases)] == [
        ("Legal", "legal")
    ]
