"""Policies and suites in TOML: what is written is exactly what counts."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.formats.policy import read_policy
from evalcore.formats.suite import read_suite
from evalcore.model.canonical import content_hash
from evalcore.model.exam import Exam
from evalcore.model.policy import Policy
from evalcore.model.words import Direction, Gain, Level

WHOLE = """
author = "ana"
reason = "first full suite"
[recall]
floor = "9/10"
mean_quality = 95
min_grade = 1
[noise]
ceiling = "3/10"
tolerance = "0"
[noise.domain]
legal = "4/10"
[tolerance]
gold = 0
other = "5/100"
documented = true
[regression]
quality = 0.0
mrr = 0.0
gold_mrr = 0.0
noise = 0.0
cell_cases = 0
[sampling]
system = 1
judge = 5
pass = "3/5"
min_agreement = "4/5"
[golden]
min_cases = 50
max_broken = "5/100"
expires_months = 6
[ingest]
max_rejected = 0
"""


def policy(tmp_path: Path, text: str) -> Policy:
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return read_policy(path)


def test_the_policy_of_the_design_is_the_default_one_and_a_domain(tmp_path: Path) -> None:
    found = policy(tmp_path, WHOLE)
    assert dict(found.noise.domain) == {"legal": Fraction(2, 5)}
    assert (found.author, found.reason) == ("ana", "first full suite")
    rest = WHOLE.replace('[noise.domain]\nlegal = "4/10"\n', "").replace('author = "ana"\n', "")
    assert policy(tmp_path, rest.replace('reason = "first full suite"\n', "")) == Policy()


def test_an_empty_policy_keeps_the_seeds_numbers(tmp_path: Path) -> None:
    assert policy(tmp_path, "") == Policy()


def test_decimals_are_exact(tmp_path: Path) -> None:
    found = policy(tmp_path, "[recall]\nfloor = 0.9\nmean_quality = 95.5\n[noise]\nceiling = 0.3\n")
    assert found.recall.floor == Fraction(9, 10)
    assert found.recall.mean_quality == Fraction(191, 2)
    assert found.noise.ceiling == Fraction(3, 10)


def test_an_explicit_zero_is_never_replaced_by_a_default(tmp_path: Path) -> None:
    """B53."""
    text = "[tolerance]\nother = 0\n[golden]\nmin_cases = 0\nmax_broken = 0\n[noise]\nceiling = 0\n"
    found = policy(tmp_path, text)
    assert found.tolerance.other == 0
    assert (found.golden.min_cases, found.golden.max_broken) == (0, 0)
    assert found.noise.ceiling == 0


def test_the_ends_of_the_ranges_are_legal(tmp_path: Path) -> None:
    found = policy(
        tmp_path,
        "[recall]\nfloor = 1\nmean_quality = 100\n[tolerance]\nother = 0.5\n"
        '[sampling]\npass = 1\nmin_agreement = "5/5"\n',
    )
    assert (found.recall.floor, found.recall.mean_quality) == (1, 100)
    assert found.tolerance.other == Fraction(1, 2)
    assert (found.sampling.pass_share, found.sampling.min_agreement) == (1, 1)


def test_every_problem_of_a_policy_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        policy(tmp_path, "[recall]\nfloor = 0\n# note\nmin_grade = 0\n[tolerance]\ngold = 2\n")
    told = [(problem.line, problem.field) for problem in caught.value.problems]
    assert told == [(2, "recall.floor"), (4, "recall.min_grade"), (6, "tolerance.gold")]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("0.67", "2/3"), ("0.6", "3/5"), ("0.66", "2/3"), ("0.8", "4/5"), ("0.33", "1/3")],
)
def test_a_decimal_share_of_samples_names_the_fraction(
    written: str, meant: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=f'"{meant}"'):
        policy(tmp_path, f"[sampling]\npass = {written}\n")


@settings(deadline=None, max_examples=60)
@given(
    value=st.fractions(Fraction(1, 2), 1, max_denominator=1000),
    other=st.integers(0, 500).map(lambda n: Fraction(n, 1000)),
)
def test_fractions_and_decimals_are_read_exactly(
    value: Fraction, other: Fraction, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = f'[recall]\nfloor = "{value}"\n[tolerance]\nother = {int(other * 1000) / 1000}\n'
    found = policy(tmp_path_factory.mktemp("policy"), text)
    assert found.recall.floor == value
    assert found.tolerance.other == other


SUITE = """
name = "despacho-laboral"
golden = "data/golden.jsonl"
manifest = "chunks.jsonl"
policy = "policy.toml"
cutoff = 10
depth = 100
level = "document"
gain = "exponential"
direction = "lower"
date = 2026-01-31
[retriever]
kind = "embedded"
boost = 1.5
filters = { domain = "legal" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "golden.jsonl").write_text("")
    (tmp_path / "chunks.jsonl").write_text("")
    (tmp_path / "policy.toml").write_text("[recall]\nmin_grade = 2\n")
    return tmp_path


