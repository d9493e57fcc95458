"""Corpora really cut anew: no automatic anchor is wrong, judged by where each quote stood."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAW = ROOT.parent / "shared" / "data" / "es_legal"


@pytest.fixture(scope="module")
def measured():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        yield importlib.import_module("reanchor")


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
