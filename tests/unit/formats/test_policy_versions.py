"""A policy written out, read back, and changed one number at a time."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.formats.policy import read_policy
from evalcore.formats.policy_export import policy_to_toml, write_policy
from evalcore.formats.policy_table import changed_settings, settings_of, with_settings
from evalcore.model.policy import JudgePolicy, NoisePolicy, Policy, RecallPolicy

calm = settings(deadline=None, max_examples=60)
shares = st.fractions(0, 1, max_denominator=10**6).filter(lambda it: it < 1)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@calm
@given(
    ceiling=shares,
    domain=st.dictionaries(texts.filter(bool), shares, max_size=3),
    floor=st.fractions(Fraction(1, 2), 1, max_denominator=1000),
    author=texts,
    reason=texts,
)
def test_what_is_written_reads_back_as_the_same_policy(tmp_path_factory, **numbers):
    policy = Policy(
        recall=RecallPolicy(floor=numbers["floor"]),
        noise=NoisePolicy(ceiling=numbers["ceiling"], domain=numbers["domain"]),
        judge=JudgePolicy(correctness=Fraction(9, 10)) if numbers["author"] else None,
        author=numbers["author"] or None,
        reason=numbers["reason"] or None,
    )
    path = tmp_path_factory.mktemp("policy") / "policy.toml"
    write_policy(path, policy)
    assert read_policy(path) == policy


def test_every_number_of_the_seeds_stands_in_the_file():
    text = policy_to_toml(Policy())
    for line in ('floor = "9/10"', "mean_quality = 95", 'ceiling = "3/10"', "documented = true"):
        assert line in text


def test_a_setting_changes_one_number_and_nothing_else():
    changed = with_settings(Policy(), ["noise.ceiling=4/10"])
    assert changed == replace(Policy(), noise=NoisePolicy(ceiling=Fraction(2, 5)))
    assert changed_settings(Policy(), changed) == {"noise.ceiling": ("3/10", "2/5")}


@pytest.mark.parametrize(
    ("setting", "key"),
    [
        ("recall.floor=0.95", "recall.floor"),
        ("tolerance.documented=false", "tolerance.documented"),
        ("sampling.pass=2/3", "sampling.pass"),
        ("noise.domain.legal=4/10", "noise.domain.legal"),
        ("noise.domain.a.b = c=1/2", "noise.domain.a.b = c"),
        ("golden.min_cases=0", "golden.min_cases"),
    ],
)
def test_every_kind_of_number_can_be_set(setting, key):
    changed = with_settings(Policy(), [setting])
    assert list(changed_settings(Policy(), changed)) == [key]
    assert with_settings(changed, []) == changed


def test_a_domain_without_a_value_goes_back_to_the_general_ceiling():
    own = with_settings(Policy(), ["noise.domain.legal=4/10"])
    assert with_settings(own, ["noise.domain.legal="]) == Policy()


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("noise.cieling=1/2", 'did you mean "ceiling"'),
        ("nois.ceiling=1/2", 'did you mean "noise"'),
        ("noise.ceiling", "write section.key=value"),
        ("noise.ceiling=1", "out of range"),
        ("noise.ceiling=nan", "not a fraction"),
        ("noise.ceiling=much", "not a fraction"),
        ("noise.tolerance=1", "out of range"),
        ("recall.floor=0", "out of range"),
        ("recall.mean_quality=0", "out of range"),
        ("tolerance.gold=1", "not negotiable"),
        ("tolerance.other=1", "out of range"),
        ("sampling.min_agreement=0.67", 'write the fraction: "2/3"'),
        ("sampling.system=0", "out of range"),
        ("recall.floor=2026-01-01", "not a fraction"),
    ],
)
def test_no_setting_may_say_what_no_policy_file_may_say_b53(setting, says):
    with pytest.raises(InputError, match=says):
        with_settings(Policy(), [setting])


def test_settings_name_every_number_and_no_signature():
    found = settings_of(Policy(author="M. R.", reason="why"))
    assert found["recall.floor"] == "9/10"
    assert found["tolerance.documented"] == "true"
    assert not {"author", "reason"} & set(found)


def test_a_file_is_replaced_whole_and_the_earlier_one_is_kept(tmp_path):
    path, kept = tmp_path / "policy.toml", tmp_path / "policy-old.toml"
    path.write_text("# my notes\n", "utf-8")
    path.chmod(0o640)
    write_policy(path, Policy(author="A"), keep_as=kept)
    assert kept.read_text("utf-8") == "# my notes\n"
    assert read_policy(path).author == "A"
    assert path.stat().st_mode & 0o777 == 0o640
    write_policy(path, Policy(author="B"), keep_as=kept)
    assert kept.read_text("utf-8") == "# my notes\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["policy-old.toml", "policy.toml"]


def test_a_folder_that_cannot_be_written_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "policy.toml"
    path.write_text("# mine\n", "utf-8")
    monkeypatch.setattr("evalcore.formats.policy_export.write_whole", _refuse)
    with pytest.raises(InputError, match="cannot be written"):
        write_policy(path, Policy())
    assert path.read_text("utf-8") == "# mine\n"


def _refuse(*_):
    raise PermissionError(13, "Permission denied")
