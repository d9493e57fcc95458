"""The annotation page: what waits, four decisions in order, blind to the first, signed."""

import json
from dataclasses import replace
from datetime import date

import pytest

from evalcore.formats.golden import read_golden
from evalcore.model.case import Expected
from evalcore.model.words import Behaviour, CaseStatus
from evalcore.workflows.annotate import annotate, open_sheet
from evalcore.workflows.golden_review import Desk
from pages.ui import repairs

from support.trails import trail

NASTY = "![p](http://h/x.png) :red[x] <img src=x onerror=7>"
ROWS = (
    {"id": "q", "pregunta": f"¿Qué dice la píldora 7? {NASTY}", "estado": "draft"},
    {"id": "secreto", "pregunta": "¿Lo oculto?", "estado": "draft", "ciego": True},
    {"id": "viajes-007", "pregunta": "¿Viajes?", "chunks_esperados": ["tabla_perfiles_02"]},
)


@pytest.fixture
def suite(tmp_path, week, monkeypatch):
    """A suite's folder with a golden set of a draft, a blind one and an active case."""
    home = tmp_path / "suite"
    home.mkdir()
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS)
    (home / "golden.jsonl").write_text(lines, "utf-8")
    (home / "suite.toml").write_text(
        'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "embedded"\n', "utf-8"
    )
    monkeypatch.setenv("UNBURY_WRITE", "1")
    context = {**week[0].context, "folder": str(home), "file": "suite.toml"}
    return home, [replace(run, context=context) for run in week]


@pytest.fixture
def page(visit, suite):
    def go(**params):
        return visit("annotate", runs=suite[1], **{"lang": "en", **params})

    return go


def named(at, name):
    return at.text_input(key="_annotate_by").set_value(name).run()


def labelled(elements, words):
    return next(one for one in elements if words in one.label)


def first_view(home, by="Ana", answer="Solo de Ana."):
    desk = Desk(folder=home, golden=home / "golden.jsonl", patches=())
    sheet = open_sheet(desk, min_grade=1)
    case = sheet.golden.by_id["q"]
    view = replace(
        case,
        expected=(Expected(chunk_id="c9", grade=3),),
        reference_answer=answer,
        annotated_by=(by,),
        annotated_on=date(2026, 11, 30),
    )
    annotate(desk, view, ["c9"], digest=sheet.digest, alone=False, min_grade=1)


def test_drafts_lead_and_a_blind_case_is_never_listed(page, shown, plain):
    at = page()
    assert not at.exception
    assert at.title[0].value == "To annotate: 1 draft"
    options = at.selectbox(
        key=next(b.key for b in at.selectbox if "annotate_case" in b.key)
    ).options
    assert options[0].startswith("draft · ")
    assert not any("oculto" in one for one in (*options, *shown(at), *plain(at)))
    assert any("never opened" in one.value for one in page(case="secreto").info)


def test_it_only_reads_unless_the_server_may_write(page, monkeypatch, plain):
    monkeypatch.setenv("UNBURY_WRITE", "0")
    at = page()
    assert "unbury serve --write" in [one.value for one in at.code]
    assert not any("Sign" in one.label for one in at.button)


def test_nothing_of_the_form_is_shown_before_a_name(page):
    at = page()
    assert not any("Sign" in one.label for one in at.button)
    assert any("Sign" in one.label for one in named(at, "Ana").button)


def test_the_four_decisions_stand_in_the_text_s_order(page):
    at = named(page(), "Ana")
    heads = [one.value for one in at.subheader]
    assert [head[0] for head in heads] == ["1", "2", "3", "4"]


def test_people_s_text_is_never_read_as_markup_b63(page, shown, plain):
    at = named(page(), "Ana")
    assert not any("http://h/x.png" in text for text in shown(at))
    assert any("onerror" in text for text in plain(at))


def test_an_unfinished_view_is_not_signed_and_says_what_is_missing(page, suite, plain):
    at = named(page(), "Ana")
    labelled(at.button, "Sign the annotation").click().run()
    assert any(text.startswith("1: ") for text in plain(at))
    assert "anotaciones" not in (suite[0] / "golden.jsonl").read_text("utf-8")


