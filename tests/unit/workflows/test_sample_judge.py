"""The sample's prompts may be sent, and its answers are those of its subset."""

from pathlib import Path

from evalcore.formats.answers import read_answers
from evalcore.formats.golden import read_golden
from evalcore.formats.suite import read_suite
from evalcore.model.judgement import JudgedMeasure
from evalcore.workflows.judge_cases import choose
from evalcore.workflows.judge_prompts import linted

SUITE = Path(__file__).parents[3] / "sample_runs" / "despacho" / "suite.toml"


def test_every_prompt_of_the_sample_is_without_fault():
    found = linted(read_suite(SUITE).judge)
    assert set(found.prompts) == set(JudgedMeasure)
    assert found.findings == ()


def test_the_sample_answers_are_those_of_the_subset_in_its_suite():
    suite = read_suite(SUITE)
    chosen = choose(read_golden(suite.golden).cases, suite.judge.subset)
    assert chosen.gaps == ()
    assert {case.id for case in chosen.cases} == set(read_answers(suite.judge.answers))


def test_the_sample_asks_nobody():
    judge = read_suite(SUITE).judge
    assert judge.base_url is None
    assert judge.model is None
