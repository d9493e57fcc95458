from dataclasses import replace

import pytest

from evalcore.comparison.compare import compare
from evalcore.model.case import GoldenSet
from evalcore.model.ranking import Failure, Rankings
from evalcore.views.blocked.material import Material, last_accepted, next_accepted
from evalcore.views.blocked.page import page
from evalcore.views.blocked.question import Mark
from evalcore.views.blocked.story import STEPS, not_stopped, story
from evalcore.views.blocked.timeline import told
from evalcore.views.language import Translator

EN, ES = Translator("en"), Translator("es")


@pytest.fixture(scope="module")
def repaired(made):
    """Friday's index with the table described: everything comes out again."""
    run = made.week_run("repaired", friday=True, started="2026-11-27T18:00:00Z")
    chunks = [
        replace(chunk, representation="Percibos del desplazamiento internacional")
        if chunk.chunk_id == made.TABLE
        else chunk
        for chunk in run.manifest.chunks
    ]
    answers = [(made.TRAVEL, made.travel_ranking(friday=False))]
    answers += [(f"caso-{i:03d}", made.easy_ranking(i)) for i in range(19)]
    return made.build(
        "repaired",
        golden=made.golden(),
        manifest=replace(run.manifest, chunks=tuple(chunks)),
        rankings=(Rankings.pack(answers),),
        started="2026-11-27T18:00:00Z",
    )


@pytest.fixture(scope="module")
def material(green, friday, repaired):
    return Material(stopped=friday, before=green, after=repaired, came=compare(green, friday))


def test_the_story_has_six_steps_and_each_says_one_thing(material):
    told = story(material, EN)
    assert [name.key for name in told.names] == list(STEPS)
    assert len(STEPS) == 6
    headlines = [getattr(told, key).headline for key in STEPS]
    assert headlines == [
        "80 new documents were about to reach the users",
        "19 of 20 questions passed, and still the new index was stopped",
        "Whoever asked this would not have seen «Tabla de perfiles: percibos por destino»",
        "8 texts moved in front and pushed what was needed from rank 6 to 14",
        "The cause was named, and the index was corrected",
        "The exam is green again: everything it takes is there by rank 6",
    ]


def test_a_user_sees_all_ten_results_with_the_new_ones_marked(material, made):
    received = story(material, EN).question.received
    assert [item.rank for item in received.items] == list(range(1, 11))
    marks = [item.mark for item in received.items]
    assert marks.count(Mark.EXPECTED) == 2
    assert marks.count(Mark.NEW) == 6
    assert [(item.rank, item.facts.id) for item in received.below] == [(14, made.TABLE)]


def test_what_was_owed_shows_the_text_of_what_is_missing(material, made):
    owed = {one.facts.id: one for one in story(material, EN).question.owed}
    table = owed[made.TABLE]
    assert not table.found
    assert table.place == "missing: buried at rank 14"
    assert table.before == "rank 6 before"
    assert "Texto de la píldora" in table.passage.words
    assert owed["gold_viajes_001"].passage is None


def test_above_is_kept_and_displacers_always(material):
    cause = story(material, EN).cause
    assert "13 texts stand above it now: 5 as before, and 8 that did not." in cause.body
    assert cause.batch == "procedimiento de viajes"
    assert len(cause.displacers) == 8


def test_the_chunk_that_was_pushed_down_is_the_one_that_the_displacers_stand_above(made, green):
    """Another expected chunk lost more places (1 to 10), yet they were counted above the table."""
    others = [f"new_{n}" for n in range(8)]
    ids = [*others, "old_0", "gold_viajes_001", "silver_conv_042", "old_1", "old_2", made.TABLE]
    answers = [(made.TRAVEL, made.scored(*ids))]
    answers += [(f"caso-{i:03d}", made.easy_ranking(i)) for i in range(19)]
    run = made.build(
        "both-sank",
        golden=made.golden(),
        manifest=made.manifest(friday=True),
        rankings=(Rankings.pack(answers),),
    )
    cause = story(Material(stopped=run, before=green, came=compare(green, run)), EN).cause
    assert cause.headline.endswith("pushed what was needed from rank 6 to 14")
    assert cause.body[0] == "13 texts stand above it now: 5 as before, and 8 that did not."


def test_the_repair_shows_what_was_really_changed(material, made):
    told = story(material, EN).repair
    assert told.counts == "1 chunk was corrected."
    fields = told.changed[0].fields
    assert [(one.label, one.before) for one in fields] == [("Description", "none")]
    assert fields[0].after == "Percibos del desplazamiento internacional"


