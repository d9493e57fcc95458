import pytest

from evalcore.model.diagnosis import Answer, Certainty, ProbeName, Trail
from evalcore.views.language import LANGUAGES, Translator
from evalcore.views.probes import answer_word, cause, probe_name
from evalcore.views.trail import chapter_words, trail_view
from evalcore.views.words import Tone

EN, ES = Translator("en"), Translator("es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_probe_and_answer_has_its_words(language):
    t = Translator(language)
    words = [f(probe, t) for probe in ProbeName for f in (probe_name, cause)]
    words += [answer_word(answer, t) for answer in Answer]
    assert all(words)
    assert len(set(words)) == len(words)


def test_all_seven_questions_are_told_in_order_the_ruled_out_ones_too(trails, friday):
    (chunk,) = trail_view(trails.trail(), friday, EN).chunks
    assert [line.number for line in chunk.lines] == [0, 1, 2, 3, 4, 5, 6]
    assert [line.state for line in chunk.lines] == [
        *("ruled out", "ruled out", "confirmed", "ruled out", "no data", "suspected", "not asked"),
    ]
    assert chunk.place == "rank 14"


def test_only_the_finding_that_is_the_diagnosis_leads(trails, friday):
    view = trail_view(trails.trail(), friday, ES)
    leading = [line for line in view.chunks[0].lines if line.leads]
    assert [line.name for line in leading] == ["Descripción"]
    assert leading[0].chapter == "capítulos 11-12"
    assert view.diagnosis == "Diagnóstico: la descripción no sirve (capítulos 11-12)"
    assert view.tone is Tone.BAD


def test_the_first_confirmed_leads_before_an_earlier_suspicion(trails, friday):
    told = trails.trail(split=Answer.SUSPECTED, labels=Answer.CONFIRMED)
    view = trail_view(told, friday, EN)
    assert view.diagnosis.startswith("Diagnosis: labels or filters hide it")
    assert view.certainty is Certainty.CONFIRMED


def test_a_suspicion_and_no_finding_are_told_as_what_they_are(trails, friday):
    suspected = trail_view(trails.trail(index=Answer.SUSPECTED), friday, EN)
    assert suspected.tone is Tone.WARN
    assert suspected.proof.startswith("Suspected:")
    nothing = trail_view(trails.trail(index=Answer.NO_DATA), friday, EN)
    assert nothing.diagnosis == "Diagnosis: no cause found"
    assert nothing.tone is Tone.QUIET
    assert not any(line.leads for line in nothing.chunks[0].lines)


def test_of_several_buried_chunks_the_surest_comes_first(trails, friday):
    first = trails.trail(chunk_id="silver_conv_042", index=Answer.SUSPECTED).chunks
    second = trails.trail(labels=Answer.CONFIRMED).chunks
    view = trail_view(Trail(case_id="viajes-007", chunks=(*first, *second)), friday, EN)
    assert [one.facts.id for one in view.chunks] == ["tabla_perfiles_02", "silver_conv_042"]


def test_a_question_that_failed_says_why_and_not_a_rank(trails, friday):
    (chunk,) = trail_view(trails.trail(), friday, EN).chunks
    ranks = {asked.what: asked.rank for line in chunk.lines for asked in line.asked}
    assert ranks == {
        "with a description from its columns": "rank 3",
        "without filters": "not answered: the index did not answer",
    }


def test_those_above_are_told_with_ingest_old_versions_and_missing_labels(trails, friday):
    above = trail_view(trails.trail(), friday, EN).chunks[0].above
    assert above.words == (
        "8 results stand above it. One is an old version of the same text. "
        "One says nearly the same: perhaps a label is missing."
    )
    assert above.batch == "procedimiento de viajes"
    assert [words for words, _ in above.rows[1].marks] == ["old version", "90% alike"]
    assert "valid to 31 Dec 2025" in above.rows[1].about
    assert [row.maybe_unlabelled for row in above.rows] == [True, *[False] * 7]


@pytest.mark.parametrize(
    ("chapter", "words"),
    [("9", "chapter 9"), ("11-12", "chapters 11-12"), (None, ""), ("", "")],
)
def test_the_book_s_chapter_is_named_only_where_there_is_one(chapter, words):
    assert chapter_words(chapter, EN) == words
