"""``unbury calibrate`` and ``unbury policies``: what a person and another tool read."""

import json

import pytest
from typer.testing import CliRunner

from evalcore.cli.main import app
from evalcore.errors import InputError, UsageError
from evalcore.formats.policy import read_policy

from support.bench import Bench, case, listed, plain


@pytest.fixture
def bench(tmp_path):
    found = Bench(tmp_path)
    found.bring([case("q", plain("a"), domain="legal")], [listed("q", "a", "b", "c", "d")])
    policy = 'author = "M. R."\nreason = "first"\n[noise]\nceiling = "3/4"\n'
    found.judge(label="green", suite="s", policy=policy)
    return found


def call(bench, *words):
    result = CliRunner().invoke(app, [*words, "--db", str(bench.db)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_the_answer_for_other_tools_is_exact_and_names_what_changed(bench):
    found = json.loads(call(bench, "calibrate", "s", "--set", "noise.ceiling=1/2", "--json"))
    assert found["settings"] == {"noise.ceiling": {"from": "3/4", "to": "1/2"}}
    assert found["blocks"] == {"stored": 0, "tried": 1}
    (run,) = found["runs"]
    assert (run["stored"], run["would_be"], run["rules"], run["cases"]) == (
        "ACCEPT",
        "BLOCK",
        ["noise"],
        ["q"],
    )
    assert found["noise"]["general"] == {
        "n": 1,
        "share": "19/20",
        "value": "3/4",
        "low": None,
        "high": None,
        "ceiling": "4/5",
        "hint": True,
    }


def test_a_terminal_is_told_that_nothing_was_stored(bench):
    said = call(bench, "calibrate", "green", "--set", "noise.ceiling=1/2")
    assert "noise.ceiling: 3/4 -> 1/2" in said
    assert "Of 1 run of s, 1 would be blocked" in said
    assert len(json.loads(call(bench, "policies", "--json"))["policies"]) == 1


def test_numbers_that_no_policy_may_have_are_refused(bench):
    with pytest.raises(InputError, match="not negotiable"):
        call(bench, "calibrate", "s", "--set", "tolerance.gold=1")


def test_a_version_is_listed_printed_and_written_to_a_file(bench, tmp_path):
    (one,) = json.loads(call(bench, "policies", "--json"))["policies"]
    assert (one["author"], one["reason"], one["suites"]) == ("M. R.", "first", ["s"])
    assert "M. R.: first" in call(bench, "policies")
    assert 'ceiling = "3/4"' in call(bench, "policies", one["version"][:8])
    path = tmp_path / "exported.toml"
    call(bench, "policies", one["version"][:8], "-o", str(path))
    assert read_policy(path).author == "M. R."
    with pytest.raises(UsageError, match="there already"):
        call(bench, "policies", one["version"][:8], "-o", str(path))


def test_a_stored_version_or_a_file_judges_again_never_both(bench, tmp_path):
    (one,) = json.loads(call(bench, "policies", "--json"))["policies"]
    again = json.loads(
        call(bench, "gate", "green", "--policy-version", one["version"][:8], "--json")
    )
    assert again["verdict"] == "ACCEPT"
    with pytest.raises(UsageError, match="one policy at a time"):
        call(bench, "gate", "green", "--policy-version", "ab", "--policy", str(tmp_path / "p.toml"))