def test_a_view_signed_by_one_person_alone_is_in_the_file_as_shown(page, suite, shown):
    at = named(page(), "Ana")
    at.radio[0].set_value(Behaviour.ANSWER).run()
    labelled(at.text_input, "Mark by number").set_value("1=3").run()
    labelled(at.text_area, "Short and factual").set_value("Lo que dice.").run()
    labelled(at.checkbox, "A second person").set_value(False).run()
    labelled(at.button, "Sign the annotation").click().run()
    assert not at.exception
    assert any("The case is active" in text for text in shown(at))
    case = read_golden(suite[0] / "golden.jsonl").by_id["q"]
    assert (case.status, case.annotated_by) == (CaseStatus.ACTIVE, ("Ana",))
    assert [(it.chunk_id, it.grade) for it in case.expected] == [("c7", 3)]
    assert case.reference_answer == "Lo que dice."


def test_a_second_person_sees_nothing_of_the_first_view(page, suite, shown, plain):
    first_view(suite[0])
    at = named(page(case="q"), "Luis")
    words = "\n".join([*shown(at), *plain(at), *(one.value or "" for one in at.text_area)])
    assert any("You do not see it" in one.value for one in at.info)
    assert "Solo de Ana" not in words
    assert "**0 chunks marked**" in words


def test_one_s_own_view_may_be_changed_and_is_the_only_one_shown(page, suite):
    first_view(suite[0])
    at = named(page(case="q"), "ANA")
    labelled(at.toggle, "Change your view").set_value(True).run()
    assert labelled(at.text_area, "Short and factual").value == "Solo de Ana."


def test_a_file_changed_by_somebody_else_is_not_signed_over(page, suite, shown):
    at = named(page(), "Ana")
    golden = suite[0] / "golden.jsonl"
    golden.write_bytes(golden.read_bytes() + b'{"id":"n","pregunta":"x","estado":"draft"}\n')
    at.run()
    assert any("changed on disk" in one.value for one in at.warning)
    labelled(at.button, "Look at it as it is now").click().run()
    assert any("Sign" in one.label for one in at.button)


def test_without_the_suite_on_this_machine_it_says_so(visit):
    at = visit("annotate", lang="en")
    assert at.title[0].value == "Nothing can be annotated here"


def test_a_golden_set_that_cannot_be_read_is_told_in_words(page, suite):
    (suite[0] / "golden.jsonl").write_text('{"id": 7}\n', "utf-8")
    at = page()
    assert not at.exception
    assert at.title[0].value == "The golden set cannot be read"


def test_a_chunk_without_a_label_is_offered_and_its_likeness_never_overstated(page, suite, shown):
    at = named(page(case="viajes-007", chunk="c5"), "Marta")
    assert not any("nearly the same" in text for text in shown(at))
    assert any(one.value == "Is a label missing?" for one in at.header)
    labelled(at.button, "Sign the label").click().run()
    assert any("Choose what it is" in one.value for one in at.warning)
    labelled(at.radio, "What is it?").set_value("irrelevant").run()
    labelled(at.button, "Sign the label").click().run()
    label = read_golden(suite[0] / "golden.jsonl").by_id["viajes-007"].expected[-1]
    assert (label.chunk_id, label.grade) == ("c5", 0)


def test_an_unknown_chunk_in_the_url_offers_nothing(page):
    at = named(page(case="viajes-007", chunk="../x"), "Marta")
    assert not at.exception
    assert not any(one.value == "Is a label missing?" for one in at.header)


def test_a_displacer_that_may_lack_its_label_leads_to_its_annotation(visit, monkeypatch):
    monkeypatch.setattr(repairs, "stored_trail", lambda _frame, _case: trail())
    at = visit("case", run="friday", lang="en", case="viajes-007")
    assert not at.exception
    links = [one for one in at.main.get("page_link") if one.value == "Annotate it"]
    assert ["case=viajes-007" in one.proto.query_string for one in links] == [True]
    assert "chunk=new_0" in links[0].proto.query_string
