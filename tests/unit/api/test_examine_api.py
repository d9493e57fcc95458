"""``evalcore.examine``: the verdict of the command line, as a value, without a store."""

import subprocess
import sys

import pytest

import evalcore
from evalcore.errors import InputError
from evalcore.model.words import Decision, State

from support.bench import Bench, case, failed, gold, listed

RECORDED = 'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "recorded"\nrankings = "rankings.jsonl"\n'


@pytest.fixture
def suite(tmp_path):
    bench = Bench(tmp_path)
    bench.bring(
        [case("good", gold("a")), case("bad", gold("b")), case("gone", gold("c"))],
        [listed("good", "a"), listed("bad", "a"), failed("gone", why="HTTP 503")],
    )
    return bench.write("suite.toml", RECORDED)


def test_it_returns_the_verdict_the_measures_and_the_cases(suite):
    found = evalcore.examine(str(suite))
    assert (found.verdict.decision, found.verdict.exit_code, found.accepted) == (
        Decision.BLOCK,
        1,
        False,
    )
    assert (found.measures["recall@10"].n, found.measures["recall@10"].N) == (2, 3)
    told = {one.id: (one.state, one.passed, one.why) for one in found.cases}
    assert told == {
        "good": (State.PASS, True, ""),
        "bad": (State.FAIL, False, "b: not found"),
        "gone": (State.ERROR, False, "HTTP 503"),
    }


def test_nothing_is_stored_unless_a_database_is_named(suite, tmp_path):
    before = set(tmp_path.iterdir())
    assert evalcore.examine(suite).run_id is None
    assert set(tmp_path.iterdir()) == before
    kept = evalcore.examine(suite, db=tmp_path / "u.db", label="x")
    assert kept.run_id
    assert (tmp_path / "u.db").exists()


def test_it_says_what_the_command_line_says(suite, tmp_path):
    found = evalcore.examine(suite, db=tmp_path / "u.db").to_json()
    done = subprocess.run(
        [sys.executable, "-m", "evalcore", "run", str(suite), "--json", "--db", str(tmp_path / "v.db")],
        capture_output=True, check=False,
    )  # fmt: skip
    import json

    theirs = json.loads(done.stdout)
    assert done.returncode == found["exit"] == 1
    same = ("verdict", "rules", "measures", "cases", "counted", "measured")
    assert {k: theirs[k] for k in same} == {k: found[k] for k in same}


def test_a_faulty_suite_is_an_error_of_the_files(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        evalcore.examine(tmp_path / "none.toml")


def test_the_public_names_are_there_and_others_are_not():
    assert set(evalcore.__all__) == {"Examined", "ExaminedCase", "__version__", "examine"}
    assert evalcore.Examined.__name__ == "Examined"
    with pytest.raises(AttributeError, match="no attribute 'exam'"):
        evalcore.exam  # noqa: B018 the access is what is tested


def test_importing_it_loads_nothing():
    program = "import evalcore, sys; print(sorted(m for m in sys.modules if 'evalcore' in m or m == 'numpy'))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['evalcore']"
