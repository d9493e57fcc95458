"""A really unstable index, sampled over the sample's golden set, beside a frozen exact one."""

import pytest

from support.shell import ROOT

SAMPLE = ROOT / "sample_runs" / "despacho"


@pytest.fixture
def approximate():
    """The sample's approximate index is there to be built."""
    return pytest.importorskip("hnswlib", reason="needs hnswlib, an approximate index")


def run(shell, suite, label, samples):
    done = shell.unbury(
        "run",
        SAMPLE / suite,
        "--samples",
        samples,
        "--label",
        label,
        "--date",
        "2026-10-09",
        "--json",
    )
    assert done.exit in (0, 1, 3), done.err
    return done.json


def states(found):
    return [case["state"] for case in found["cases"]]


def test_an_index_rebuilt_for_every_sample_leaves_cases_undecided_and_its_swing_is_measured(
    shell, approximate
):
    found = [run(shell, "unstable.toml", label, 5) for label in ("a", "b", "c")]
    assert all(states(one).count("undecided") > 5 for one in found)
    assert all(states(one).count("error") == 0 for one in found)
    assert all(one["verdict"] != "ACCEPT" for one in found)
    undecided = next(case for case in found[0]["cases"] if case["state"] == "undecided")
    assert undecided["agreement"] == "3/5"
    measured = shell.unbury("stability", "a", "b", "c", "--json").json
    assert measured["frozen"] is True
    assert measured["tolerance"]["quality"] > measured["aggregate"]["quality"]["largest"] > 0
    assert max(measured["cases"].values()) >= 2
    # The calm aggregate above the restless cases: no mean moves as far as a case does.
    assert measured["aggregate"]["quality"]["largest"] < 100 * max(measured["cases"].values()) / 5
    assert len(measured["unsure"]) > 10


def test_a_frozen_exact_index_measures_zero(shell):
    for label in ("a", "b", "c"):
        assert run(shell, "suite.toml", label, 2)["verdict"] == "ACCEPT"
    done = shell.unbury("stability", "a", "b", "c", "--json")
    assert done.exit == 0
    measured = done.json
    assert set(measured["cases"].values()) == {0}
    assert measured["aggregate"]["passing"]["largest"] == 0
    measures = ("quality", "mrr", "gold_mrr", "noise")
    assert [measured["tolerance"][name] for name in measures] == [0, 0, 0, 0]
    assert measured["unsure"] == []
    assert measured["usable"] is True
