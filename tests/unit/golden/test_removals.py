"""Lost is what vanished without a word; what was declared removed is to be retired."""

import pytest

from evalcore.golden.health import health_of
from evalcore.model.case import Case, Expected
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest, Removal
from evalcore.model.words import State

GONE = Expected(chunk_id="zz", doc_id="d9", quote="mil euros al mes")
CHUNKS = (
    Chunk(chunk_id="a", doc_id="d1", text="Treinta días naturales desde", position=1),
    Chunk(chunk_id="b", doc_id="d1", text="la entrega del pedido.", position=2),
)


def health(*expected, removals=(), requires_all=None):
    case = Case(id="q", question="?", expected=expected, requires_all=requires_all)
    return health_of([case], Manifest(chunks=CHUNKS, removals=removals), Exam())


@pytest.mark.parametrize(
    "removal",
    [Removal(reason="derogado", doc_id="d9"), Removal(reason="derogado", chunk_id="zz")],
    ids=["document", "chunk"],
)
def test_a_declared_removal_makes_the_case_broken_not_lost(removal):
    assert health(GONE).state("q") is State.LOST
    told = health(GONE, removals=(removal,))
    assert told.state("q") is State.BROKEN
    assert told.removed == {"q"}


def test_the_removal_of_something_else_excuses_nothing():
    other = Removal(reason="derogado", doc_id="d8")
    assert health(GONE, removals=(other,)).state("q") is State.LOST


def test_one_declaration_does_not_excuse_the_loss_of_an_any_of_partner():
    partner = Expected(chunk_id="yy", doc_id="d7", quote="otra cosa que se perdió")
    removal = Removal(reason="derogado", doc_id="d9")
    told = health(GONE, partner, removals=(removal,), requires_all=False)
    assert told.state("q") is State.LOST
    assert told.removed == frozenset()


@pytest.mark.parametrize(
    ("quote", "state"),
    [
        pytest.param("días naturales desde la entrega", State.BROKEN, id="cut between neighbours"),
        pytest.param("TREINTA  días naturales", State.BROKEN, id="typeset anew"),
        pytest.param("einta días naturales", State.LOST, id="half a word is no quote"),
    ],
)
def test_a_fact_that_a_new_cut_runs_through_is_not_lost(quote, state):
    assert health(Expected(chunk_id="zz", doc_id="d1", quote=quote)).state("q") is state


def test_a_figure_inside_a_longer_one_is_no_proof_that_the_fact_is_there():
    chunk = Chunk(chunk_id="c", doc_id="d1", text="Son 15 días.")
    case = Case(id="q", question="?", expected=(Expected(chunk_id="zz", quote="5 días"),))
    assert health_of([case], Manifest(chunks=(chunk,)), Exam()).state("q") is State.LOST
