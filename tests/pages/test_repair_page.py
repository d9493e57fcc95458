"""Trail, bench, task list and signature on the case page, in every state they can be in."""

import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from evalcore.errors import RetrieverError
from evalcore.model.run import Documented
from evalcore.model.words import Decision
from pages.ui import repairs, selection

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def trails():
    path = ROOT / "tests" / "support" / "trails.py"
    spec = importlib.util.spec_from_file_location("trails", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bench(monkeypatch, trails):
    """What the index would answer, put in its place."""

    fake = SimpleNamespace(
        stored=None,
        tried=trails.tried(),
        found=trails.trail(),
        list=(),
        kept=[],
        marked=[],
        why_not="",
        error=None,
    )

    def attempt(_frame, _case_id, _repair):
        if fake.error:
            raise fake.error
        return fake.tried

    def diagnose(_frame, _case_id):
        if fake.error:
            raise fake.error
        return fake.found

    monkeypatch.setattr(repairs, "stored_trail", lambda _f, _c: fake.stored)
    monkeypatch.setattr(repairs, "diagnose", diagnose)
    monkeypatch.setattr(repairs, "attempt", attempt)
    monkeypatch.setattr(repairs, "why_not", lambda _f: fake.why_not)
    monkeypatch.setattr(repairs, "tasks", lambda _f: fake.list)
    monkeypatch.setattr(repairs, "keep", lambda *told: fake.kept.append(told))
    monkeypatch.setattr(repairs, "mark", lambda *told: fake.marked.append(told))
    return fake


@pytest.fixture
def case(visit, made):
    def go(**more):
        return visit("case", **{"run": "friday", "case": made.TRAVEL, "lang": "en"} | more)

    return go


def _button(at, words):
    return next(one for one in at.button if words in one.label)


def test_a_case_that_nobody_asked_about_offers_to(case, bench, plain):
    at = case()
    assert not at.exception
    assert _button(at, "Diagnose this case")
    assert "unbury diagnose run-friday" in plain(at)


def test_asking_shows_the_trail_at_once_without_storing_it(case, bench, shown, trails):
    at = case()
    _button(at, "Diagnose this case").click().run()
    assert not at.exception
    words = "\n".join(shown(at))
    assert "Diagnosis: the description does not serve (chapters 11-12)" in words
    assert "Worked out just now; not stored" in words


def test_an_index_that_cannot_be_asked_is_told_in_words(case, bench, plain, shown):
    bench.error = RetrieverError("the embedder is not installed", hint="install it")
    at = case()
    _button(at, "Diagnose this case").click().run()
    assert not at.exception
    assert any("install it" in text for text in plain(at))
    assert "The index could not be asked." in shown(at)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_seven_questions_stand_in_order_with_their_answers(case, bench, trails, lang):
    bench.stored = trails.trail()
    at = case(lang=lang)
    assert not at.exception
    lines = [one.value for one in at.markdown if re.match(r"\*\*\d\. ", one.value)]
    assert [line[2] for line in lines] == list("0123456")
    badges = [one.value for one in at.get("badge")] or [one.value for one in at.markdown]
    words = "\n".join(badges)
    for answer in {
        "en": ("confirmed", "suspected", "ruled out", "no data", "not asked"),
        "es": ("confirmado", "sospechoso", "descartado", "sin datos", "sin preguntar"),
    }[lang]:
        assert answer in words


def test_a_suspicion_is_not_told_as_a_proof(case, bench, trails, shown):
    from evalcore.model.diagnosis import Answer

    bench.stored = trails.trail(labels=Answer.SUSPECTED)
    words = "\n".join(shown(case()))
    assert "Diagnosis: labels or filters hide it" in words
    assert "Suspected: the defect is there" in words
    assert "Confirmed:" not in words


def test_where_nothing_is_found_nothing_is_blamed(case, bench, trails, shown):
    from evalcore.model.diagnosis import Answer

    bench.stored = trails.trail(case=Answer.RULED_OUT)
    words = "\n".join(shown(case()))
    assert "Diagnosis: no cause found" in words
    assert "Nothing is blamed on a guess." in words


def test_text_of_people_in_trail_bench_and_tasks_is_never_markup_b63(
    case, bench, trails, shown, plain, monkeypatch
):
    bench.stored, bench.list = trails.trail(), (trails.task(),)
    monkeypatch.setenv("UNBURY_WRITE", "1")
    at = case()
    _button(at, "Try it").click().run()
    markup = "\n".join(shown(at))
    assert "h.invalid" not in markup
    assert "onerror" not in markup
    assert any("h.invalid" in text for text in plain(at))
    assert not any("<img" in one.value for one in at.get("html"))


def _describe(at, words="Percibos por destino y perfil"):
    field = next(one for one in at.text_area if one.label.startswith("Description"))
    field.set_value(words)
    _button(at, "Try it").click()
    return at.run()


def test_a_tried_edit_tells_the_new_rank_and_every_other_case(case, bench, shown):
    at = _describe(case())
    assert not at.exception
    metrics = {one.label: one.value for one in at.metric}
    assert metrics["Rank of the chunk"] == "14 → 3"
    assert metrics["Recall of the case"] == "2/3 → 3/3"
    assert metrics["Quality (0 to 100)"] == "0 → 100"
    words = "\n".join(shown(at))
    assert "comes among the first 10" in words
    assert "No other case gets worse (37 checked)." in words


def test_an_edit_that_harms_another_case_says_which_and_links_to_it(
    case, bench, trails, shown, plain
):
    bench.tried = trails.tried(worse=("caso-001",))
    at = _describe(case())
    assert "One other case gets worse (37 checked)." in "\n".join(shown(at))
    assert "¿Qué dice la píldora 1?" in plain(at)
    links = [link.proto.query_string for link in at.main.get("page_link")]
    assert any("case=caso-001" in query for query in links)


def test_of_several_edits_the_one_that_gave_the_gain_is_named(case, bench, trails, shown):
    bench.tried = trails.tried(gains=trails.two_gains())
    words = "\n".join(shown(_describe(case())))
    assert "With the description alone: 14 → 3" in words
    assert "With the labels alone: 14 → not found" in words


def test_nothing_changed_is_not_tried(case, bench, shown):
    at = case()
    _button(at, "Try it").click().run()
    assert "Nothing was changed in the fields." in shown(at)
    assert not at.metric


def test_a_trial_that_fails_leaves_no_figure_behind(case, bench, plain):
    at = _describe(case())
    assert at.metric
    bench.error = RetrieverError("the service does not answer")
    at = _describe(at, "Otra vez")
    assert not at.metric
    assert any("does not answer" in text for text in plain(at))


def test_what_the_diagnosis_proposes_goes_into_the_fields(case, bench, trails):
    bench.stored = trails.trail()
    at = case()
    _button(at, "Fill in what the diagnosis proposes").click().run()
    field = next(one for one in at.text_area if one.label.startswith("Description"))
    assert field.value == "Percibos por destino"


def test_without_write_a_repair_cannot_be_kept_and_the_page_says_how(case, bench, plain):
    at = _describe(case())
    assert not any("task list" in one.label for one in at.button)
    assert "unbury serve --write" in plain(at)


def test_with_write_a_repair_is_kept_as_it_was_tried(case, bench, monkeypatch, shown):
    monkeypatch.setenv("UNBURY_WRITE", "1")
    at = _describe(case())
    next(one for one in at.text_input if one.label == "Your name").set_value("M. R.")
    _button(at, "Add to the task list").click().run()
    assert not at.exception
    ((_, repair, tried, author),) = bench.kept
    assert (tried.here.case_id, author) == ("viajes-007", "M. R.")
    assert repair.chunk.representation == "Percibos por destino y perfil"
    assert tried.here.after.rank == 3


def test_a_recorded_run_says_why_nothing_can_be_tried(case, bench, plain):
    bench.why_not = "The lists were made elsewhere, so no index can be asked."
    at = case()
    assert any("no index can be asked" in text for text in plain(at))
    assert not any("Try it" in one.label for one in at.button)


def test_a_case_that_passes_has_no_trail_and_no_bench(case, bench):
    at = case(run="green")
    assert not any("Diagnose" in one.label or "Try it" in one.label for one in at.button)


def test_the_task_list_tells_each_repair_and_exports(case, bench, trails, shown):
    bench.list = (trails.task(),)
    at = case()
    assert "Task list" in [one.value for one in at.header]
    words = "\n".join(shown(at))
    assert "Rank 14 → 3, the case then passes" in words
    assert [one.proto.label for one in at.get("download_button")] == ["JSONL", "Markdown"]


def test_the_finding_leads_to_trail_and_bench(case, bench, shown):
    words = "\n".join(shown(case()))
    assert "(#why)" in words
    assert "(#repair)" in words


def test_why_nothing_can_be_asked_is_people_s_text_too_b63(case, bench, trails, shown, plain):
    bench.stored, bench.why_not = trails.trail(), trails.HOSTILE
    at = case()
    assert not at.exception
    assert "h.invalid" not in "\n".join(shown(at))
    assert sum("h.invalid/x.png" in text for text in plain(at)) >= 2


def test_a_question_that_failed_shows_its_reason_as_text_b63(case, bench, trails, shown):
    trail = trails.trail()
    leading = trail.chunks[0].findings[2]
    failed = replace(leading.asked[0], rank=None, failed=trails.HOSTILE)
    findings = (*trail.chunks[0].findings[:2], replace(leading, asked=(failed,)))
    bench.stored = replace(trail, chunks=(replace(trail.chunks[0], findings=findings),))
    at = case()
    assert not at.exception
    assert "h.invalid" not in "\n".join(shown(at))


def test_a_task_can_be_marked_as_done_by_name(case, bench, trails, monkeypatch):
    monkeypatch.setenv("UNBURY_WRITE", "1")
    bench.list = (trails.task(key=7),)
    at = case()
    names = [one for one in at.text_input if one.label == "Your name"]
    names[0].set_value("M. R.")
    _button(at, "It is done").click().run()
    ((_, key, status, author),) = bench.marked
    assert (key, status.value, author) == (7, "done", "M. R.")


def test_the_task_list_stands_beside_the_runs_as_well(visit, bench, trails):
    bench.list = (trails.task(),)
    at = visit("runs", lang="es")
    assert not at.exception
    assert "Lista de tareas" in [one.value for one in at.header]


def test_a_phone_shows_one_part_at_a_time(case, bench, trails, monkeypatch):
    monkeypatch.setattr(selection, "on_a_phone", lambda: True)
    bench.stored = trails.trail()
    at = case()
    assert not at.subheader or "Why" not in at.subheader[0].value
    at.get_by_key("_part_en").set_value("why").run()
    assert [one.value for one in at.subheader] == ["Why: seven questions, in order"]
    at.get_by_key("_part_en").set_value("repair").run()
    assert [one.value for one in at.subheader] == ["Repair bench"]
    assert not at.exception


@pytest.mark.parametrize("lang", ["en", "es"])
def test_signing_and_judging_again_show_the_gate_before_and_after(
    case, bench, trails, made, shown, monkeypatch, lang
):
    from pages.ui import signing

    monkeypatch.setenv("UNBURY_WRITE", "1")
    bench.stored = trails.trail()
    told = {}
    run = made.friday()
    signed = Documented(
        suite="despacho-laboral",
        case_id=made.TRAVEL,
        case_hash=run.examination.cases[0].hash,
        ranks=(),
        cause=None,
        text="Escrito",
        author="M. R.",
        written="2026-11-27T17:20:00Z",
        run_id="run-friday",
    )
    accepted = replace(run.verdict, decision=Decision.ACCEPT, documented=(made.TRAVEL,))
    monkeypatch.setattr(signing, "document_case", lambda *_a, **more: told.update(more))
    monkeypatch.setattr(signing, "gate_run", lambda *_a: SimpleNamespace(verdict=accepted))
    at = case(runs=(replace(run, documented=(signed,)),), lang=lang)
    field = next(one for one in at.text_area if one.value and "11-12" in one.value)
    assert field.value.startswith("The description" if lang == "en" else "La descripción")
    next(one for one in at.text_input if one.label in {"Signed by", "Firma"}).set_value("M. R.")
    next(one for one in at.button if one.label in {"Sign it", "Firmar"}).click().run()
    assert told["author"] == "M. R."
    words = "Let the gate judge again" if lang == "en" else "Que la compuerta vuelva a juzgar"
    _button(at, words).click().run()
    assert not at.exception
    text = "\n".join(shown(at))
    assert ("The verdict has changed." if lang == "en" else "El veredicto ha cambiado.") in text
    assert "BLOCK" in text
    assert "ACCEPT" in text
