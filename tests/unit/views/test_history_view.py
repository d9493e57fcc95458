from dataclasses import replace

from evalcore.views.history import Past, name_of, options, run_rows, same_exam
from evalcore.views.language import Translator
from evalcore.views.words import Tone

EN, ES = Translator("en"), Translator("es", "Europe/Madrid")


def test_runs_are_listed_with_verdict_counts_and_versions(made):
    records = [run.record for run in made.week()]
    rows = run_rows(records, {"run-green"}, ES)
    assert [row.name for row in rows[:2]] == ["friday", "green"]
    assert (rows[0].machine, rows[0].verdict, rows[0].tone) == ("BLOCK", "BLOQUEADO", Tone.BAD)
    assert (rows[0].counted, rows[0].golden) == ("20/20", "a1b2c3d4")
    assert [row.promoted for row in rows[:2]] == [False, True]
    assert rows[0].when == "vie 27 nov 2026, 17:40"


def test_a_run_without_label_goes_by_its_id(friday):
    assert name_of(replace(friday.record, label=None)) == "run-friday"


def test_runs_with_the_same_name_are_told_apart_by_their_time(friday, green):
    twice = [friday.record, replace(green.record, label="friday")]
    shown = options(twice, EN)
    assert shown["run-friday"] != shown["run-green"]
    assert options([friday.record], EN) == {"run-friday": "friday · blocked"}


def test_an_unknown_stored_verdict_is_shown_as_it_is_and_never_as_good(friday):
    (row,) = run_rows([replace(friday.record, decision="SOMETHING")], set(), EN)
    assert (row.verdict, row.tone) == ("SOMETHING", Tone.WARN)


def test_only_runs_of_the_same_exam_may_stand_side_by_side_b23_b56(friday, green):
    assert same_exam(friday.record, green.record)
    assert not same_exam(friday.record, replace(green.record, golden_hash="0" * 64))
    assert not same_exam(friday.record, replace(green.record, suite="other"))


def test_little_is_kept_of_an_opened_run(green):
    past = Past.of(green)
    assert past.promoted
    assert past.estimates["quality"].mean == 100.0
