"""The tree of errors drawn in the docstring is the tree there is."""

import inspect

import pytest

from evalcore import errors
from evalcore.errors import MAX_PROBLEMS_SHOWN, InputError, Problem, UnburyError

TREE = [
    found
    for _, found in inspect.getmembers(errors, inspect.isclass)
    if issubclass(found, UnburyError)
]


@pytest.mark.parametrize("error", TREE, ids=lambda e: e.__name__)
def test_every_error_is_drawn_with_its_exit_code(error):
    line = next(line for line in errors.__doc__.splitlines() if f"{error.__name__} " in f"{line} ")
    assert line.split()[-1].isdigit() or str(error.exit_code) in line


@pytest.mark.parametrize("error", TREE, ids=lambda e: e.__name__)
def test_no_error_exits_with_0(error):
    assert error.exit_code != 0


def test_all_problems_are_told_together_up_to_a_limit():
    problems = [Problem(what=f"w{i}", hint="h", file="f", line=i) for i in range(60)]
    text = str(InputError(problems))
    assert text.count("\n") == MAX_PROBLEMS_SHOWN
    assert "10 more" in text


def test_a_problem_says_file_line_field_and_way_out():
    problem = Problem(what="a text", hint="write a number", file="r.jsonl", line=3, field="score")
    assert str(problem) == "r.jsonl:3 [score]: a text -> write a number"
