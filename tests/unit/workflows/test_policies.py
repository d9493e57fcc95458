"""A saved policy version: signed, kept, and read by the next run; stored runs keep theirs."""

from dataclasses import replace
from fractions import Fraction

import pytest

from evalcore.errors import InputError, StoreError, UsageError
from evalcore.formats.policy import read_policy
from evalcore.formats.policy_table import with_settings
from evalcore.workflows.gate_run import gate_run
from evalcore.workflows.policies import hash_of, in_force, save_version, version, versions
from evalcore.workflows.verify_run import verify_run

from support.bench import case, listed, plain

SUITE = 'policy = "policy.toml"\n[retriever]\nkind = "recorded"\nrankings = "rankings.jsonl"\n'
NOTES = '# read off the first suite\n[noise]\nceiling = "3/4"\n'
SIGNED = {"author": "M. R.", "reason": "calibrated on Friday's suite"}


@pytest.fixture
def suite(bench):
    """One run of a suite on disk, with noise 2/3, under a ceiling of 3/4."""
    bench.bring([case("q", plain("a"))], [listed("q", "a", "b", "c")])
    bench.write("policy.toml", NOTES)
    bench.run(SUITE, label="first")
    return bench


def save(bench, *settings, **how):
    now = in_force(bench.db, "s")
    policy = with_settings(now.policy, settings)
    return save_version(bench.db, "s", policy, **{"instead_of": now.hash, **SIGNED, **how})


def test_the_policy_in_force_is_the_one_on_disk(suite):
    now = in_force(suite.db, "s")
    assert now.file == suite.folder / "policy.toml"
    assert now.policy.noise.ceiling == Fraction(3, 4)
    suite.write("policy.toml", '[noise]\nceiling = "1/2"\n')
    assert in_force(suite.db, "s").policy.noise.ceiling == Fraction(1, 2)


def test_the_next_run_uses_a_saved_version_and_the_earlier_run_keeps_its_own(suite):
    saved = save(suite, "noise.ceiling=1/2")
    second = suite.run(SUITE, label="second")
    assert second.verdict.decision.value == "BLOCK"
    assert suite.stored("second").record.policy_hash == saved.hash
    assert suite.stored("first").verdict.decision.value == "ACCEPT"
    assert suite.stored("first").policy.noise.ceiling == Fraction(3, 4)
    assert verify_run(suite.db, "first").agrees


def test_a_saved_version_carries_who_and_why_in_the_file_and_in_the_store(suite):
    saved = save(suite, "noise.ceiling=1/2")
    for policy in (read_policy(saved.file), version(suite.db, saved.hash[:10])):
        assert (policy.author, policy.reason) == tuple(SIGNED.values())
        assert policy.noise.ceiling == Fraction(1, 2)


def test_what_people_noted_in_the_earlier_file_is_kept_beside_it(suite):
    before = in_force(suite.db, "s").hash
    saved = save(suite, "noise.ceiling=1/2")
    assert saved.kept == suite.folder / f"policy-{before[:8]}.toml"
    assert saved.kept.read_text("utf-8") == NOTES


@pytest.mark.parametrize("missing", [{"author": " "}, {"reason": ""}])
def test_nothing_is_saved_unsigned(suite, missing):
    with pytest.raises(UsageError, match="is signed"):
        save(suite, "noise.ceiling=1/2", **missing)
    assert (suite.folder / "policy.toml").read_text("utf-8") == NOTES
    assert len(versions(suite.db)) == 1


def test_a_file_that_changed_in_between_is_not_overwritten(suite):
    stale = in_force(suite.db, "s").hash
    other = '[noise]\nceiling = "2/5"\n'
    suite.write("policy.toml", other)
    with pytest.raises(UsageError, match="another policy is in force"):
        save(suite, "noise.ceiling=1/2", instead_of=stale)
    assert (suite.folder / "policy.toml").read_text("utf-8") == other
    assert len(versions(suite.db)) == 1


def test_a_policy_that_switches_the_noise_rule_off_is_refused(suite):
    with pytest.raises(InputError, match="can never be exceeded"):
        save(suite, "noise.ceiling=9/10")
    off = replace(in_force(suite.db, "s").policy)
    off = replace(off, recall=replace(off.recall, floor=Fraction(0)))
    with pytest.raises(InputError, match="out of range"):
        save_version(suite.db, "s", off, instead_of=in_force(suite.db, "s").hash, **SIGNED)
    assert len(versions(suite.db)) == 1
    assert (suite.folder / "policy.toml").read_text("utf-8") == NOTES


def test_a_policy_that_changes_nothing_is_no_new_version(suite):
    with pytest.raises(UsageError, match="changes no number"):
        save(suite)


def test_a_suite_that_is_not_on_this_machine_keeps_the_version_without_a_file(suite):
    (suite.folder / "suite.toml").rename(suite.folder / "elsewhere.toml")
    now = in_force(suite.db, "s")
    assert now.file is None
    assert "not on this machine" in str(now.why)
    saved = save(suite, "noise.ceiling=1/2")
    assert saved.file is None
    assert version(suite.db, saved.hash).noise.ceiling == Fraction(1, 2)
    assert (suite.folder / "policy.toml").read_text("utf-8") == NOTES


def test_another_suite_in_the_same_folder_is_left_alone(suite):
    text = (suite.folder / "suite.toml").read_text("utf-8")
    suite.write("suite.toml", text.replace('name = "s"', 'name = "other"'))
    assert in_force(suite.db, "s").file is None
    save(suite, "noise.ceiling=1/2")
    assert (suite.folder / "policy.toml").read_text("utf-8") == NOTES


def test_a_stored_version_judges_a_run_by_its_first_digits(suite):
    saved = save(suite, "noise.ceiling=1/2")
    again = gate_run(suite.db, "first", policy=version(suite.db, saved.hash[:6]))
    assert again.verdict.decision.value == "BLOCK"
    newest, oldest = versions(suite.db)
    assert (newest.hash, len(newest.runs), newest.suites) == (saved.hash, 1, ("s",))
    assert (oldest.hash, len(oldest.runs)) == (hash_of(read_policy(saved.kept)), 1)


@pytest.mark.parametrize("prefix", ["", "zz"])
def test_a_version_that_is_not_there_or_not_one_is_said(suite, prefix):
    save(suite, "noise.ceiling=1/2")
    with pytest.raises(StoreError, match="unbury policies"):
        version(suite.db, prefix)
