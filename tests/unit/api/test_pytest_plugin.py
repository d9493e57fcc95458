"""``pytest --unbury suite.toml``: one test a case, one for the verdict, nothing passes unseen."""

import os
import subprocess
import sys

import pytest

from support.bench import Bench, case, failed, gold, listed

SUITE = 'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "recorded"\nrankings = "rankings.jsonl"\n'
NOISE = '[noise]\nceiling = "9/10"\n'


@pytest.fixture
def project(tmp_path):
    """A folder of its own for pytest, so that nothing of this project's settings reaches it."""
    bench = Bench(tmp_path)
    bench.write("pytest.ini", "[pytest]\n")

    def run(*arguments, golden, lists, suite=SUITE):
        bench.bring(golden, lists)
        bench.write("suite.toml", suite)
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "evalcore.pytest_plugin",
            "-p",
            "no:cacheprovider",
            "-v",
        ]
        return subprocess.run(
            [*command, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    run.bench = bench
    return run


GREEN = {
    "golden": [case("q1", gold("a")), case("q2", gold("b"))],
    "lists": [listed("q1", "a"), listed("q2", "b")],
}
RED = {
    "golden": [
        case("q1", gold("a")),
        case("q2", gold("b")),
        case("q3", gold("c")),
        case("none", behaviour="abstain"),
        case("secret-id", gold("a"), blind=True),
    ],
    "lists": [
        listed("q1", "a"),
        listed("q2", "a"),
        failed("q3", why="HTTP 503"),
        listed("none", "a"),
    ],
}


def test_an_accepted_suite_passes(project):
    done = project("--unbury", "suite.toml", **GREEN)
    assert done.returncode == 0, done.stdout
    assert "suite.toml::verdict PASSED" in done.stdout
    assert "suite.toml::q1 PASSED" in done.stdout
    assert "3 passed" in done.stdout


def test_a_failed_case_fails_an_error_fails_too_and_the_verdict_says_why(project):
    done = project("--unbury", "suite.toml", **RED)
    assert done.returncode == 1
    for line in ("verdict FAILED", "q1 PASSED", "q2 FAILED", "q3 FAILED", "none SKIPPED"):
        assert f"suite.toml::{line}" in done.stdout
    assert "b: not found" in done.stdout
    assert "error: What about q3?\n  HTTP 503" in done.stdout
    assert "BLOCK: " in done.stdout
    assert "secret-id" not in done.stdout
    assert "Traceback" not in done.stdout


def test_cannot_judge_fails_the_verdict(project):
    lists = [listed("q1", "a"), failed("q2")]
    done = project("--unbury", "suite.toml", "-k", "verdict", golden=GREEN["golden"], lists=lists)
    assert done.returncode == 1
    assert "CANNOT JUDGE" in done.stdout or "BLOCK" in done.stdout
    assert "1 failed, 2 deselected" in done.stdout


@pytest.mark.parametrize("break_it", ["rankings.jsonl", "golden.jsonl"])
def test_a_suite_that_cannot_be_read_is_an_error_of_the_session(project, break_it):
    project(**GREEN)
    (project.bench.folder / break_it).write_text("{", encoding="utf-8")
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "evalcore.pytest_plugin", "--unbury", "suite.toml"],
        cwd=project.bench.folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert break_it in done.stdout


def test_runs_are_stored_where_a_database_is_named(project):
    project("--unbury", "suite.toml", "--unbury-db", "u.db", **GREEN)
    assert (project.bench.folder / "u.db").exists()


def test_it_goes_with_a_projects_own_tests(project):
    project.bench.write("test_own.py", "def test_own(): pass\n")
    done = project("test_own.py", "--unbury", "suite.toml", **GREEN)
    assert "4 passed" in done.stdout


def test_without_the_option_nothing_of_unbury_is_loaded(project):
    project.bench.write(
        "test_own.py",
        "import sys\n"
        "def test_own():\n"
        "    loaded = sorted(m for m in sys.modules if m.split('.')[0] in ('evalcore', 'numpy', 'pydantic'))\n"
        "    assert loaded == ['evalcore', 'evalcore.pytest_plugin']\n",
    )
    assert project("test_own.py", **GREEN).returncode == 0
