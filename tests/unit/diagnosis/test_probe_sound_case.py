"""Probe 0: a label is called wrong only where the manifest proves it."""

from dataclasses import replace
from datetime import date

import pytest

from evalcore.diagnosis.probes import sound_case
from evalcore.model.diagnosis import Answer

from support.case_files import case_file, chunk, chunks, concluded


def said(file):
    return concluded(sound_case, file)


@pytest.mark.parametrize(
    ("wanted", "quote", "answer"),
    [
        pytest.param("c0", None, Answer.RULED_OUT, id="no quote to look for"),
        pytest.param("c0", "vacaciones ANUALES, laborables", Answer.RULED_OUT, id="folded"),
        pytest.param("gone", None, Answer.CONFIRMED, id="not in the manifest"),
        pytest.param("c0", "salario base", Answer.RULED_OUT, id="in the neighbour: cut, not wrong"),
        pytest.param("c0", "huelga servicios mínimos", Answer.CONFIRMED, id="in another chunk"),
        pytest.param("c0", "nobody wrote this", Answer.CONFIRMED, id="nowhere"),
    ],
)
def test_the_label_is_read_against_the_manifest(wanted, quote, answer):
    assert said(case_file(chunks(), wanted, quote=quote)).answer is answer


def test_an_id_with_a_twin_names_it():
    found = said(case_file(chunks(), "C0"))
    assert found.answer is Answer.CONFIRMED
    assert (found.evidence["twin"], found.evidence["kind"]) == ("c0", "letter case")


def test_a_chunk_that_is_gone_says_where_its_quote_stands_now():
    found = said(case_file(chunks(), "gone", quote="huelga servicios mínimos"))
    assert found.evidence["quote_in"] == ["c11"]


def test_without_a_manifest_nothing_is_said():
    assert said(case_file(None)).answer is Answer.NO_DATA


def old_and_new(**heir):
    old = {"title": "Convenio 2022: Vacaciones", "valid_to": date(2025, 12, 31)}
    old |= {"valid_from": date(2022, 1, 1), "position": 1}
    new = {"title": "Convenio 2026: Vacaciones", "doc_id": "convenio-2026", "position": 1}
    new |= {"text": chunk(0).text, "valid_from": date(2026, 1, 1), **heir}
    return [*chunks({0: old}), chunk(20, **new)]


def test_an_expired_chunk_with_a_successor_is_an_outdated_case():
    found = said(case_file(old_and_new()))
    assert found.answer is Answer.SUSPECTED
    assert found.evidence["successor"] == "c20"


@pytest.mark.parametrize(
    "heir",
    [
        pytest.param({"valid_from": date(2025, 1, 1)}, id="began before the old one ended"),
        pytest.param({"valid_to": date(2026, 2, 1)}, id="ended itself"),
        pytest.param({"title": "Convenio 2026: Huelga"}, id="of another matter"),
    ],
)
def test_an_expired_chunk_without_a_successor_is_the_labels_question(heir):
    assert said(case_file(old_and_new(**heir))).answer is Answer.RULED_OUT


def test_an_open_disagreement_is_suspected_with_both_views():
    file = case_file(chunks(), "c0")
    told = [
        {"por": "Ana", "comportamiento": "answer", "fragmentos": {"c0": 3}},
        {"por": "Luis", "comportamiento": "abstain", "fragmentos": {}},
    ]
    case = replace(file.case, extra={"desacuerdo": told})
    found = said(replace(file, case=case))
    assert found.answer is Answer.SUSPECTED
    assert found.evidence["views"] == ["Ana · answer · c0=3", "Luis · abstain"]
