"""Annotation writes one line of the suite's own golden set, and only what was signed."""

import json
from dataclasses import replace
from datetime import date

import pytest

from evalcore.errors import UsageError
from evalcore.formats.golden import read_golden
from evalcore.golden.agreement import Difference
from evalcore.golden.annotation import Standing
from evalcore.golden.report import report_on
from evalcore.golden.subject import Subject
from evalcore.model.case import Expected
from evalcore.model.words import Behaviour, CaseStatus
from evalcore.workflows import annotate as work
from evalcore.workflows.annotate import adjudicate, annotate, open_sheet, retire
from evalcore.workflows.golden_review import Desk

ODD = b'{"id":"odd",  "pregunta":"\\u00bfQu\\u00e9?", "chunks_esperados":["a"],"mio":{"k":1}}\r\n'
DRAFT = {"id": "q", "pregunta": "¿Plazo?", "estado": "draft", "fuente": "log", "equipo": "norte"}
BLIND = {"id": "secret", "pregunta": "¿Oculta?", "estado": "draft", "ciego": True}


@pytest.fixture
def desk(tmp_path):
    path = tmp_path / "golden.jsonl"
    rows = (json.dumps(DRAFT, ensure_ascii=False), json.dumps(BLIND, ensure_ascii=False))
    path.write_bytes(ODD + "\n".join(rows).encode() + b"\n")
    return Desk(folder=tmp_path, golden=path, patches=())


def sheet(desk):
    return open_sheet(desk, min_grade=1)


def view(desk, by, *chunks, case="q", **more):
    return replace(
        sheet(desk).golden.by_id[case],
        expected=tuple(Expected(chunk_id=it, doc_id="d", grade=3) for it in chunks),
        reference_answer="Treinta días.",
        annotated_by=(by,),
        annotated_on=date(2026, 11, 30),
        extra={},
        **more,
    )


def sign(desk, given, *, alone=False, digest=None):
    opened = digest or sheet(desk).digest
    return annotate(desk, given, ["a", "b", "c"], digest=opened, alone=alone, min_grade=1)


def line(desk, case_id="q"):
    lines = desk.golden.read_text("utf-8").splitlines()
    return next(row for it in lines if (row := json.loads(it))["id"] == case_id)


def test_a_first_view_waits_for_a_second_and_changes_only_its_own_line(desk):
    before = desk.golden.read_bytes().split(b"\n")
    taken = sign(desk, view(desk, "Ana", "a", "b"))
    after = desk.golden.read_bytes().split(b"\n")
    assert taken.standing is Standing.SECOND
    assert [n for n in range(len(before)) if before[n] != after[n]] == [1]
    assert (line(desk)["estado"], line(desk)["equipo"]) == ("draft", "norte")
    assert read_golden(desk.golden).by_id["q"].expected == ()


def test_one_person_is_enough_only_where_that_was_said(desk, monkeypatch):
    monkeypatch.setattr(work, "_today", lambda: date(2026, 12, 1))
    assert sign(desk, view(desk, "Ana", "a"), alone=True).standing is Standing.ACTIVE
    case = read_golden(desk.golden).by_id["q"]
    assert (case.status, case.annotated_by) == (CaseStatus.ACTIVE, ("Ana",))
    assert case.expected == (Expected(chunk_id="a", doc_id="d", grade=3),)
    assert case.verified_on == date(2026, 12, 1)


def test_two_who_agree_make_the_case_active_under_both_names(desk):
    sign(desk, view(desk, "Ana", "a"))
    assert sign(desk, view(desk, "Luis", "a")).standing is Standing.ACTIVE
    case = read_golden(desk.golden).by_id["q"]
    assert (case.status, case.annotated_by) == (CaseStatus.ACTIVE, ("Ana", "Luis"))
    assert sheet(desk).agreement().cases == 1


def test_two_who_differ_leave_a_finding_with_both_views(desk):
    sign(desk, view(desk, "Ana", "a"))
    taken = sign(desk, view(desk, "Luis", "b"))
    assert (taken.standing, taken.differs) == (Standing.DISAGREED, (Difference.CHUNKS,))
    opened = sheet(desk)
    assert opened.golden.by_id["q"].status is CaseStatus.DRAFT
    found = report_on(Subject(golden=opened.golden, on=date(2026, 11, 30))).findings
    (finding,) = [one for one in found if one.name == "disagreement"]
    assert finding.details == ("q: Ana · answer · a=3 | Luis · answer · b=3",)


