"""``unbury diagnose``: one object with --json, a page a person can read without."""

import pytest

from support.bench import case, listed, plain

ASKED = "vacaciones anuales"


@pytest.fixture
def failed(bench):
    members = [
        {"chunk_id": "a", "text": "otra cosa", "representation": "otra cosa", "batch": "b1"},
        {"chunk_id": "z", "title": "[red]Vacaciones", "text": "vacaciones", "representation": ""},
    ]
    bench.bring([case("bad", plain("z"), question=ASKED)], [listed("bad", "a", "z")], members)
    bench.judge(cutoff=1)
    return bench


def test_the_json_is_the_object_of_the_contract(failed, unbury):
    told = unbury("diagnose", "latest", "--json")
    (found,) = told.json["cases"]
    assert told.exit == 0
    assert (found["id"], found["diagnosis"], found["certainty"]) == (
        "bad",
        "description",
        "suspected",
    )
    assert [it["probe"] for it in found["trail"]] == [
        "case",
        "split",
        "description",
        "labels",
        "index",
        "displaced",
        "embedding",
    ]
    assert {"probe", "answer", "evidence", "repair", "chapter"} <= set(found["trail"][0])
    assert told.json["run"] == failed.stored().record.id
    assert told.json["unasked"].startswith("The lists were made elsewhere")


def test_the_page_says_case_diagnosis_every_probe_displacers_and_repair(failed, unbury):
    told = unbury("diagnose", "latest")
    assert told.exit == 0
    first = next(line for line in told.out.splitlines() if line.startswith("bad:"))
    assert "no description" in first
    assert told.out.count("ruled out") + told.out.count("no data") == 5
    for said in ("repair:", "above it:", "batch b1", "Nothing can be confirmed"):
        assert said in told.out


def test_a_run_that_passed_has_nothing_to_tell(bench, unbury):
    bench.bring([case("q", plain("a"))], [listed("q", "a")])
    bench.judge()
    told = unbury("diagnose", "latest")
    assert (told.exit, "nothing to diagnose" in told.out) == (0, True)
    assert unbury("diagnose", "latest", "--json").json["cases"] == []


def test_a_case_that_did_not_fail_is_refused(failed, unbury):
    told = unbury("diagnose", "latest", "--case", "nobody")
    assert (told.exit, "no case" in told.err) == (2, True)
