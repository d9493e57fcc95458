"""What a pipeline takes home: the same verdict in every file, and never a lost report."""

import pytest

from evalcore.model.words import Decision

from support.bench import case, gold, listed

GOLDEN = [case("a", gold("c1")), case("b", gold("c2"))]
GOOD = [listed("a", "c1"), listed("b", "c2")]
BAD = [listed("a", "c1"), listed("b", *(f"x{n}" for n in range(20)), "c2")]


@pytest.fixture
def imported(bench, unbury):
    def go(rankings, *more, label="now"):
        bench.bring(GOLDEN, rankings)
        files = ("--golden", "golden.jsonl", "--rankings", "rankings.jsonl", "--suite", "s")
        return unbury("import", *files, "--label", label, *more)

    return go


def test_import_and_gate_write_the_same_verdict_everywhere_b54(bench, unbury, imported):
    done = imported(BAD, "--junit", "j.xml", "--markdown", "m.md")
    assert done.exit == 1
    for name in ("j.xml", "m.md"):
        assert Decision.BLOCK.value in (bench.folder / name).read_text(encoding="utf-8")
    again = unbury("gate", "now", "--junit", "j2.xml", "--json")
    assert again.exit == 1
    assert again.json["verdict"] == "BLOCK"
    first, second = ((bench.folder / n).read_bytes() for n in ("j.xml", "j2.xml"))
    assert first == second


def test_github_gets_a_summary_and_annotations_and_json_stays_one_object(
    bench, imported, unbury, monkeypatch
):
    summary = bench.folder / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    done = imported(BAD, "--github", "--json")
    assert done.exit == 1
    assert done.json["exit"] == 1
    assert done.err.startswith("::error title=Unbury%3A BLOCK::")
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\n## ⛔ BLOCK")


def test_an_accepted_run_is_green_in_every_file(bench, imported, monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    done = imported(GOOD, "--junit", "j.xml", "--markdown", "m.md", "--github")
    assert done.exit == 0
    assert "::error" not in done.err
    assert 'failures="0" errors="0"' in (bench.folder / "j.xml").read_text(encoding="utf-8")
    assert (bench.folder / "m.md").read_text(encoding="utf-8").startswith("## ✅ ACCEPT")


def test_a_report_that_cannot_be_written_is_never_a_green_pipeline(imported, unbury):
    done = imported(GOOD, "--junit", "nowhere/j.xml")
    assert done.exit == 2
    assert "the verdict is stored" in done.err
    assert unbury("gate", "now").exit == 0


def test_the_markdown_names_what_changed_against_the_baseline_first(bench, imported, unbury):
    assert imported(GOOD, label="green").exit == 0
    assert unbury("promote", "green", "--why", "first").exit == 0
    assert imported(BAD, "--markdown", "m.md").exit == 1
    text = (bench.folder / "m.md").read_text(encoding="utf-8")
    first = text.index("### Questions that changed verdict")
    assert first < text.index("Passes → Fails") < text.index("### The rules")
    assert "What about b?" in text


def test_the_report_is_one_file_in_the_language_asked_for(bench, imported, unbury):
    imported(BAD)
    done = unbury("report", "now", "-o", "r.html", "--lang", "es")
    assert done.exit == 0
    assert '<html lang="es">' in (bench.folder / "r.html").read_text(encoding="utf-8")
    story = unbury("report", "now", "-o", "s.html", "--story")
    assert story.exit == 0
    assert "Step 6 of 6" in (bench.folder / "s.html").read_text(encoding="utf-8")


def test_there_is_no_story_of_an_accepted_run_and_no_report_into_nowhere(imported, unbury):
    imported(GOOD)
    done = unbury("report", "now", "-o", "s.html", "--story")
    assert done.exit == 2
    assert "no deploy was blocked" in done.err
    done = unbury("report", "now", "-o", "nowhere/r.html")
    assert done.exit == 2
    assert "cannot be written" in done.err


def test_a_base_of_another_exam_is_named_in_the_report_and_not_compared(bench, imported, unbury):
    imported(GOOD, "--cutoff", "5", label="other")
    imported(BAD)
    assert unbury("report", "now", "-o", "r.html", "--base", "other").exit == 0
    text = (bench.folder / "r.html").read_text(encoding="utf-8")
    assert "The baseline cannot be compared" in text
