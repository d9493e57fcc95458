"""The health check says what is wrong, how bad it is, and names no blind case."""

from dataclasses import replace
from datetime import date

import pytest

from evalcore.golden.checks import duplicates
from evalcore.golden.finding import Severity
from evalcore.golden.kinds import Kind, kinds_of
from evalcore.golden.origins import Origin, origin_of
from evalcore.golden.report import report_on
from evalcore.golden.subject import Subject
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.words import Behaviour, CaseStatus

ON = date(2026, 11, 30)
MANIFEST = Manifest(
    chunks=(
        Chunk(
            chunk_id="a",
            doc_id="d1",
            domain="laboral",
            kind="text",
            text="El plazo de devolución es de treinta días naturales desde la entrega.",
            facets={"materia": "plazos"},
        ),
        Chunk(
            chunk_id="b",
            doc_id="d2",
            domain="viajes",
            kind="table",
            text="Dietas: 53,34 euros por día en España.",
            facets={"materia": "dietas"},
        ),
    )
)
SOUND = Case(
    id="q",
    question="¿Cuánto tengo para mandarlo de vuelta?",
    expected=(
        Expected(
            chunk_id="a", doc_id="d1", quote="treinta días naturales desde la entrega", grade=2
        ),
    ),
    category="devoluciones",
    difficulty="media",
    reference_answer="Treinta días.",
    source="log-2026-10",
    annotated_by=("mmv",),
    verified_on=date(2026, 10, 1),
)


def report(*cases, manifest=MANIFEST, **more):
    golden = GoldenSet(name="g", cases=cases or (SOUND,))
    return report_on(Subject(golden=golden, on=ON, manifest=manifest, **more))


def found(report, name):
    return next((one for one in report.findings if one.name == name), None)


def names(report):
    return {one.name for one in report.findings}


def many(n, **changes):
    return [
        replace(SOUND, id=f"q{k}", question=f"{k} {'abcdefghij'[k % 10] * 9} {k * 7919}", **changes)
        for k in range(n)
    ]


@pytest.mark.parametrize(
    ("n", "severity", "words"),
    [
        (49, Severity.WARNING, "fewer than 50"),
        (50, Severity.NOTE, "coarse regressions"),
        (200, Severity.NOTE, "some seriousness"),
        (501, Severity.WARNING, "over 500"),
    ],
)
def test_size_is_said_in_words_against_50_200_and_500(n, severity, words):
    size = found(report(*many(n)), "size")
    assert size.severity is severity
    assert words in str(size.what)


@pytest.mark.parametrize(("without", "told"), [(1, True), (2, False), (4, False), (5, True)])
def test_ten_to_twenty_per_cent_without_answer_are_due(without, told):
    empty = {"expected": (), "behaviour": Behaviour.ABSTAIN}
    cases = [*many(20 - without), *(replace(c, id=f"n{c.id}", **empty) for c in many(without))]
    assert (found(report(*cases), "no_answer_share") is not None) == told


def test_every_kind_of_the_text_s_list_is_missed_by_name():
    missed = {name for name in names(report()) if name.startswith("no_")}
    assert {
        "no_multi_hop",
        "no_ambiguous",
        "no_foreign_vocabulary",
        "no_codes",
        "no_temporal",
        "no_out_of_scope",
    } <= missed


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"difficulty": "multi-salto"}, Kind.MULTI_HOP),
        ({"type": "codes"}, Kind.CODES),
        ({"type": "Fuera de alcance"}, Kind.OUT_OF_SCOPE),
        ({"user_vocabulary": True}, Kind.VOCABULARY),
        ({"behaviour": Behaviour.ASK_BACK}, Kind.AMBIGUOUS),
        ({"behaviour": Behaviour.ABSTAIN}, Kind.NO_ANSWER),
        ({"type": "temporal"}, Kind.TEMPORAL),
        ({}, Kind.PLAIN),
    ],
)
def test_a_case_s_kind_is_read_from_what_it_says(changes, kind):
    assert kinds_of(replace(SOUND, **changes)) == {kind}


