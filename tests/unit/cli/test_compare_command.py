"""What changed, for a terminal and for programs; baselines by option."""

import pytest

from support.bench import case, listed, plain

ASKED = 30


@pytest.fixture
def rose_and_fell(bench):
    """Ten questions rise and eight fall, mean quality stays: base and candidate."""
    policy = (
        'author = "M. R."\nreason = "ten chunks a question"\n'
        '[recall]\nfloor = "1/2"\nmean_quality = 50\n'
        '[tolerance]\nother = "1/2"\ndocumented = false\n'
    )
    ten = [plain(f"c{n}") for n in range(10)]
    kinds = ["rose"] * 10 + ["fell"] * 8 + ["calm"] * 182
    golden = [case(f"{kind}-{n}", *ten, category=kind) for n, kind in enumerate(kinds)]

    def answers(rose, fell):
        found = {"rose": rose, "fell": fell, "calm": 10}
        return [
            listed(f"{kind}-{n}", *[f"c{i}" for i in range(found[kind])])
            for n, kind in enumerate(kinds)
        ]

    for label, rose, fell in (("base", 0, 10), ("candidate", 9, 0)):
        bench.bring(golden, answers(rose, fell))
        bench.judge(label=label, suite="s", policy=policy)
        if label == "base":
            from evalcore.workflows.promote_run import promote_run

            promote_run(bench.db, "base", who="M. R.", why="First suite")
    return bench


def test_the_eighteen_lead_the_text_and_the_mean_comes_after(unbury, rose_and_fell, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = unbury("compare", "base", "candidate")
    assert said.exit == 0
    lines = said.out.splitlines()
    assert lines[1] == "18 of 200 shared questions changed verdict: 8 now fail, 10 now pass."
    assert "The mean hides it: quality 95.000 before, 95.000 after." in said.out
    assert said.out.index("fell-10  pass → fail") < said.out.index("measure")
    assert "category fell: now failing 8" in said.out
    assert max(map(len, lines)) <= 80


def test_the_category_that_got_worse_blocks(rose_and_fell):
    run = rose_and_fell.stored("candidate")
    rules = {one.rule: one for one in run.verdict.rules}
    failing = [name for name, one in rules.items() if one.status == "fails"]
    assert failing == ["regression"]
    assert rules["mean_quality"].value == 95
    assert "category «fell»" in str(run.verdict.sentence)
    assert ": 8, and 0 are allowed" in str(run.verdict.sentence)


def test_the_answer_for_programs(unbury, rose_and_fell):
    answer = unbury("compare", "base", "candidate", "--json").json
    assert answer["counts"] == {
        "improved": 10,
        "worsened": 8,
        "flipped": 18,
        "within_noise": 182,
        "not_comparable": 0,
    }
    assert answer["shared"] == 200
    first = answer["cases"][0]
    assert (first["id"], first["change"], first["from"], first["to"]) == (
        "fell-10",
        "worsened",
        "pass",
        "fail",
    )
    assert first["expected"][0] == {
        "chunk_id": "c0",
        "grade": 1,
        "gold": False,
        "rank_before": 1,
        "rank_after": None,
    }
    quality = answer["measures"]["quality"]
    assert quality["delta"] == 0
    assert quality.keys() >= {"base", "candidate", "low", "high", "p", "resolvable"}
    assert answer["manifest"] is None
    assert answer["differences"] == []


def test_runs_of_different_exams_are_refused(unbury, rose_and_fell):
    rose_and_fell.judge(label="short", suite="s", cutoff=5)
    said = unbury("compare", "base", "short")
    assert said.exit == 2
    assert "cutoff 10 and 5" in said.err


def test_with_few_questions_it_says_that_nothing_could_be_told(unbury, bench):
    golden = [case(f"q{n}", plain("a")) for n in range(3)]
    for label, chunk in (("one", "a"), ("two", "b")):
        bench.bring(golden, [listed(f"q{n}", chunk) for n in range(3)])
        bench.judge(label=label, suite="s")
    said = unbury("compare", "one", "two").out
    assert "With 3 questions no outcome could be told from chance." in said


def test_a_case_that_cannot_be_compared_says_why(unbury, bench):
    bench.bring([case("q", "a")], [listed("q", "a")])
    bench.judge(label="one", suite="s")
    bench.bring([case("q", "a", question="[bold]Other[/bold]?")], [listed("q", "a")])
    bench.judge(label="two", suite="s")
    said = unbury("compare", "one", "two").out
    assert "nothing can be compared" in said
    assert "not the same in both runs" in said
    assert "[bold]Other[/bold]?" in said


def test_run_import_and_gate_take_a_baseline(unbury, rose_and_fell):
    files = ("--golden", "golden.jsonl", "--rankings", "rankings.jsonl", "--suite", "s")
    policy = ("--policy", "policy.toml")
    blocked = unbury("import", *files, *policy, "--baseline", "base", "--json")
    assert blocked.exit == 1
    alone = unbury("import", *files, *policy, "--baseline", "candidate", "--json")
    assert alone.exit == 0
    again = unbury("gate", alone.json["run"], "--baseline", "base", "--json")
    assert again.exit == 1
    suite = (
        'name = "s"\ngolden = "golden.jsonl"\npolicy = "policy.toml"\n'
        'author = "M. R."\nreason = "recorded elsewhere"\n'
        '[retriever]\nkind = "recorded"\nrankings = "rankings.jsonl"\n'
    )
    rose_and_fell.write("suite.toml", suite)
    ran = unbury("run", "suite.toml", "--baseline", "base", "--json")
    rules = {rule["rule"]: rule for rule in ran.json["rules"]}
    assert (ran.exit, rules["comparable"]["status"]) == (1, "holds")


def test_the_median_is_named_where_it_is_promoted(unbury, rose_and_fell):
    done = unbury("promote", "base", "--why", "again", "--who", "M. R.")
    assert done.exit == 0
    assert "(base) is now the baseline of s." in done.out
    refused = unbury("promote", "base", "candidate", "--why", "again", "--who", "M. R.")
    assert (refused.exit, "only an accepted run" in refused.err) == (2, True)
