from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.comparison.compare import compare
from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Rankings
from evalcore.views.compared import Compared
from evalcore.views.github import command, workflow_commands
from evalcore.views.language import Translator
from evalcore.views.markdown import MOST_CASES, MOST_CHARACTERS, markdown
from evalcore.views.markdown_text import inline
from evalcore.views.reported import Reported

EN = Translator("en")


@pytest.fixture(scope="module")
def reported(green, friday):
    both = Compared(base=green, candidate=friday, changes=compare(green, friday))
    return Reported(run=friday, both=both)


def _headings(text):
    return [line for line in text.splitlines() if line.startswith("#")]


def test_the_questions_that_changed_verdict_come_before_everything_else(reported, made):
    text = markdown(reported, EN)
    assert _headings(text)[0].startswith("## ⛔ BLOCK")
    assert _headings(text)[1:] == [
        "### Questions that changed verdict",
        "### The rules",
        "### The measures",
    ]
    row = next(
        line
        for line in text.splitlines()
        if made.TRAVEL.replace("-", "\\-") in line or made.TRAVEL in line
    )
    assert "Passes → Fails" in row
    assert "6 → 14" in row
    assert "procedimiento de viajes" in row


def test_without_a_baseline_it_says_so_and_lists_what_to_look_at(friday, green):
    text = markdown(Reported(run=friday), EN)
    assert "There is no baseline to compare with." in text
    assert "### Questions to look at" in text
    unlike = markdown(Reported(run=friday, unlike="cutoff 10 and 5"), EN)
    assert "The baseline cannot be compared: cutoff 10 and 5" in unlike
    assert "None, against the baseline «green»." in markdown(
        Reported(
            run=green, both=Compared(base=green, candidate=green, changes=compare(green, green))
        ),
        EN,
    )


def test_two_thousand_failures_are_counted_and_not_listed_b64(made):
    cases = tuple(
        Case(id=f"c-{n}", question=f"{made.HOSTILE} {n} " * 20, expected=(Expected(chunk_id="c1"),))
        for n in range(2_000)
    )
    answers = [(case.id, made.easy_ranking(40)) for case in cases]
    run = made.build(
        "many",
        golden=GoldenSet(name="g", cases=cases),
        manifest=made.manifest(friday=False),
        rankings=(Rankings.pack(answers),),
    )
    text = markdown(Reported(run=run), EN)
    assert len(text) <= MOST_CHARACTERS + 100
    assert f"and {2_000 - MOST_CASES:,} more" in text
    assert text.count("\n- **") == MOST_CASES


def test_the_states_never_name_a_blind_case(states):
    assert "Secreto" not in markdown(Reported(run=states), EN)
    assert "ciega" not in markdown(Reported(run=states), EN)


def test_hostile_text_stays_text_b63(made):
    shown = inline(made.HOSTILE)
    assert "![" not in shown
    assert "<img" not in shown
    assert "://h" not in shown
    for made_link in ("@team", "#12", "www.example.com", ":smile:", "a@b.example"):
        assert "\u2060" in inline(made_link)


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=60))
def test_any_text_is_one_cell_of_one_line(text):
    shown = inline(text)
    assert "\n" not in shown
    assert "\r" not in shown
    assert "|" not in shown.replace("\\|", "")
    assert "<" not in shown


def test_what_cannot_be_seen_is_named():
    assert inline("a\u202eb\x1b") == "a(U+202E)b(U+001B)"
    assert inline("x" * 400).endswith("…")


def test_github_is_told_what_keeps_the_index_out(reported, green):
    lines = workflow_commands(reported)
    assert lines[0].startswith("::error title=Unbury%3A BLOCK::")
    assert all(line.startswith(("::error ", "::warning ")) for line in lines)
    assert not [
        line for line in workflow_commands(Reported(run=green)) if line.startswith("::error")
    ]


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_can_end_a_workflow_command_or_begin_another(title, message):
    line = command("error", title, message)
    assert len(line.splitlines()) <= 1 or not set("\r\n") & set(line)
    assert "\n" not in line
    assert "\r" not in line
    head = line.removeprefix("::error title=").partition("::")[0]
    assert ":" not in head
    assert "," not in head


def test_a_blind_run_s_reasons_are_masked(made):
    run = made.states(blind=True)
    text = "\n".join([markdown(Reported(run=run), EN), *workflow_commands(Reported(run=run))])
    assert "ciega-secreta" not in text
    assert "¿Secreto?" not in text


def test_a_run_of_another_label_is_named(reported):
    record = replace(reported.run.record, label="**bold** <b>")
    text = markdown(replace(reported, run=replace(reported.run, record=record)), EN)
    assert "\\*\\*bold\\*\\* &lt;b&gt;" in _headings(text)[0]
