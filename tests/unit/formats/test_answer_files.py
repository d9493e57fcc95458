"""Answers, verdicts of people, and the [judge] table: all problems at once, nothing guessed."""

from fractions import Fraction

import pytest

from evalcore.errors import InputError
from evalcore.formats.answers import read_answers
from evalcore.formats.golden import read_golden
from evalcore.formats.human import human_in_golden, read_human
from evalcore.formats.policy import read_policy
from evalcore.formats.policy_export import policy_to_toml
from evalcore.formats.policy_table import settings_of, with_settings
from evalcore.formats.suite import read_suite
from evalcore.model.answer import text_hash
from evalcore.model.judge import ReplyForm
from evalcore.model.judgement import JudgedMeasure
from evalcore.model.policy import Policy


@pytest.fixture
def file(tmp_path):
    def write(text, name="file.jsonl"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def problems(read, path):
    with pytest.raises(InputError) as refused:
        read(path)
    return refused.value.problems


def test_answers_are_read_with_what_they_say_of_their_chunks(file):
    path = file(
        '{"case_id": "007", "answer": "Seis.", "contexts": ["uno"], "model": "m"}\n'
        '{"id": "7", "respuesta": "", "chunk_ids": ["c1", "c2"], "question": "¿?"}\n'
        '{"case_id": "x", "error": "timed out"}\n'
    )
    found = read_answers(path)
    assert list(found) == ["007", "7", "x"]
    assert (found["007"].text, found["007"].contexts, found["007"].model) == (
        "Seis.",
        ("uno",),
        "m",
    )
    assert (found["7"].text, found["7"].chunk_ids) == ("", ("c1", "c2"))
    assert (found["x"].text, found["x"].error) == (None, "timed out")


def test_every_problem_of_an_answers_file_is_told_with_its_line(file):
    path = file(
        '{"case_id": "a", "answer": "x"}\n'
        '{"case_id": "a", "answer": "y"}\n'
        '{"case_id": 7, "answer": "y"}\n'
        '{"answer": "y"}\n'
        '{"case_id": "b"}\n'
        '{"case_id": "c", "answer": "y", "error": "z"}\n'
        '{"case_id": "d", "anwser": "y"}\n'
        '{"case_id": "e", "answer": "y", "contexts": "one"}\n'
    )
    found = problems(read_answers, path)
    assert [one.line for one in found] == [2, 3, 4, 5, 6, 7, 8]
    assert "answer" in next(one.hint for one in found if one.line == 7)


def test_b52_an_empty_answers_file_is_refused(file):
    assert "no answers" in problems(read_answers, file(""))[0].what


def test_people_s_verdicts_are_tied_to_the_answer_they_judged(file):
    digest = text_hash("Seis.")
    path = file(
        '{"case_id": "a", "measure": "correctness", "answer": "Seis.", "verdict": "pass", "by": "m"}\n'
        f'{{"case_id": "a", "medida": "faithfulness", "answer_sha256": "{digest}", "verdict": false}}\n'
        '{"case_id": "b", "measure": "behaviour", "answer": "x", "verdict": null, "drawn_from": 40}\n'
    )
    one, other, blank = read_human(path)
    assert (one.answer, one.passed, one.by) == (digest, True, "m")
    assert (other.answer, other.passed, other.measure) == (
        digest, False, JudgedMeasure.FAITHFULNESS,
    )  # fmt: skip
    assert (blank.passed, blank.drawn_from) == (None, 40)


@pytest.mark.parametrize(
    "line",
    [
        '{"case_id": "a", "measure": "correctness", "verdict": "pass"}',
        '{"case_id": "a", "measure": "tone", "answer": "x", "verdict": "pass"}',
        '{"case_id": "a", "measure": "correctness", "answer": "x", "verdict": "yes"}',
        '{"case_id": "a", "measure": "correctness", "answer": "x", "verdict": 1}',
        '{"measure": "correctness", "answer": "x", "verdict": "pass"}',
        '{"case_id": "a", "measure": "correctness", "answer": "x", "verdit": "pass"}',
        '{"case_id": "a", "measure": "correctness", "answer": "x", "answer_sha256": "'
        + "0" * 64
        + '", "verdict": "pass"}',
    ],
)
def test_a_verdict_that_says_less_or_something_else_is_refused(file, line):
    (problem,) = problems(read_human, file(f"{line}\n"))
    assert problem.hint


def test_a_golden_case_may_carry_verdicts_of_people(file):
    golden = read_golden(
        file(
            '{"id": "a", "question": "?", "relevant": [{"chunk_id": "c"}], "human_verdicts": '
            '[{"measure": "correctness", "answer": "x", "verdict": "fail", "by": "ana"}]}\n'
        )
    )
    (found,) = human_in_golden(golden)
    assert (found.case_id, found.passed, found.answer) == ("a", False, text_hash("x"))


SUITE = """name = "s"
golden = "golden.jsonl"
[retriever]
kind = "embedded"
"""
JUDGE = """
[judge]
base_url = "https://api.example.org/v1/"
model = "gpt-4.1"
api_key_env = "JUDGE_KEY"
reply = "json_object"
subset = 40
answers = "later.jsonl"
[judge.parameters]
temperature = 0.7
[judge.prompts]
correctness = "correctness.md"
[judge.system]
model = "own"
prompt = "system.md"
[judge.prices."gpt-4.1"]
input = 0.15
output = 0.60
"""


@pytest.fixture
def suite(file):
    file('{"id": "a", "question": "?", "relevant": ["c"]}\n', "golden.jsonl")
    file("x", "correctness.md")
    file("x", "system.md")
    return lambda text: file(SUITE + text, "suite.toml")


def test_the_judge_table_gives_its_settings_with_exact_prices(suite, tmp_path):
    judge = read_suite(suite(JUDGE)).judge
    assert judge.base_url == "https://api.example.org/v1"
    assert (judge.model, judge.api_key_env) == ("gpt-4.1", "JUDGE_KEY")
    assert (judge.reply, judge.subset) == (ReplyForm.JSON_OBJECT, 40)
    assert judge.prompts == {JudgedMeasure.CORRECTNESS: tmp_path / "correctness.md"}
    assert (judge.system_model, judge.system_prompt) == ("own", tmp_path / "system.md")
    assert judge.answers == tmp_path / "later.jsonl"
    price = judge.prices["gpt-4.1"]
    assert (price.input, price.output) == (Fraction(15, 100), Fraction(6, 10))


def test_the_judge_is_no_part_of_the_criterion_for_lists(suite):
    assert read_suite(suite(JUDGE)).written == read_suite(suite("")).written


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('base_url = "api.example.org"', "no address"),
        ('base_url = "https://u:p@example.org"', "a secret"),
        ('base_url = "https://example.org/v1?key=x"', "a secret"),
        ('api_key_env = "sk-proj-abc"', "no name of a variable"),
        ('modle = "x"', 'unknown key "modle"'),
        ('reply = "xml"', "not known here"),
        ("retries = 99", "out of range"),
        ('parameters = {model = "x"}', "no setting to pass on"),
        ('prompts = {correctness = "gone.md"}', 'no file "gone.md"'),
        ('prompts = {tone = "system.md"}', 'unknown key "tone"'),
        ("subset = 0", "out of range"),
    ],
)
def test_what_the_judge_table_cannot_hold_is_refused(suite, line, told):
    found = problems(read_suite, suite(f"\n[judge]\n{line}\n"))
    assert any(told in one.what for one in found), found


def test_the_policy_names_which_judged_measures_gate(file):
    path = file('[judge]\ncorrectness = "8/10"\nbehaviour = 0.9\n', "policy.toml")
    policy = read_policy(path)
    assert policy.judge.levels == {"correctness": Fraction(4, 5), "behaviour": Fraction(9, 10)}
    assert policy.judge.min_cases == 40
    again = read_policy(file(policy_to_toml(policy), "again.toml"))
    assert again == policy


@pytest.mark.parametrize("line", ['correctness = "0"', "behaviour = 1.2", 'tone = "1/2"'])
def test_what_no_policy_may_ask_of_a_judge_is_refused(file, line):
    assert problems(read_policy, file(f"[judge]\n{line}\n", "policy.toml"))


def test_judged_measures_are_settings_like_the_others():
    policy = with_settings(Policy(), ["judge.correctness=8/10"])
    assert policy.judge.levels == {"correctness": Fraction(4, 5)}
    assert settings_of(policy)["judge.correctness"] == "4/5"
    assert with_settings(policy, ["judge.correctness="]) == Policy()
    with pytest.raises(InputError, match="correctness"):
        with_settings(Policy(), ["judge.corectness=8/10"])
