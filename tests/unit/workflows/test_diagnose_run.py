"""``diagnose``: failed cases of stored runs, asked of the real index and kept."""

from datetime import date

import pytest

from evalcore.errors import UsageError
from evalcore.model.diagnosis import Certainty, ProbeName
from evalcore.model.words import Level
from evalcore.workflows.case_files import case_files, failed_cases
from evalcore.workflows.diagnose_run import diagnose, diagnose_run, stored_trails
from evalcore.workflows.document_case import document_case
from evalcore.workflows.gate_run import gate_run

from support.bench import case, listed, plain
from support.case_files import TOPICS

SUITE = """
manifest = "chunks.jsonl"
cutoff = 2
[retriever]
kind = "embedded"
"""
FILTERS = '[retriever.filters]\nvalidity = true\ndomain = "case"\n'
ASKED = "¿Qué dice de vacaciones anuales laborables y verano?"


def chunk(number, **changes):
    heading = f"Apartado {number}"
    body = f"Regula {TOPICS[number]}."
    return {
        "chunk_id": f"c{number}",
        "doc_id": "guia",
        "title": f"Guía: {heading}",
        "text": f"{heading}\n{body}",
        "representation": f"Guía: {heading}. {body}",
        "kind": "text",
        "domain": "laboral",
        "valid_from": "2026-01-01",
        "position": number,
        **changes,
    }


def ran(bench, change=None, suite=SUITE, **facts):
    """A run in which one case expects chunk 0, which carries the change, and one passes."""
    members = [chunk(n, **(change or {}) if n == 0 else {}) for n in range(12)]
    members.append(chunk(1, chunk_id="noise", position=50, text="verano", representation="verano"))
    bench.write("chunks.jsonl", members)
    bench.write(
        "golden.jsonl",
        [
            case("bad", plain("c0"), question=ASKED, domain="laboral", **facts),
            case("good", plain("c5"), question=TOPICS[5], domain="laboral"),
        ],
    )
    bench.run(suite, on=date(2026, 11, 27))
    return bench


@pytest.mark.parametrize(
    ("change", "suite", "probe"),
    [
        pytest.param({"representation": ""}, SUITE, "description", id="no description"),
        pytest.param({"valid_to": "2026-03-01"}, SUITE + FILTERS, "labels", id="wrong validity"),
        pytest.param({"domain": "finanzas"}, SUITE + FILTERS, "labels", id="wrong domain"),
        pytest.param({}, SUITE + 'unindexed = ["c0"]\n', "index", id="left out of the index"),
        pytest.param(
            {"title": None, "text": "Fin.", "representation": "2.900 40.600"},
            SUITE,
            "description",
            id="figures",
        ),
    ],
)
def test_the_damage_is_what_the_diagnosis_names(bench, change, suite, probe):
    ran(bench, change, suite)
    (trail,) = diagnose_run(bench.db, "latest")
    assert (trail.case_id, trail.diagnosis.probe.value) == ("bad", probe)


def test_confirmed_means_that_the_real_index_was_asked(bench):
    ran(bench, {"representation": ""})
    (trail,) = diagnose_run(bench.db, "latest")
    assert trail.certainty is Certainty.CONFIRMED
    assert any(it.rank == 1 for it in trail.diagnosis.asked)


def test_the_trails_are_kept_and_the_newest_of_a_case_counts(bench):
    ran(bench, {"representation": ""})
    run_id = bench.stored().record.id
    assert stored_trails(bench.db, run_id) == {}
    diagnose_run(bench.db, run_id)
    (newest,) = diagnose_run(bench.db, run_id)
    assert stored_trails(bench.db, run_id) == {"bad": newest}


def test_an_import_is_diagnosed_from_what_it_brought_and_never_above_suspected(bench):
    bench.bring(
        [case("bad", plain("c0"), question=ASKED)],
        [listed("bad", "c1", "c2", "c3", "c0")],
        [chunk(n, **({"representation": ""} if n == 0 else {})) for n in range(12)],
    )
    bench.judge(cutoff=2)
    (trail,) = diagnose_run(bench.db, "latest")
    assert (trail.diagnosis.probe, trail.certainty) == (
        ProbeName.DESCRIPTION,
        Certainty.SUSPECTED,
    )
    assert [it.chunk_id for it in trail.chunks[0].displacers] == ["c1", "c2", "c3"]


def test_without_a_manifest_nothing_is_blamed(bench):
    bench.bring([case("bad", plain("z"))], [listed("bad", "a", "b", "c", "z")])
    bench.judge(cutoff=2)
    (trail,) = diagnose_run(bench.db, "latest")
    assert trail.certainty is Certainty.NONE
    assert trail.chunks[0].rank == 4


