"""The workflow files of docs/ci, run by hand: their own commands, a green change and a red one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CI = ROOT / "docs" / "ci"
ELSEWHERE = ("pip install", "gh ")
"""Commands of other programs, which a test leaves out."""


class Machine:
    """A machine of a pipeline: a checkout, the database of the cache, and a shell."""

    def __init__(self, folder, chunks, db=None):
        self.folder = folder
        folder.mkdir()
        (folder / "suite.toml").write_text(SUITE, encoding="utf-8")
        (folder / "policy.toml").write_text("[noise]\nceiling = '19/20'\n", encoding="utf-8")
        (folder / "golden.jsonl").write_text(GOLDEN, encoding="utf-8")
        (folder / "chunks.jsonl").write_text(chunks, encoding="utf-8")
        if db is not None:
            shutil.copy(db, folder / "unbury.db")
        self.db = folder / "unbury.db"

    def run(self, command, **env):
        program = str(Path(sys.executable).parent)
        done = subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=self.folder,
            env={**os.environ, "PATH": f"{program}:{os.environ['PATH']}", **env},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


SUITE = """\
name = "small"
golden = "golden.jsonl"
manifest = "chunks.jsonl"
policy = "policy.toml"
[retriever]
kind = "embedded"
mode = "bm25"
language = "en"
"""
GOLDEN = "".join(
    f'{{"id": "q{n}", "question": "where is the topic{n} kept", "category": "c", '
    f'"expected": ["k{n}"]}}\n'
    for n in range(6)
)


def _chunk(chunk_id, text):
    return json.dumps({"chunk_id": chunk_id, "text": text, "representation": text}) + "\n"


SOUND = "".join(_chunk(f"k{n}", f"topic{n} is kept in this drawer") for n in range(6))
BURIED = SOUND.replace("topic3 is kept in this drawer", "it is somewhere else") + "".join(
    _chunk(f"new{n}", "where is the topic3 kept, topic3 topic3") for n in range(20)
)


def _github(event):
    """The run steps of the job, in order, that this event and outcome reach."""
    job = yaml.safe_load((CI / "github.yml").read_text(encoding="utf-8"))["jobs"]["retrieval"]
    return [step for step in job["steps"] if "run" in step and not _elsewhere(step["run"])]


def _elsewhere(command):
    return command.startswith(ELSEWHERE)


def _reached(step, event, failed):
    """What the ``if`` of a step says; only the words that the file uses are known."""
    condition = step.get("if", "success()")
    known = {"always()": True, "failure()": failed, "success()": not failed}
    known |= {f"github.event_name == '{one}'": one == event for one in ("push", "pull_request")}
    return all(known[part] for part in condition.split(" && "))


def _pipeline(machine, event):
    """Run the job; whether it failed, and what each reached step said."""
    env = yaml.safe_load((CI / "github.yml").read_text(encoding="utf-8"))["env"]
    env |= {"GITHUB_SHA": f"{machine.folder.name}abc123", "GITHUB_ACTOR": "ana"}
    env["GITHUB_STEP_SUMMARY"] = str(machine.folder / "summary.md")
    failed, said = False, {}
    for step in _github(event):
        if _reached(step, event, failed):
            code, said[step["name"]] = machine.run(step["run"], **env)
            failed = failed or code != 0
    return failed, said


@pytest.fixture(scope="module")
def main(tmp_path_factory):
    """Main after a green merge: its run is promoted."""
    machine = Machine(tmp_path_factory.mktemp("ci") / "main", SOUND)
    failed, said = _pipeline(machine, "push")
    assert not failed, said
    assert "is now the baseline of small" in said["Promote"]
    return machine


def test_a_passing_change_is_green_and_promotes_nothing(main, tmp_path):
    machine = Machine(tmp_path / "fine", SOUND, main.db)
    failed, said = _pipeline(machine, "pull_request")
    assert not failed, said
    assert set(said) == {"Examine", "Report"}
    assert "ACCEPT" in (machine.folder / "summary.md").read_text(encoding="utf-8")
    assert 'failures="0" errors="0"' in (machine.folder / "junit.xml").read_text(encoding="utf-8")
    assert (machine.folder / "report.html").exists()


def test_a_failing_change_is_red_and_its_report_leads_with_the_question(main, tmp_path):
    machine = Machine(tmp_path / "bad", BURIED, main.db)
    failed, said = _pipeline(machine, "pull_request")
    assert failed
    assert set(said) == {"Examine", "Diagnose", "Report"}
    assert "::error title=Unbury%3A BLOCK::" in said["Examine"]
    text = (machine.folder / "report.md").read_text(encoding="utf-8")
    assert text.index("where is the topic3 kept") < text.index("### The rules")
    assert "Passes → Fails" in text
    assert "topic3" in (machine.folder / "report.html").read_text(encoding="utf-8")


def test_a_red_main_is_not_promoted(main, tmp_path):
    machine = Machine(tmp_path / "redmain", BURIED, main.db)
    failed, said = _pipeline(machine, "push")
    assert failed
    assert "Promote" not in said
    code, shown = machine.run("unbury show baseline --json", UNBURY_DB="unbury.db")
    assert code == 0
    assert '"verdict": "ACCEPT"' in shown


def test_a_run_that_never_happened_gets_no_report_of_another_one(main, tmp_path):
    machine = Machine(tmp_path / "broken", SOUND, main.db)
    (machine.folder / "golden.jsonl").write_text("{not json\n", encoding="utf-8")
    failed, said = _pipeline(machine, "pull_request")
    assert failed
    assert "no run" in said["Report"]
    assert not (machine.folder / "report.html").exists()


def test_the_weekly_check_runs_as_the_file_says(main):
    jobs = yaml.safe_load((CI / "github.yml").read_text(encoding="utf-8"))["jobs"]
    commands = [s["run"] for s in jobs["golden"]["steps"] if "run" in s]
    command = next(one for one in commands if not _elsewhere(one))
    code, said = main.run(command, SUITE="suite.toml", UNBURY_DB="unbury.db")
    assert code in (0, 1), said
    assert "unbury: " not in said


@pytest.mark.parametrize(
    ("job", "chunks", "code"), [("retrieval", BURIED, 1), ("promote", SOUND, 0)]
)
def test_the_gitlab_file_says_the_same(main, tmp_path, job, chunks, code):
    jobs = yaml.safe_load((CI / "gitlab.yml").read_text(encoding="utf-8"))
    machine = Machine(tmp_path / job, chunks, main.db)
    env = {**jobs["variables"], "CI_COMMIT_SHA": f"{job}abc", "GITLAB_USER_LOGIN": "ana"}
    env |= {"CI_DEFAULT_BRANCH": "main"}
    done, said = machine.run("\n".join(jobs[job]["script"]), **env)
    assert done == code, said
    done, said = machine.run("\n".join(jobs[job]["after_script"]), **env)
    assert done == 0, said
    assert (machine.folder / "report.html").exists()
    assert set(jobs[job]["artifacts"]["paths"]) <= {one.name for one in machine.folder.iterdir()}
