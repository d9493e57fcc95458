"""Corpora really cut anew: no automatic anchor is wrong, judged by where each quote stood."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAW = ROOT.parent / "shared" / "data" / "es_legal"
SQUAD = ROOT.parent / "shared" / "data" / "squad_es_v2"


@pytest.fixture(scope="module")
def measured():
    spec = importlib.util.spec_from_file_location("reanchor", ROOT / "benchmarks" / "reanchor.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["reanchor"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["reanchor"]


def test_the_sample_in_three_other_cuts_has_no_wrong_automatic_anchor(measured):
    rows = list(measured.sample_rows())
    assert len(rows) == 6
    assert [row.wrong for row in rows] == [0] * 6
    with_old = [row for row in rows if "without" not in row.how]
    assert all(row.automatic + row.proposed >= 0.9 * row.labels for row in with_old)
    assert all(row.automatic >= 0.65 * row.labels for row in with_old)


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not LAW.is_dir(), reason="the shared laws are not beside the project")
def test_articles_cut_into_paragraphs_have_no_wrong_automatic_anchor(measured):
    rows = list(measured.law_rows())
    assert [row.wrong for row in rows] == [0, 0]
    assert all(row.automatic >= 0.8 * row.labels >= 400 for row in rows)


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not LAW.is_dir(), reason="the shared laws are not beside the project")
def test_amended_articles_never_re_anchor_a_sentence_that_changed(measured):
    found = measured.trap()
    assert found.gone > 100
    assert found.figure_changed > 10
    assert (found.automatic > 300, found.wrong) == (True, 0)