@pytest.mark.parametrize(
    ("source", "origin"),
    [
        ("log-produccion-2025-11", Origin.LOG),
        ("consultas-internas-2026-09", Origin.LOG),
        ("chat-soporte-2026-09", Origin.SUPPORT),
        ("entrevista-soporte-2025-10", Origin.INTERVIEW),
        ("cobertura-corpus-2026-10", Origin.COVERAGE),
        ("generado-gpt", Origin.GENERATED),
        ("synthetic questions from logs", Origin.GENERATED),
        ("Marta", Origin.UNKNOWN),
        (None, Origin.UNKNOWN),
    ],
)
def test_a_source_is_ranked_by_the_text_s_order_of_worth(source, origin):
    assert origin_of(replace(SOUND, source=source)) is origin


@pytest.mark.parametrize(
    ("verified", "name"),
    [
        (date(2026, 5, 30), None),
        (date(2026, 5, 29), "unverified"),
        (None, "never_verified"),
        (date(2026, 12, 1), "verified_ahead"),
    ],
)
def test_a_case_expires_after_six_months_as_of_the_day(verified, name):
    told = names(report(replace(SOUND, verified_on=verified)))
    assert told & {"unverified", "never_verified", "verified_ahead"} == ({name} if name else set())


def label(**changes):
    return replace(SOUND, expected=(replace(SOUND.expected[0], **changes),))


@pytest.mark.parametrize(
    ("case", "name", "exit_code"),
    [
        (label(chunk_id="zz", quote="otra cosa que nadie dice ya"), "lost", 1),
        (label(chunk_id="zz"), "broken", 4),
        (label(quote="quince días naturales"), "quote_not_in_chunk", 1),
        (label(doc_id="d9"), "other_document", 1),
        (label(chunk_id="A", quote=None), "id_lookalike", 1),
    ],
)
def test_labels_that_no_longer_hold_are_errors(case, name, exit_code):
    told = report(case)
    assert found(told, name).severity is Severity.ERROR
    assert told.exit_code == exit_code


TIERED = replace(MANIFEST, chunks=tuple(replace(chunk, tier="silver") for chunk in MANIFEST.chunks))


def test_a_few_broken_cases_are_a_warning_and_leave_the_set_sound():
    told = report(*many(40), label(chunk_id="zz"), manifest=TIERED)
    assert found(told, "broken").severity is Severity.WARNING
    assert told.exit_code == 0


@pytest.mark.parametrize(
    ("case", "manifest"),
    [(label(chunk_id="zz"), MANIFEST), (label(chunk_id="zz", gold=True), TIERED)],
    ids=["nothing tells what is gold", "the label says gold"],
)
def test_one_broken_case_that_may_expect_gold_makes_the_set_stale(case, manifest):
    told = report(*many(40), case, manifest=manifest)
    assert found(told, "broken_gold").cases == ("q",)
    assert told.exit_code == 4


def test_coverage_names_every_zone_that_no_case_touches():
    told = report()
    assert found(told, "untouched_domain").details == ("viajes",)
    assert found(told, "untouched_kind").details == ("table",)
    assert found(told, "untouched_doc").details == ("d2",)
    assert found(told, "untouched_section").details == ("dietas",)


def test_equal_and_near_equal_questions_are_told_apart():
    same = replace(SOUND, id="q2", question="¿CUÁNTO tengo para mandarlo de vuelta?")
    near = replace(SOUND, id="q3", question="¿Cuánto tengo para mandarlos de vuelta?")
    told = report(SOUND, same, near)
    assert set(found(told, "duplicate_question").cases) == {"q", "q2"}
    assert set(found(told, "near_duplicate").cases) == {"q", "q2", "q3"}
    assert found(report(SOUND), "duplicate_question") is None


def test_a_pair_across_the_blind_split_gives_the_reserve_away():
    told = found(report(SOUND, replace(SOUND, id="q2", blind=True)), "blind_leak")
    assert (told.cases, told.blind, told.details) == (("q",), 1, ())


def test_every_equal_pair_across_the_blind_split_is_told_wherever_the_blind_one_stands():
    visible = [replace(SOUND, id=name) for name in ("q1", "q2")]
    reserved = replace(SOUND, id="b", blind=True)
    for cases in ([*visible, reserved], [reserved, *visible], [visible[0], reserved, visible[1]]):
        told = found(report(*cases), "blind_leak")
        assert (set(told.cases), told.blind) == ({"q1", "q2"}, 1)


