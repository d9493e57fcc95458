"""Probe 2: a description is blamed only where it is missing or says nothing of its chunk."""

import pytest

from evalcore.diagnosis.probes import description
from evalcore.model.diagnosis import Answer

from support.case_files import case_file, chunk, chunks, concluded


def told(text, number=0, **facts):
    members = chunks({number: {"representation": text}})
    return concluded(description, case_file(members, f"c{number}", **facts))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param("", "empty", id="empty"),
        pytest.param(None, "empty", id="not said where others are"),
        pytest.param("  \n", "empty", id="blank"),
        pytest.param("—", "empty", id="a sign is no word"),
        pytest.param("2.900 40.600 2.465 34.510 €", "figures", id="figures"),
        pytest.param("Fragmento con información.", "generic", id="says nothing"),
        pytest.param("Regula según norma interna.", "generic", id="words of all"),
    ],
)
def test_a_description_that_says_nothing_is_a_fault(text, fault):
    found = told(text)
    assert (found.answer, found.evidence["fault"]) == (Answer.SUSPECTED, fault)


def test_sound_descriptions_have_no_fault():
    found = [concluded(description, case_file(chunks(), f"c{n}")).answer for n in range(12)]
    assert set(found) == {Answer.RULED_OUT}


def test_short_and_telling_is_no_fault():
    assert told("Vacaciones anuales en verano.").answer is Answer.RULED_OUT


def test_the_same_description_over_texts_that_differ_is_a_fault():
    same = {"representation": "Texto de referencia sobre asuntos laborales del despacho completo"}
    members = chunks(dict.fromkeys(range(5), same))
    found = concluded(description, case_file(members, "c0"))
    assert found.evidence["fault"] == "copied"
    assert found.evidence["same_description"] == ["c1", "c2", "c3", "c4"]


def test_the_description_of_another_chunk_names_it():
    bare = {"title": None, "text": "Descanso de verano.", "representation": chunk(5).representation}
    found = concluded(description, case_file(chunks({0: bare}), "c0"))
    assert (found.evidence["fault"], found.evidence["described"]) == ("of_another", "c5")


def test_the_draft_is_written_as_the_others_are_and_from_heading_and_columns():
    file = case_file(chunks({0: {"representation": ""}}), "c0")
    drafts = [ask.change.chunk.representation for ask in description.asks(file, file.buried[0])]
    assert drafts[0] == chunk(0).representation
    assert all(
        chunk(0).text == ask.change.chunk.text for ask in description.asks(file, file.buried[0])
    )


@pytest.mark.parametrize(
    ("rank", "answer"),
    [(1, Answer.CONFIRMED), (2, Answer.CONFIRMED), (3, Answer.SUSPECTED), (None, Answer.SUSPECTED)],
)
def test_confirmed_means_a_written_description_surfaces_it(rank, answer):
    file = case_file(chunks({0: {"representation": ""}}), "c0", cutoff=2)
    assert concluded(description, file, rest=rank).answer is answer


def test_what_cannot_be_tried_stays_suspected():
    assert told("").evidence["undone"] == "could not be tried"


def test_without_any_descriptions_a_foreign_index_gives_no_data():
    members = [chunk(n, representation=None) for n in range(12)]
    assert concluded(description, case_file(members, retriever={})).answer is Answer.NO_DATA
    own = concluded(description, case_file(members))
    assert own.answer is Answer.SUSPECTED, "this suite's index holds nothing else"