def test_a_disagreement_is_settled_with_a_name_and_a_reason_and_both_views_stay(desk):
    sign(desk, view(desk, "Ana", "a"))
    sign(desk, view(desk, "Luis", "b"))
    opened = sheet(desk)
    _, second = opened.given(opened.golden.by_id["q"])
    with pytest.raises(UsageError, match="says why"):
        adjudicate(desk, second, by="Eva", why=" ", digest=opened.digest)
    adjudicate(desk, second, by="Eva", why="El artículo manda.", digest=opened.digest)
    case = read_golden(desk.golden).by_id["q"]
    assert (case.status, case.annotated_by) == (CaseStatus.ACTIVE, ("Ana", "Luis", "Eva"))
    assert [it.chunk_id for it in case.expected] == ["b"]
    assert "desacuerdo" not in case.extra
    assert case.extra["resuelto"]["elegido"] == "Luis"
    assert len(sheet(desk).given(case)) == 2
    assert sheet(desk).standing(case) is Standing.ACTIVE


def test_a_case_on_which_nobody_is_right_is_retired(desk):
    retire(desk, "q", by="Eva", why="ambigua", digest=sheet(desk).digest)
    assert read_golden(desk.golden).by_id["q"].status is CaseStatus.RETIRED


def test_nothing_is_written_over_what_somebody_else_changed(desk):
    seen, given = sheet(desk).digest, view(desk, "Ana", "a")
    desk.golden.write_bytes(
        desk.golden.read_bytes() + b'{"id":"new","pregunta":"x","estado":"draft"}\n'
    )
    before = desk.golden.read_bytes()
    with pytest.raises(UsageError, match="changed on disk"):
        sign(desk, given, digest=seen)
    assert desk.golden.read_bytes() == before


def test_a_file_changed_between_reading_and_writing_is_not_overwritten(desk, monkeypatch):
    from evalcore.formats import golden_edit

    whole = golden_edit.GoldenText.edited

    def slow(self, edits, added=()):
        if edits:
            desk.golden.write_bytes(desk.golden.read_bytes() + b"\n")
        return whole(self, edits, added)

    given, seen = view(desk, "Ana", "a"), sheet(desk).digest
    monkeypatch.setattr(golden_edit.GoldenText, "edited", slow)
    with pytest.raises(UsageError, match="changed on disk"):
        sign(desk, given, digest=seen)
    assert "anotaciones" not in line(desk)


def test_a_person_who_signs_again_replaces_the_own_view(desk):
    sign(desk, view(desk, "Ana", "a"))
    assert sign(desk, view(desk, "ANA", "b")).standing is Standing.SECOND
    opened = sheet(desk)
    (only,) = opened.given(opened.golden.by_id["q"])
    assert [it.chunk_id for it in only.expected] == ["b"]


def test_a_third_view_is_refused(desk):
    sign(desk, view(desk, "Ana", "a"))
    sign(desk, view(desk, "Luis", "b"))
    with pytest.raises(UsageError, match="already"):
        sign(desk, view(desk, "Eva", "c"))


def test_a_second_opinion_on_an_active_case_is_compared_with_what_it_says(desk):
    sign(desk, view(desk, "Ana", "a"), alone=True)
    taken = sign(desk, view(desk, "Luis", "b"))
    assert taken.standing is Standing.DISAGREED
    case = sheet(desk).golden.by_id["q"]
    assert [it.chunk_id for it in case.expected] == ["a"]
    assert sheet(desk).standing(case) is Standing.DISAGREED


def test_a_blind_case_is_never_annotated_in_the_browser(desk):
    with pytest.raises(UsageError, match="blind"):
        sign(desk, view(desk, "Ana", "a", case="secret"))


def test_a_view_without_a_name_is_refused(desk):
    with pytest.raises(UsageError, match="signed by a person"):
        sign(desk, view(desk, "  ", "a"))


@pytest.mark.parametrize("behaviour", [Behaviour.ABSTAIN, Behaviour.ASK_BACK, Behaviour.DECLINE])
def test_a_case_without_an_answer_reads_back_as_it_was_signed(desk, behaviour):
    given = replace(
        view(desk, "Ana", behaviour=behaviour),
        reference_answer=None,
        expected_abstention="No consta.",
    )
    sign(desk, given, alone=True)
    case = read_golden(desk.golden).by_id["q"]
    assert (case.behaviour, case.expected_abstention) == (behaviour, "No consta.")
    assert case.reference_answer is None


def test_labels_written_as_plain_ids_and_in_english_are_kept_in_their_own_spelling(desk):
    text = '{"id": "e", "question": "When?", "expected": ["a"], "status": "draft", "x": 1}\n'
    desk.golden.write_text(text, "utf-8")
    sign(desk, view(desk, "Ana", "a", "b", case="e", requires_all=False), alone=True)
    written = line(desk, "e")
    assert list(written)[:3] == ["id", "question", "reference_answer"]
    assert written["relevant"] == [
        {"doc_id": "d", "chunk_id": "a", "grade": 3},
        {"doc_id": "d", "chunk_id": "b", "grade": 3},
    ]
    assert "expected" not in written
    assert (written["requires_all"], written["x"]) == (False, 1)
