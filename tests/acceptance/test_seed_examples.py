"""Chapter 17's two worked examples, typed as files and imported as a user would."""

from support.shell import ROOT

SEEDS = ROOT / "sample_runs" / "seed_examples"


def imported(shell, name, rankings="rankings.jsonl"):
    folder = SEEDS / name
    return shell.unbury(
        "import",
        "--golden",
        folder / "golden.jsonl",
        "--rankings",
        folder / rankings,
        "--manifest",
        folder / "chunks.jsonl",
        "--json",
    )


def test_irpf_gets_recall_two_thirds_quality_0_and_blocks(shell):
    done = imported(shell, "irpf")
    assert done.exit == 1
    assert (done.json["verdict"], done.json["exit"]) == ("BLOCK", 1)
    case = done.json["cases"][0]
    assert case["recall"] == 2 / 3
    assert case["quality"] == 0
    places = {e["chunk_id"]: (e["place"], e["rank"]) for e in case["expected"]}
    assert places == {
        "gold_001": ("found", 1),
        "silver_legal_045": ("found", 3),
        "silver_finanzas_123": ("misranked", 15),
    }


def test_irpf_keeps_the_literal_noise_rule(shell):
    case = imported(shell, "irpf").json["cases"][0]
    assert (case["noise"], case["noise_count"]) == (0, 0)


def test_the_convenio_question_gets_quality_100_with_gold_second(shell):
    case = imported(shell, "asuntos_propios").json["cases"][0]
    assert (case["recall"], case["quality"]) == (1, 100)
    places = {e["chunk_id"]: (e["rank"], e["gold"]) for e in case["expected"]}
    assert places == {"silver_art_012": (1, False), "gold_003": (2, True)}


def test_ten_results_for_two_expected_are_over_the_30_per_cent_rule(shell):
    done = imported(shell, "asuntos_propios")
    noise = next(rule for rule in done.json["rules"] if rule["rule"] == "noise")
    assert (done.exit, noise["status"], noise["cases"]) == (
        1,
        "fails",
        [done.json["cases"][0]["id"]],
    )


def test_the_same_list_cut_by_score_is_accepted(shell):
    done = imported(shell, "asuntos_propios", "rankings_cut.jsonl")
    assert (done.exit, done.json["verdict"]) == (0, "ACCEPT")


def test_show_draws_rank_15_below_the_cutoff(shell):
    imported(shell, "irpf")
    done = shell.unbury("show", "latest", "--case", "irpf-2025")
    lines = done.out.splitlines()
    cutoff = next(i for i, line in enumerate(lines) if "cutoff at 10" in line)
    buried = next(i for i, line in enumerate(lines) if line.lstrip().startswith("15 "))
    assert buried > cutoff
    assert "silver_finanzas_123" in lines[buried]