def test_a_set_too_large_to_compare_every_pair_says_that_it_was_not(monkeypatch):
    monkeypatch.setattr(duplicates, "NEAR_UP_TO", 2)
    same = replace(SOUND, id="q2", question="¿CUÁNTO tengo para mandarlo de vuelta?")
    near = replace(SOUND, id="q3", question="¿Cuánto tengo para mandarlos de vuelta?")
    told = report(SOUND, same, near)
    assert set(found(told, "duplicate_question").cases) == {"q", "q2"}
    assert found(told, "near_duplicate") is None
    assert found(told, "near_duplicates_unsought").severity is Severity.NOTE
    assert found(report(SOUND, near), "near_duplicates_unsought") is None


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("¿El plazo de devolución es de treinta días naturales desde la entrega?", True),
        ("¿Cuál es el plazo de devolución de treinta días naturales desde la entrega?", True),
        ("¿Cuánto tiempo me dais para mandar de vuelta lo que compré?", False),
        ("¿El plazo?", False),
    ],
)
def test_a_question_that_repeats_its_chunk_smells_synthetic(question, told):
    assert (found(report(replace(SOUND, question=question)), "leakage") is not None) == told


def test_doubtful_cases_want_a_second_annotator():
    hard = replace(SOUND, type="temporal")
    assert found(report(hard), "one_annotator").cases == ("q",)
    assert found(report(replace(hard, annotated_by=("a", "b"))), "one_annotator") is None


def test_a_recorded_disagreement_is_a_finding_with_its_case():
    views = [{"por": "a", "fragmentos": ["x"]}, {"por": "b", "fragmentos": ["y"]}]
    told = found(report(replace(SOUND, extra={"desacuerdo": views})), "disagreement")
    assert told.cases == ("q",)


@pytest.mark.parametrize(
    ("case", "name"),
    [
        (replace(SOUND, category=None), "no_segment"),
        (replace(SOUND, reference_answer=None), "no_reference_answer"),
        (replace(SOUND, difficulty="multi-salto", requires_all=False), "multi_hop_of_one"),
        (replace(SOUND, annotated_by=()), "no_annotator"),
        (label(quote=None), "no_quote"),
        (label(doc_id=None), "no_document"),
    ],
)
def test_incomplete_annotations_are_named(case, name):
    assert found(report(case), name).cases == ("q",)


def test_more_chunks_than_the_cutoff_holds_are_a_finding():
    labels = tuple(Expected(chunk_id=f"c{n}", grade=1) for n in range(3))
    told = report(replace(SOUND, expected=labels), exam=Exam(cutoff=2))
    assert found(told, "more_expected_than_cutoff").cases == ("q",)


@pytest.mark.parametrize("unlocked", [False, True])
def test_blind_cases_are_counted_and_named_only_after_an_unlock(unlocked):
    secret = replace(label(chunk_id="zz"), id="secret", question="¿Lo oculto?", blind=True)
    told = report(SOUND, secret, unlocked=unlocked)
    broken = found(told, "broken")
    assert (broken.cases, broken.blind) == ((("secret",), 0) if unlocked else ((), 1))
    shown = "".join(str((o.cases, o.details, str(o.what), str(o.do))) for o in told.findings)
    assert ("secret" in shown) == unlocked
    assert ("oculto" in shown) is False


def test_drafts_and_retired_cases_are_not_examined_but_counted():
    told = report(
        SOUND, *(replace(SOUND, id=s.value, status=s) for s in CaseStatus if s != "active")
    )
    assert (told.cases, told.active) == (3, 1)
    assert found(told, "drafts").cases == ("draft",)
    assert found(told, "duplicate_question") is None


def test_without_a_manifest_nothing_is_known_and_that_is_said():
    told = report(manifest=None)
    assert found(told, "no_manifest") is not None
    assert (told.axes, told.plots) == ((), ())


def test_the_worst_findings_come_first():
    told = report(label(chunk_id="zz", quote="otra cosa que nadie dice ya"))
    severities = [list(Severity).index(one.severity) for one in told.findings]
    assert severities == sorted(severities)