@pytest.mark.parametrize(
    ("facts", "expected", "buried"),
    [
        pytest.param({}, ["a", "y", "z"], ["y", "z"], id="what was found is not buried"),
        pytest.param({"requires_all": False}, ["y", "z"], ["y", "z"], id="any would have done"),
        pytest.param(
            {},
            [plain("a", group="g"), plain("y", group="g"), "z"],
            ["z"],
            id="one of its group was found",
        ),
        pytest.param(
            {},
            ["a", {"chunk_id": "y", "grade": 0}, "z"],
            ["z"],
            id="judged and not relevant",
        ),
    ],
)
def test_only_what_the_case_still_needs_is_buried(bench, facts, expected, buried):
    bench.bring([case("bad", *expected, **facts)], [listed("bad", "a", "b", "c", "z")])
    bench.judge(cutoff=2)
    stored = bench.stored()
    (file,) = case_files(stored, failed_cases(stored))
    assert [it.label.chunk_id for it in file.buried] == buried
    assert {it.label.chunk_id: it.rank for it in file.buried}["z"] == 4


def test_the_first_sample_that_failed_is_looked_at(bench):
    lists = [
        listed("bad", "z", "a"),
        *(listed("bad", "a", "b", "c", "z", sample=n) for n in (2, 3, 4, 5)),
    ]
    bench.bring([case("bad", plain("z"))], lists)
    bench.judge(cutoff=2)
    stored = bench.stored()
    (file,) = case_files(stored, failed_cases(stored))
    assert file.buried[0].rank == 4
    assert file.ranking.chunk_ids == ("a", "b", "c", "z")


def test_documents_are_diagnosed_by_their_chunk_with_the_quote(bench):
    label = {"chunk_id": "guia", "doc_id": "guia", "quote": TOPICS[3]}
    members = [chunk(n) for n in range(12)]
    members += [chunk(n, chunk_id=f"o{n}", doc_id=f"other{n}") for n in range(3)]
    bench.bring(
        [case("bad", label, question=ASKED)], [listed("bad", "o0", "o0", "o1", "o2", "c3")], members
    )
    bench.judge(cutoff=2, level=Level.DOCUMENT)
    stored = bench.stored()
    (file,) = case_files(stored, failed_cases(stored))
    assert (file.buried[0].chunk.chunk_id, file.buried[0].rank) == ("c3", 5)
    (trail,) = diagnose(stored, asker=None)
    assert trail.chunks[0].chunk_id == "guia"
    assert [it.chunk_id for it in trail.chunks[0].displacers] == ["o0", "o1", "o2"]


@pytest.mark.parametrize(
    ("case_id", "why"), [("nobody", "no case"), ("good", "is pass"), ("hidden", "aggregate")]
)
def test_only_a_failed_visible_case_can_be_named(bench, case_id, why):
    ran(bench, {"representation": ""})
    bench.write(
        "golden.jsonl",
        [
            case("bad", plain("c0"), question=ASKED),
            case("good", plain("c5"), question=TOPICS[5]),
            case("hidden", plain("c0"), question=ASKED, blind=True),
        ],
    )
    bench.run(SUITE)
    with pytest.raises(UsageError, match=why):
        diagnose_run(bench.db, "latest", [case_id])


def test_a_run_without_failures_has_nothing_to_diagnose(bench):
    ran(bench)
    assert diagnose_run(bench.db, "latest") == ()


@pytest.fixture
def tolerated(bench):
    """A run whose one failure in twenty was diagnosed as a missing description, and signed."""
    members = [chunk(n, **({"representation": ""} if n == 0 else {})) for n in range(12)]
    bench.write("chunks.jsonl", members)
    asked = [case(f"q{n}", plain("c5"), question=TOPICS[5]) for n in range(19)]
    bench.write("golden.jsonl", [*asked, case("bad", plain("c0"), question=ASKED)])
    bench.run(SUITE)
    diagnose_run(bench.db, "latest")
    document_case(bench.db, "latest", "bad", text="Being described.", author="M. R.")
    return bench


def test_a_signed_diagnosis_holds_the_cause_that_the_trail_names(tolerated):
    (note,) = tolerated.stored().documented
    assert note.cause == "description"
    assert "bad" in gate_run(tolerated.db, "latest").verdict.documented


def test_it_carries_over_to_a_run_not_yet_diagnosed_and_to_one_of_the_same_cause(tolerated):
    assert "bad" in tolerated.run(SUITE).verdict.documented
    diagnose_run(tolerated.db, "latest")
    assert "bad" in gate_run(tolerated.db, "latest").verdict.documented


def test_it_falls_when_another_cause_is_diagnosed(tolerated):
    members = [chunk(n) for n in range(12)]
    tolerated.write("chunks.jsonl", members)
    tolerated.run(SUITE + 'unindexed = ["c0"]\n')
    assert "bad" in gate_run(tolerated.db, "latest").verdict.documented, "hash and rank are equal"
    (trail,) = diagnose_run(tolerated.db, "latest")
    assert trail.diagnosis.probe is ProbeName.INDEX
    assert "bad" not in gate_run(tolerated.db, "latest").verdict.documented
