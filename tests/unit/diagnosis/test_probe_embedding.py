"""Probe 6: what is left when nothing else explains it."""

from dataclasses import replace

from evalcore.diagnosis.probes import embedding
from evalcore.model.diagnosis import Answer, Finding, ProbeName
from evalcore.model.message import Message

from support.case_files import case_file, chunks, concluded

FOREIGN = "¿Cuántos asuetos disfruta cada empleado?"


def test_words_that_the_description_lacks_are_named():
    found = concluded(embedding, case_file(chunks(), question=FOREIGN))
    assert found.answer is Answer.SUSPECTED
    assert found.evidence["lacking"] == ["cuantos", "asuetos", "disfruta", "empleado"] or (
        found.evidence["lacking"] == ["asuetos", "disfruta", "empleado"]
    )


def test_it_is_confirmed_only_by_the_users_words_in_the_description():
    file = case_file(chunks(), question=FOREIGN)
    what = {"with_the_question's_words_in_its_description": 1}
    assert concluded(embedding, file, **what).answer is Answer.CONFIRMED
    apart = concluded(embedding, file, BM25_alone=1, vectors_alone=1)
    assert apart.answer is Answer.SUSPECTED
    assert apart.evidence["ranks"] == {"BM25 alone": 1, "vectors alone": 1}


def test_where_something_else_is_suspected_the_users_words_prove_nothing_and_are_not_asked():
    file = case_file(chunks(), question=FOREIGN)
    before = Finding(probe=ProbeName.LABELS, answer=Answer.SUSPECTED, sentence=Message("something"))
    buried = replace(file.buried[0], earlier=(before,))
    assert all(ask.change.chunk is None for ask in embedding.asks(file, buried))


def test_a_description_with_the_questions_words_is_said_to_have_them():
    found = concluded(embedding, case_file(chunks(), question="vacaciones anuales"))
    assert (found.answer, found.evidence["lacking"]) == (Answer.SUSPECTED, [])


def test_without_a_manifest_nothing_is_said():
    assert concluded(embedding, case_file(None)).answer is Answer.NO_DATA
