"""Chapter 17's example repaired: the table without description, written on the bench, run again."""

import json
from dataclasses import replace

import pytest

from evalcore.model.repair import Repair
from evalcore.workflows.asking import asker_for
from evalcore.workflows.bench import try_repair
from evalcore.workflows.reading import open_run
from evalcore.workflows.tasks import keep_task

from support.shell import ROOT, Shell

SUITE = ROOT / "sample_runs" / "despacho" / "suite.toml"
GREEN = ROOT / "sample_runs" / "despacho" / "manifests" / "green.jsonl"
CASE, TABLE = "fin-001", "silver_finanzas_123"


@pytest.fixture(scope="module")
def undescribed(tmp_path_factory):
    """The green index run, and then with the table's description taken away."""
    folder = tmp_path_factory.mktemp("repair")
    shell = Shell(folder / "unbury.db", folder)
    lines = GREEN.read_text(encoding="utf-8").splitlines()
    chunks = [json.loads(line) for line in lines]
    damaged = [c | ({"representation": ""} if c.get("chunk_id") == TABLE else {}) for c in chunks]
    text = "".join(json.dumps(c, ensure_ascii=False) + "\n" for c in damaged)
    (folder / "damaged.jsonl").write_text(text, encoding="utf-8")
    written = next(c["representation"] for c in chunks if c.get("chunk_id") == TABLE)
    return shell, written


def run(shell, manifest):
    done = shell.unbury(
        "run", SUITE, "--manifest", shell.folder / manifest, "--date", "2026-10-09", "--json"
    )
    return done, next(case for case in done.json["cases"] if case["id"] == CASE)


def test_the_table_is_buried_described_on_the_bench_and_found_in_the_next_run(undescribed):
    shell, written = undescribed
    done, case = run(shell, "damaged.jsonl")
    assert (done.exit, case["state"]) == (1, "fail")
    assert [e["place"] for e in case["expected"] if e["chunk_id"] == TABLE] == ["absent"]

    stored = open_run(shell.db, "latest")
    repair = Repair(chunk=replace(stored.manifest.by_id[TABLE], representation=written))
    tried = try_repair(stored, CASE, repair, asker_for(stored))
    assert (tried.here.before.passes, tried.here.after.passes) == (False, True)
    assert tried.here.after.rank <= 10
    assert (tried.worse, tried.checked) == ((), done.json["counted"] - 1)
    keep_task(shell.db, stored, repair=repair, tried=tried, author="Marta R.")

    applied = shell.unbury("tasks", "--apply", "damaged.jsonl", "-o", "repaired.jsonl")
    assert applied.exit == 0, applied.err
    done, case = run(shell, "repaired.jsonl")
    assert (done.exit, case["state"]) == (0, "pass")
    rank = next(e["rank"] for e in case["expected"] if e["chunk_id"] == TABLE)
    assert rank == tried.here.after.rank


def test_the_task_is_read_back_in_every_form(undescribed):
    shell, written = undescribed
    listed = shell.unbury("tasks")
    assert (listed.exit, CASE in listed.out, "Marta R." in listed.out) == (0, True, True)
    one = json.loads(shell.unbury("tasks", "--jsonl").out)
    assert (one["chunk_id"], one["after"]["representation"]) == (TABLE, written)
    assert shell.unbury("tasks", "--json").json == {"tasks": [one]}
    markdown = shell.unbury("tasks", "--markdown").out
    assert all(said in markdown for said in (written, "Marta R", "IRPF 2025"))
    assert shell.unbury("tasks", "--done", "1", "--author", "Ana").exit == 0
    assert shell.unbury("tasks", "--json").json["tasks"][0]["status"] == "done"


def test_a_wrong_call_says_what_to_do(undescribed):
    shell, _ = undescribed
    for wrong in (["--apply", "damaged.jsonl"], ["--json", "--markdown"], ["--done", "9"]):
        done = shell.unbury("tasks", *wrong)
        assert (done.exit, done.out) == (2, "")
        assert "->" in done.err or "\n  " in done.err
