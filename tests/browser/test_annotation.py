"""Annotation in a real browser: two people, blind to each other; the file is what was shown."""

import json
import shutil
from pathlib import Path

import pytest

from evalcore.formats.golden import read_golden
from evalcore.model.words import CaseStatus
from evalcore.workflows.golden_grow import add_question
from evalcore.workflows.run_suite import run_suite

SAMPLE = Path(__file__).parents[2] / "sample_runs" / "despacho"
QUESTION = "¿Puedo guardar las vacaciones si estoy de baja?"
SUITE = """name = "laboral"
golden = "golden.jsonl"
manifest = "green.jsonl"
[retriever]
kind = "embedded"
mode = "bm25"
language = "es"
"""

pytestmark = pytest.mark.browser


@pytest.fixture
def suite(tmp_path):
    """The sample's suite in a folder of its own, run once, with one draft."""
    home = tmp_path / "suite"
    home.mkdir()
    shutil.copy(SAMPLE / "golden.jsonl", home)
    shutil.copy(SAMPLE / "manifests" / "green.jsonl", home)
    (home / "suite.toml").write_text(SUITE, "utf-8")
    run_suite(home / "suite.toml", db=tmp_path / "unbury.db")
    golden = home / "golden.jsonl"
    (draft,) = add_question(golden, golden, question=QUESTION, source="produccion-fallo").drafts
    return home, draft.id


def annotate(visitor, name, marks, answer):
    """One person's four decisions, the marks typed by number."""
    visitor.write("Who annotates", name)
    visitor.page.get_by_text("Yes: the corpus answers it").click()
    visitor.settle()
    numbers = visitor.page.get_by_label("Mark by number")
    numbers.fill(marks)
    numbers.press("Enter")
    visitor.settle()
    visitor.write("Short and factual, with the figures", answer)
    if " " in marks:
        visitor.page.get_by_text("No: any one of them is enough").click()
        visitor.settle()
    visitor.page.get_by_role("button", name="Sign the annotation").focus()
    visitor.page.keyboard.press("Enter")
    visitor.settle()


def test_two_people_disagree_and_a_third_settles_it(browsing, browser, suite, tmp_path):
    home, draft = suite
    before = (home / "golden.jsonl").read_bytes().splitlines()
    with browsing.serving(tmp_path / "unbury.db", tmp_path, write=True) as url:
        ana = browsing.Visitor.of(browser, url, locale="en-US")
        ana.open("/annotate")
        ana.heading("To annotate: 1 draft")
        annotate(ana, "Ana", "1=3 2=3", "No: quedan para después del alta.")
        ana.reads("waits for a second person, who will not see this")
        (first,) = case_in(home, draft)["anotaciones"]
        luis = browsing.Visitor.of(browser, url, locale="en-US")
        luis.open(f"/annotate?case={draft}")
        luis.reads("waits for a second person")
        luis.write("Who annotates", "Luis")
        luis.reads("You do not see it until yours is signed")
        luis.reads("0 chunks marked")
        assert luis.page.get_by_text("quedan para después").count() == 0
        annotate(luis, "Luis", "3=3", "Se disfrutan en los dieciocho meses siguientes.")
        luis.heading("They differ in which chunks hold it")
        luis.reads("No: quedan para después del alta.")
        on_disk = case_in(home, draft)
        assert on_disk["estado"] == "draft"
        assert [one["por"] for one in on_disk["desacuerdo"]] == ["Ana", "Luis"]
        luis.page.get_by_text("Ana is right").click()
        luis.settle()
        luis.write("Why", "El artículo 38 fija el mínimo; la síntesis dice el plazo.")
        luis.press("Sign the decision")
        luis.reads("The case is active")
        assert luis.outside == ana.outside == []
    case = read_golden(home / "golden.jsonl").by_id[draft]
    assert case.status is CaseStatus.ACTIVE
    assert case.annotated_by == ("Ana", "Luis")
    labels = {one["chunk_id"]: one["grado"] for one in first["fragmentos_relevantes"]}
    assert {one.chunk_id: one.grade for one in case.expected} == labels
    assert "desacuerdo" not in case.extra
    assert [one["anotado_por"] for one in case.extra["anotaciones"]] == ["Ana", "Luis"]
    after = (home / "golden.jsonl").read_bytes().splitlines()
    assert [line for line in after if line not in before] == [after[-1]]


def case_in(home, case_id):
    lines = (home / "golden.jsonl").read_text("utf-8").splitlines()
    return next(case for line in lines if (case := json.loads(line))["id"] == case_id)
