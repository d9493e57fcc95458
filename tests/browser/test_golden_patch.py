"""A re-anchoring patch reviewed in a real browser: what is on disk is what was shown."""

import json
import shutil
from pathlib import Path

import pytest

from evalcore.formats.golden import read_golden
from evalcore.formats.patch import read_patch
from evalcore.golden.anchors import Ruling
from evalcore.workflows.golden_reanchor import make_patch, save_patch
from evalcore.workflows.run_suite import run_suite

SAMPLE = Path(__file__).parents[2] / "sample_runs" / "despacho"
SUITE = """name = "laboral"
golden = "golden.jsonl"
manifest = "green.jsonl"
[retriever]
kind = "embedded"
mode = "bm25"
language = "es"
"""
CHANGED = ("1.720 horas anuales", "1.700 horas anuales")

pytestmark = pytest.mark.browser


@pytest.fixture
def suite(tmp_path):
    """The sample's suite in a folder of its own, with a patch for one amended figure."""
    home = tmp_path / "suite"
    home.mkdir()
    shutil.copy(SAMPLE / "golden.jsonl", home)
    shutil.copy(SAMPLE / "manifests" / "green.jsonl", home)
    (home / "suite.toml").write_text(SUITE, "utf-8")
    amended = (home / "green.jsonl").read_text("utf-8").replace(*CHANGED)
    (home / "amended.jsonl").write_text(amended, "utf-8")
    run_suite(home / "suite.toml", db=tmp_path / "unbury.db")
    made = make_patch(
        home / "golden.jsonl", manifest=home / "amended.jsonl", old=home / "green.jsonl"
    )
    save_patch(made.patch, home / "amended.patch.jsonl")
    return home


def test_a_changed_figure_is_shown_accepted_and_written(browsing, browser, suite, tmp_path):
    before = (suite / "golden.jsonl").read_bytes().splitlines()
    with browsing.serving(tmp_path / "unbury.db", tmp_path, write=True) as url:
        visitor = browsing.Visitor.of(browser, url, locale="en-US")
        visitor.open("/golden")
        visitor.heading("Re-anchoring to review")
        visitor.reads("in the most similar words a figure changed")
        visitor.reads("1.720 → 1.700")
        visitor.write("Who decides", "Marta R.")
        visitor.press("Accept")
        visitor.reads("1 of 1 decided")
        visitor.press("Write the new version with 1 decision")
        visitor.reads("The new version is written")
        assert visitor.outside == []
    (line,) = read_patch(suite / "amended.patch.jsonl").proposals
    assert (line.ruling, line.by) == (Ruling.ACCEPT, "Marta R.")
    after = (suite / "golden-2.jsonl").read_bytes().splitlines()
    changed = [n for n, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    assert [json.loads(after[n])["id"] for n in changed] == [line.case_id]
    golden = read_golden(suite / "golden-2.jsonl")
    quotes = [it.quote or "" for it in golden.by_id[line.case_id].expected]
    assert any("1.700 horas anuales" in quote for quote in quotes)
