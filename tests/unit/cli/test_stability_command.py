"""``unbury stability``, as a person types it."""

import pytest

from support import two_noises
from support.bench import case


@pytest.fixture
def three(bench, unbury):
    for number in range(3):
        bench.bring(two_noises.golden(), two_noises.rankings(number))
        bench.judge(policy=two_noises.POLICY, label=f"run-{number + 1}")
    return ["run-1", "run-2", "run-3"]


def test_the_json_holds_what_the_contract_names(unbury, three):
    done = unbury("stability", *three, "--json")
    assert done.exit == 0
    found = done.json
    assert found["frozen"] is True
    assert found["usable"] is True
    assert [found["cases"][name] for name in two_noises.NAMED] == [3, 1, 2, 1]
    assert found["aggregate"]["passing"] == {"values": [15, 16, 16], "largest": 1}
    assert found["tolerance"]["case_votes"] == 2
    quality = found["aggregate"]["quality"]
    assert quality["largest"] < found["tolerance"]["quality"] == quality["tolerance"]
    assert found["never_undecided"] is True
    assert len(found["runs"]) == 3
    assert found["reason"]


def test_the_terminal_tells_the_sentence_the_means_and_the_restless_cases(
    unbury, three, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "80")
    done = unbury("stability", *three)
    assert "USABLE" in done.out
    assert "passing cases: 15, 16, 16 of 21" in done.out
    assert "evals-skills-for-coding-agents" in done.out
    assert "can never leave a case undecided" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_measure_that_is_too_noisy_leaves_with_cannot_judge(unbury, three):
    done = unbury("stability", *three, "--worth", "1", "--json")
    assert done.exit == 3
    assert done.json["usable"] is False


def test_a_new_policy_version_is_written_on_request(bench, unbury, three):
    done = unbury(
        "stability", *three, "--write-policy", "new.toml", "--author", "ana", "--reason", "why"
    )
    assert done.exit == 0
    assert "regression.quality: 0 becomes " in done.out
    assert 'author = "ana"' in (bench.folder / "new.toml").read_text(encoding="utf-8")
    again = unbury("stability", *three, "--write-policy", "new.toml", "--reason", "why")
    assert again.exit == 2
    assert "there already" in again.err


def test_runs_that_are_no_repetitions_are_refused(bench, unbury, three):
    bench.bring(two_noises.golden(), two_noises.rankings(3))
    bench.judge(label="loose")
    done = unbury("stability", "run-1", "run-2", "loose")
    assert done.exit == 2
    assert "policy: " in done.err


def test_b54_an_undecided_case_is_one_word_in_state_rule_verdict_and_exit(bench, unbury):
    votes = {f"c{n}": (5,) for n in range(50)} | {"split": (3,)}
    bench.bring(
        [case(name, f"chunk of {name}") for name in votes],
        two_noises.rankings(0, votes),
    )
    done = unbury("import", "--golden", "golden.jsonl", "--rankings", "rankings.jsonl", "--json")
    assert done.exit == 3
    assert done.json["verdict"] == "CANNOT JUDGE"
    assert done.json["exit"] == 3
    (split,) = (one for one in done.json["cases"] if one["id"] == "split")
    assert (split["state"], split["agreement"]) == ("undecided", "3/5")
    assert split["quality"] == 60  # the mean of its samples
    judged = next(rule for rule in done.json["rules"] if rule["rule"] == "judged")
    assert (judged["status"], judged["cases"]) == ("not_evaluated", ["split"])
    shown = unbury("show", "latest")
    assert "CANNOT JUDGE" in shown.out
    assert "undecided" in shown.out
    assert unbury("promote", "latest", "--why", "no", "--who", "ana").exit == 2


def test_b52_no_sample_at_all_is_no_run(bench, unbury):
    suite = 'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "recorded"\n'
    bench.write("suite.toml", suite + 'rankings = "rankings.jsonl"\n')
    bench.bring(two_noises.golden(), two_noises.rankings(0))
    assert unbury("run", "suite.toml", "--samples", "0").exit == 2
