import json
from dataclasses import replace

import pytest

from evalcore.model.repair import Edit, TaskStatus
from evalcore.views.language import LANGUAGES, Translator
from evalcore.views.tasks import as_jsonl, as_markdown, task_rows

EN = Translator("en")
QUESTIONS = {"viajes-007": "¿Qué percibos exige?"}


def test_a_task_tells_what_changes_what_it_gains_and_whom_it_harms(trails):
    (row,) = task_rows([trails.task()], QUESTIONS, EN)
    assert row.what == "the description"
    assert row.gain == "Rank 14 → 3, the case then passes"
    assert row.others == "No other case gets worse (37 checked)."
    assert [(c.label, c.before) for c in row.changes] == [("Description", "")]
    assert (row.author, row.status, row.open) == ("M. R.", "to do", True)


def test_a_task_that_was_done_is_no_longer_open(trails):
    (row,) = task_rows([replace(trails.task(), status=TaskStatus.DONE)], QUESTIONS, EN)
    assert (row.status, row.open) == ("done", False)


def test_the_jsonl_export_is_strict_and_keeps_every_byte(trails):
    (line,) = as_jsonl([trails.task()]).splitlines()
    told = json.loads(line)
    assert told["chunk_id"] == "tabla_perfiles_02"
    assert told["after"]["representation"] == "Percibos por destino ```"
    assert (told["rank_before"], told["rank_after"]) == (14, 3)
    assert told["worse"] == []


def test_an_empty_list_exports_nothing():
    assert as_jsonl([]) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_markdown_export_shows_text_of_people_as_text_b63(trails, language):
    t = Translator(language)
    text = as_markdown(task_rows([trails.task()], QUESTIONS, t), t)
    heading = next(line for line in text.splitlines() if line.startswith("## 1."))
    assert "\\!\\[p\\]" in heading
    assert "\\<img" in heading
    assert "````\nPercibos por destino ```\n````" in text


def test_every_edit_has_its_before_and_after(trails):
    task = trails.task()
    every = replace(task, tried=replace(task.tried, edits=tuple(Edit)))
    (row,) = task_rows([every], QUESTIONS, EN)
    assert [c.label for c in row.changes] == [
        *("Description", "Labels", "Domain", "Validity", "Text of the chunk"),
    ]
