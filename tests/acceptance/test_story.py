"""The sample's story: every figure comes from really running the suite."""

import pytest

LABELS = {"green", "friday", "repaired"}


def test_the_story_is_told_and_friday_is_printed_as_a_block(told):
    _, done = told
    assert "BLOCK" in done.out
    assert "buried at rank" in " ".join(done.out.split())


def test_every_state_is_stored_under_its_label(told):
    shell, _ = told
    runs = shell.read("runs", "--json").json["runs"]
    labels = {run["label"]: run["verdict"] for run in runs}
    assert labels.keys() >= LABELS
    assert sum(label.startswith("week-") for label in labels) >= 6
    assert labels["friday"] == "BLOCK"
    assert {v for label, v in labels.items() if label != "friday"} == {"ACCEPT"}


def test_friday_blocks_for_one_buried_table_although_the_mean_is_green(told):
    shell, _ = told
    friday = shell.read("show", "friday", "--json").json
    rules = {rule["rule"]: rule for rule in friday["rules"]}
    assert rules["mean_quality"]["status"] == "holds"
    assert rules["mean_quality"]["value"] > 95
    failing = [name for name, it in rules.items() if it["status"] == "fails"]
    assert failing == ["gold_failures", "regression"]
    assert rules["regression"]["cases"] == rules["gold_failures"]["cases"]
    failed = [case for case in friday["cases"] if case["state"] == "fail"]
    assert [case["question"] for case in failed] == [
        "¿Qué percibos exige un desplazamiento internacional?"
    ]
    buried = [e for e in failed[0]["expected"] if e["place"] == "misranked"]
    assert len(buried) == 1
    assert 11 <= buried[0]["rank"] <= 17
    assert failed[0]["question"] in friday["reason"]
    assert f"rank {buried[0]['rank']}" in friday["reason"]


def test_the_repaired_state_brings_the_table_back(told):
    shell, _ = told
    before = shell.read("show", "green", "--json").json
    after = shell.read("show", "repaired", "--json").json
    for run in (before, after):
        case = next(c for c in run["cases"] if "desplazamiento internacional?" in c["question"])
        assert case["state"] == "pass"


@pytest.mark.parametrize("label", ["friday", "repaired", "green"])
def test_verify_agrees_bit_for_bit(told, label):
    shell, _ = told
    done = shell.read("verify", label, "--json")
    assert (done.exit, done.json["agrees"]) == (0, True)


def test_the_green_run_is_the_promoted_baseline(told):
    shell, _ = told
    baseline = shell.read("show", "baseline", "--json").json
    assert baseline["label"] == "green"


def test_every_week_was_held_against_the_baseline_and_held(told):
    shell, _ = told
    for label in ("week-1", "week-6", "repaired"):
        rules = {rule["rule"]: rule for rule in shell.read("show", label, "--json").json["rules"]}
        assert (rules["comparable"]["status"], rules["comparable"]["value"]) == ("holds", 1)
        assert rules["regression"]["status"] == "holds"


def test_the_comparison_says_who_stands_above_the_buried_table_and_since_when(told):
    shell, _ = told
    changed = shell.read("compare", "baseline", "friday", "--json").json
    assert changed["counts"]["flipped"] == 1
    flipped = changed["cases"][0]
    assert (flipped["from"], flipped["to"]) == ("pass", "fail")
    (buried,) = [one for one in flipped["expected"] if (one["rank_after"] or 0) > 10]
    assert buried["rank_before"] <= 10
    assert len(flipped["displacers"]) >= 7
    batches = {who["batch"] for who in flipped["displacers"]}
    assert all("viajes" in batch for batch in batches)
    assert batches <= set(changed["manifest"]["new_batches"])


def test_blind_cases_never_show_one_by_one(told):
    shell, _ = told
    run = shell.read("show", "friday", "--json").json
    golden = (shell.folder / "unused").exists()
    assert not golden
    assert all(case["state"] != "blind" for case in run["cases"])


def test_the_noise_ceiling_can_fire_and_does_not_fire_by_construction(told):
    shell, _ = told
    run = shell.read("show", "green", "--json").json
    noise = sorted(case["noise"] for case in run["cases"] if case["noise"] is not None)
    assert len(set(noise)) >= 4
    assert noise[-1] <= 0.8


def test_a_second_demo_replaces_its_own_file_only(told):
    shell, _ = told
    other = shell.folder / "mine.db"
    other.write_bytes(shell.db.read_bytes())
    done = shell.unbury("demo", "--no-serve", "--db", other)
    assert done.exit == 2
    assert "already holds runs" in done.err
