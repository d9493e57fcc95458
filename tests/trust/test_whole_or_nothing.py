"""Whoever is killed in the middle of a write leaves the file as it was, or as it was to be."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def seen(tmp_path_factory, times):
    """What became of one file under children killed at marked points and at random instants."""
    folder = tmp_path_factory.mktemp("crash")
    command = [sys.executable, "-m", "support.crashing", str(folder), str(times(24, 200)), "11"]
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    return json.loads(ran.stdout)


def test_b62_most_children_died_at_their_work_and_none_failed_at_it(seen):
    killed = Counter(cycle["work"] for cycle in seen["cycles"] if cycle["killed"])
    assert set(killed) == {"write", "merge", "upgrade", "backup", "annotate", "sign"}
    assert not [cycle for cycle in seen["cycles"] if cycle["failed"]]


@pytest.mark.parametrize("what", ["sound", "golden", "copies"])
def test_b62_after_every_cut_pages_references_files_and_copies_hold_together(seen, what):
    assert [cycle for cycle in seen["cycles"] if not cycle[what]] == []


def test_b62_every_run_that_was_said_to_be_finished_is_there_bit_for_bit(seen):
    assert seen["said"] > 1
    assert seen["lost"] == []


def test_b62_a_new_run_can_be_written_after_all_of_it(seen):
    assert seen["new"]