def write(folder: Path, text: str) -> Path:
    path = folder / "suite.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_suite_is_read_whole_with_its_paths_from_its_own_folder(folder: Path) -> None:
    suite = read_suite(write(folder, SUITE))
    assert suite.name == "despacho-laboral"
    assert suite.golden == (folder / "data" / "golden.jsonl").resolve()
    assert suite.manifest == (folder / "chunks.jsonl").resolve()
    assert suite.folder == folder.resolve()
    assert suite.run_date == date(2026, 1, 31)
    assert suite.retriever == {
        "kind": "embedded",
        "boost": 1.5,
        "filters": {"domain": "legal"},
    }
    assert suite.exam == Exam(
        cutoff=10,
        depth=100,
        min_grade=2,
        gain=Gain.EXPONENTIAL,
        level=Level.DOCUMENT,
        direction=Direction.LOWER,
    )


def test_the_suite_as_written_has_a_hash_that_spacing_does_not_change(folder: Path) -> None:
    first = read_suite(write(folder, SUITE))
    second = read_suite(write(folder, "# note\n" + SUITE.replace(" = ", "=")))
    other = read_suite(write(folder, SUITE.replace("cutoff = 10", "cutoff = 11")))
    assert content_hash(first.written) == content_hash(second.written)
    assert content_hash(first.written) != content_hash(other.written)


def test_what_a_suite_leaves_out_has_its_default(folder: Path) -> None:
    short = 'name = "a"\ngolden = "chunks.jsonl"\n[retriever]\nkind = "python"\n'
    suite = read_suite(write(folder, short))
    assert suite.exam == Exam()
    assert (suite.manifest, suite.policy, suite.run_date) == (None, None, None)
    deep = read_suite(write(folder, "cutoff = 250\n" + short))
    assert (deep.exam.cutoff, deep.exam.depth) == (250, 250)


def test_a_date_may_be_written_as_text(folder: Path) -> None:
    suite = read_suite(write(folder, SUITE.replace("2026-01-31", '"2026-01-31"')))
    assert suite.run_date == date(2026, 1, 31)


def test_less_depth_than_cutoff_is_an_error(folder: Path) -> None:
    with pytest.raises(InputError, match="depth 5 is less than the cutoff 10"):
        read_suite(write(folder, SUITE.replace("depth = 100", "depth = 5")))


def test_min_grade_belongs_to_the_policy(folder: Path) -> None:
    with pytest.raises(InputError, match='unknown key "min_grade"'):
        read_suite(write(folder, "min_grade = 2\n" + SUITE))


@pytest.mark.parametrize("name", ["x" * 5_000, "a\\u0000b", "../none", ""])
def test_paths_that_cannot_be_are_errors(name: str, folder: Path) -> None:
    text = SUITE.replace("data/golden.jsonl", name)
    with pytest.raises(InputError, match="no file"):
        read_suite(write(folder, text))