def test_only_what_was_appended_is_shown_where_nothing_else_changed(material):
    change = story(material, EN).repair.changed[0].fields[0]
    assert replace(change, before="Percibos").added == "del desplazamiento internacional"
    assert change.added == ""


def test_the_timeline_tells_both_lanes_in_words(material):
    words = told(story(material, EN).plan.timeline, EN)
    assert "Ingest" in words.title()
    assert "friday BLOCKED" in words
    assert "What users see: the one before, sound, the new one" in words


def test_without_an_earlier_run_it_says_what_nobody_can_know(friday):
    alone = story(Material(stopped=friday), EN)
    assert any("nobody can say what exactly was new" in one for one in alone.plan.body)
    assert "no earlier run to compare with" in alone.cause.headline
    assert "not known" in told(alone.plan.timeline, EN)
    assert alone.question.received is not None
    assert all(item.mark is not Mark.NEW for item in alone.question.received.items)


def test_without_a_later_green_run_the_story_has_no_happy_end(friday, green):
    open_end = story(Material(stopped=friday, before=green, came=compare(green, friday)), EN)
    assert not open_end.green.accepted
    assert open_end.green.headline == "The exam is not green again yet"
    assert open_end.repair.counts == ""


def test_an_accepted_run_has_no_story(green, material):
    assert not_stopped(Material(stopped=green), EN)
    assert not_stopped(material, EN) == ""


def test_a_block_without_a_failing_question_is_told_as_such(made, green):
    golden = GoldenSet(name="g", cases=tuple(made.easy_case(n) for n in range(3)))
    answers = [(case.id, made.easy_ranking(n)) for n, case in enumerate(golden.cases)]
    held = made.manifest(friday=True)
    newest = replace(held.batches[-1], rejected=23)
    run = made.build(
        "rejected",
        golden=golden,
        manifest=replace(held, batches=(*held.batches[:-1], newest)),
        rankings=(Rankings.pack(answers),),
    )
    told = story(Material(stopped=run), EN)
    assert told.verdict.machine == "BLOCK"
    assert told.question.headline == "No single question failed"
    assert told.question.question == ""
    assert "Some of the documents were rejected on the way in." in told.plan.body


def test_a_question_the_search_did_not_answer_is_told(made):
    golden = GoldenSet(name="g", cases=(made.easy_case(1),))
    run = made.build(
        "mute",
        golden=golden,
        manifest=made.manifest(friday=False),
        rankings=(Rankings.pack([("caso-001", Failure("HTTP 503"))]),),
    )
    told = story(Material(stopped=run), EN)
    assert told.question.headline == "Whoever asked this would have received no answer at all"
    assert any("HTTP 503" in one for one in told.question.body)
    assert page(Material(stopped=run), EN)


def test_the_case_that_explains_the_verdict_is_told_unless_another_is_asked_for(states):
    first = Material(stopped=states)
    assert first.case_id in first.failing
    assert "ciega-secreta" not in first.failing
    other = first.failing[-1]
    assert replace(first, asked=other).case_id == other
    assert replace(first, asked="caso-001").case_id == first.failing[0]


def test_the_runs_around_it_are_the_nearest_accepted_ones(made):
    records = [run.record for run in made.week()]
    friday = next(one for one in records if one.label == "friday")
    assert last_accepted(records, friday).label == "green"
    assert next_accepted(records, friday) is None
    week_2 = next(one for one in records if one.label == "week-2")
    assert (last_accepted(records, week_2).label, next_accepted(records, week_2).label) == (
        "week-1",
        "week-3",
    )


@pytest.mark.parametrize(("t", "words"), [(EN, "Step 6 of 6"), (ES, "Paso 6 de 6")])
def test_the_page_holds_every_step_and_asks_for_nothing(material, t, words):
    html = page(material, t)
    assert words in html
    assert f'<html lang="{t.language}">' in html
    assert "default-src 'none'" in html
    assert all(sign not in html for sign in ("<script", "http://", "https://", "url(", "src="))


def test_people_s_text_is_text_on_the_page_b63(states, made):
    html = page(Material(stopped=states, asked="falla"), EN)
    assert "<img" not in html
    for case_id in Material(stopped=states).failing:
        assert "<img" not in page(Material(stopped=states, asked=case_id), EN)
