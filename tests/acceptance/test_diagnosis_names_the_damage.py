"""A shortened form of the benchmark: damages of known kind, done for real, are named.

The whole of it, with its figures, is docs/diagnosis.md.
"""

import json
import subprocess
import sys

import pytest

from support.shell import ROOT, shared

SHARE = 0.95


def _measured(corpus, folder):
    target = folder / "rows.json"
    command = ["benchmarks/diagnosis.py", "--short", "--corpora", corpus, "--json", str(target)]
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(target.read_text())["rows"]
    damaged = [row for row in rows if row["kind"] is not None]
    return damaged, [row for row in rows if row["kind"] is None]


@pytest.mark.slow
@pytest.mark.data
def test_damages_to_laws_are_named(tmp_path):
    shared("es_legal/sources")
    damaged, spared = _measured("es_legal", tmp_path)

    _holds(damaged, spared)


@pytest.mark.slow
def test_damages_to_the_sample_are_named(tmp_path):
    damaged, spared = _measured("despacho", tmp_path)

    _holds(damaged, spared)


def _holds(damaged, spared):
    kinds = {row["kind"] for row in damaged}
    assert kinds == {"split", "description", "labels", "index", "displaced", "embedding"}
    assert len(damaged) >= 40
    wrong = [row for row in damaged if row["said"] != row["kind"]]
    assert len(wrong) <= (1 - SHARE) * len(damaged), wrong

    assert len(spared) >= 20
    guilty = {"split", "description", "labels", "index"}
    assert [row for row in spared if guilty & set(row["confirmed"])] == []
