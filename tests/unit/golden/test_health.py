import pytest

from evalcore.golden.health import health_of
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Level, State

MANIFEST = Manifest(
    chunks=(
        Chunk(chunk_id="a", doc_id="d1", text="Treinta días naturales desde la entrega."),
        Chunk(chunk_id="b", doc_id="d2", text="El envío lo paga el cliente."),
    )
)
EXAM = Exam()


def state(*expected: Expected, requires_all: bool | None = None, exam: Exam = EXAM):
    case = Case(id="q", question="?", expected=expected, requires_all=requires_all)
    return health_of([case], MANIFEST, exam).state("q")


@pytest.mark.parametrize(
    ("expected", "seen"),
    [
        pytest.param([Expected(chunk_id="a")], None, id="there"),
        pytest.param([Expected(chunk_id="zz")], State.BROKEN, id="gone, no quote to tell by"),
        pytest.param(
            [Expected(chunk_id="zz", quote="días naturales")], State.BROKEN, id="re-chunked"
        ),
        pytest.param([Expected(chunk_id="zz", quote="mil euros")], State.LOST, id="fact gone"),
        pytest.param(
            [Expected(chunk_id="zz"), Expected(chunk_id="yy", quote="mil euros")],
            State.LOST,
            id="lost outweighs broken",
        ),
        pytest.param(
            [Expected(chunk_id="zz", grade=0), Expected(chunk_id="a")], None, id="grade 0"
        ),
        pytest.param(
            [Expected(chunk_id="a", group="g"), Expected(chunk_id="zz", group="g")],
            None,
            id="its any-of partner stands",
        ),
    ],
)
def test_a_gone_label_is_broken_or_lost_by_its_quote(expected, seen):
    assert state(*expected) is seen


def test_any_of_the_chunks_still_there_keeps_the_case_sound():
    gone, there = Expected(chunk_id="zz", quote="mil euros"), Expected(chunk_id="b")
    assert state(gone, there, requires_all=False) is None
    assert state(gone, there, requires_all=True) is State.LOST


def test_documents_are_looked_up_as_documents():
    exam = Exam(level=Level.DOCUMENT)
    assert state(Expected(chunk_id="d1"), exam=exam) is None
    assert state(Expected(chunk_id="a"), exam=exam) is State.BROKEN


def test_without_a_manifest_nothing_is_known_against_a_case():
    case = Case(id="q", question="?", expected=(Expected(chunk_id="zz"),))
    assert health_of([case], None, EXAM).state("q") is None


def test_a_quote_is_not_pieced_together_across_chunks():
    assert state(Expected(chunk_id="zz", quote="entrega. El envío")) is State.LOST


def test_a_manifest_without_texts_cannot_say_that_a_quote_is_gone():
    bare = Manifest(chunks=(Chunk(chunk_id="a"),))
    case = Case(id="q", question="?", expected=(Expected(chunk_id="zz", quote="mil euros"),))
    assert health_of([case], bare, EXAM).state("q") is State.BROKEN


TIERED = Manifest(
    chunks=(
        Chunk(chunk_id="s", text="Treinta días naturales.", tier="silver"),
        Chunk(chunk_id="g", text="La síntesis: mil euros.", tier="gold"),
    )
)


@pytest.mark.parametrize(
    ("label", "may_be_gold"),
    [
        pytest.param(Expected(chunk_id="zz", quote="mil euros"), True, id="its quote is in gold"),
        pytest.param(Expected(chunk_id="zz", quote="Treinta días"), False, id="its quote is not"),
        pytest.param(Expected(chunk_id="zz"), True, id="nothing tells"),
        pytest.param(Expected(chunk_id="zz", gold=False), False, id="its label tells"),
        pytest.param(
            Expected(chunk_id="zz", quote="Treinta días", gold=True), True, id="its label says gold"
        ),
    ],
)
def test_a_chunk_that_is_gone_may_have_been_gold_unless_something_tells(label, may_be_gold):
    case = Case(id="q", question="?", expected=(label,))
    health = health_of([case], TIERED, EXAM)
    assert health.state("q") is State.BROKEN
    assert ("q" in health.may_be_gold) is may_be_gold


def test_where_no_chunk_has_a_tier_the_flags_alone_tell_what_was_gold():
    case = Case(id="q", question="?", expected=(Expected(chunk_id="zz"),))
    assert health_of([case], MANIFEST, EXAM).may_be_gold == frozenset()
