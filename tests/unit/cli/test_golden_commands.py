"""``unbury golden``: what a person sees, and how a job knows."""

import json

import pytest
import typer.main

from evalcore.cli.golden import app

COMMANDS = typer.main.get_command(app).commands
QUOTE = "treinta días naturales desde la entrega"


@pytest.fixture
def files(bench):
    chunk = {"chunk_id": "a", "doc_id": "d", "text": f"El plazo es de {QUOTE}.", "position": 1}
    bench.write("chunks.jsonl", [chunk])
    label = {"chunk_id": "a", "doc_id": "d", "cita": QUOTE}
    bench.write(
        "golden.jsonl",
        [
            {"id": "q1", "pregunta": "¿Plazo?", "fragmentos_relevantes": [label]},
            {"id": "q2", "pregunta": "¿Y si no?", "fragmentos_relevantes": [label], "ciego": True},
        ],
    )
    bench.write("new.jsonl", [{**chunk, "chunk_id": "b"}])
    return bench


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_has_help_with_an_example(name):
    assert f"Example: unbury golden {name}" in COMMANDS[name].help


def test_check_answers_in_json_and_masks_the_blind(files, unbury):
    answer = unbury("golden", "check", "golden.jsonl", "--manifest", "new.jsonl", "--json")
    assert answer.exit == 4
    assert answer.json["cases"] == 2
    broken = next(one for one in answer.json["findings"] if one["finding"] == "broken")
    assert {"finding", "severity", "cases", "do"} <= set(broken)
    assert (broken["severity"], broken["cases"], broken["blind_cases"]) == ("error", ["q1"], 1)
    assert "q2" not in answer.out


@pytest.mark.parametrize(
    ("golden", "manifest", "code"),
    [
        ("golden.jsonl", "chunks.jsonl", 0),
        ("golden.jsonl", "lost.jsonl", 1),
        ("broken.jsonl", "chunks.jsonl", 2),
    ],
)
def test_the_exit_code_tells_a_weekly_job_what_to_do(files, unbury, golden, manifest, code):
    files.write("lost.jsonl", [{"chunk_id": "z", "doc_id": "d", "text": "Nada."}])
    files.write("broken.jsonl", '{"id": 3}\n')
    assert unbury("golden", "check", golden, "--manifest", manifest).exit == code


def test_a_new_cut_is_reviewed_and_applied_from_the_shell(files, unbury):
    made = unbury("golden", "reanchor", "golden.jsonl", "--manifest", "new.jsonl", "-o", "p.jsonl")
    assert made.exit == 0
    assert "2 found exactly" in made.out
    done = unbury("golden", "reanchor", "golden.jsonl", "--apply", "p.jsonl", "-o", "g2.jsonl")
    assert done.exit == 0
    assert unbury("golden", "check", "g2.jsonl", "--manifest", "new.jsonl").exit == 0
    told = unbury("golden", "diff", "golden.jsonl", "g2.jsonl", "--json").json
    assert [one["id"] for one in told["changed"]] == ["q1"]
    assert told["blind_changed"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("reanchor", "golden.jsonl"),
        ("reanchor", "golden.jsonl", "--apply", "p.jsonl"),
        ("reanchor", "golden.jsonl", "--apply", "p.jsonl", "--manifest", "new.jsonl"),
        ("split", "golden.jsonl"),
        ("split", "golden.jsonl", "--share", "half", "-o", "x.jsonl"),
        ("split", "golden.jsonl", "--share", "60%", "-o", "x.jsonl"),
        ("add", "golden.jsonl", "-o", "x.jsonl"),
        ("add", "golden.jsonl", "--question", " ", "-o", "x.jsonl"),
        ("add", "golden.jsonl", "--question", "¿?", "--case", "q2", "-o", "x.jsonl"),
        ("unlock", "golden.jsonl", "--why", ""),
    ],
)
def test_a_wrong_call_says_how_to_put_it_and_writes_nothing(files, unbury, arguments):
    answer = unbury("golden", *arguments)
    assert answer.exit == 2
    assert answer.err.startswith("unbury: ")
    assert not (files.folder / "x.jsonl").exists()


def test_an_unlock_is_logged_and_then_shows_the_ids(files, unbury):
    told = unbury(
        "golden", "unlock", "golden.jsonl", "--why", "release", "--who", "M. R.", "--json"
    )
    assert told.exit == 0
    assert (told.json["cases"], told.json["who"]) == (["q2"], "M. R.")
    after = unbury("golden", "check", "golden.jsonl", "--manifest", "new.jsonl", "--json")
    assert after.exit == 4  # the version is another: its domain or manifest may fill it in
    assert unbury("golden", "check", "golden.jsonl").out.count("unlocked by M. R.") == 1


def test_the_schema_is_one_json_object(files, unbury):
    assert json.loads(unbury("golden", "schema").out)["required"] == ["id"]


def test_a_log_gives_drafts_at_the_end_of_the_file(files, unbury):
    files.write("log.csv", "question,escalated\n¿Y el reembolso?,true\n¿Plazo?,\n")
    told = unbury("golden", "add", "golden.jsonl", "--log", "log.csv", "-o", "g2.jsonl", "--json")
    assert told.json["log"] == {
        "asked": 2,
        "distinct": 2,
        "known": 1,
        "failed": 1,
        "head": 0,
        "tail": 0,
    }
    old = (files.folder / "golden.jsonl").read_bytes()
    assert (files.folder / "g2.jsonl").read_bytes().startswith(old)
