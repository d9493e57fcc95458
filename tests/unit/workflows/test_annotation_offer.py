"""A near-copy without a label: accepted it counts in the next run, refused it stays refused."""

import json

import pytest

from evalcore.errors import UsageError
from evalcore.formats.golden import read_golden
from evalcore.model.words import State
from evalcore.workflows.annotate import open_sheet
from evalcore.workflows.annotation_offer import Reply, offer, reply
from evalcore.workflows.diagnose_run import diagnose
from evalcore.workflows.golden_review import desk_of
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import run_suite

TEXT = "El plazo de devolución es de treinta días naturales desde la entrega del pedido."
SUITE = """name = "s"
golden = "golden.jsonl"
manifest = "chunks.jsonl"
cutoff = 1
[retriever]
kind = "embedded"
"""


@pytest.fixture
def run(tmp_path):
    """A chunk with a poor description, and its near-copy with a good one above it."""
    chunks = [
        {"chunk_id": "copy", "doc_id": "d2", "text": TEXT + " Vale.", "representation": TEXT},
        {"chunk_id": "own", "doc_id": "d", "text": TEXT, "representation": "plazo de algo"},
        {"chunk_id": "far", "doc_id": "d", "text": "Las dietas se pagan.", "representation": "x"},
    ]
    label = {"doc_id": "d", "chunk_id": "own", "grado": 2, "cita": "treinta días naturales"}
    case = {
        "id": "q",
        "pregunta": "¿Qué plazo de devolución tengo?",
        "fragmentos_relevantes": [label],
    }
    for name, rows in (("chunks", chunks), ("golden", [case])):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
    (tmp_path / "suite.toml").write_text(SUITE, "utf-8")
    return again(tmp_path)


def again(home):
    done = run_suite(home / "suite.toml", db=home / "u.db")
    return open_run(home / "u.db", done.run_id)


def state(run):
    return run.examination.state_of(0)


def made(run, chunk_id="copy"):
    sheet = open_sheet(desk_of(run), min_grade=1)
    return sheet, offer(sheet.golden.by_id["q"], chunk_id, run.manifest, min_grade=1)


def say(run, reply_):
    sheet, found = made(run)
    reply(desk_of(run), sheet.golden.by_id["q"], found, reply_, by="Marta", digest=sheet.digest)


def test_the_displacer_that_nearly_equals_an_expected_chunk_is_offered(run, tmp_path):
    assert state(run) is State.FAIL
    (trail,) = diagnose(run, asker=None, cases=["q"])
    assert [it.chunk_id for it in trail.chunks[0].displacers if it.maybe_unlabelled] == ["copy"]
    _, found = made(run)
    assert (found.beside.chunk_id, found.label.quote) == ("own", "treinta días naturales")
    assert found.likeness > 0.9
    assert found.same_figures


def test_accepted_as_the_same_either_is_enough_in_the_next_run(run, tmp_path):
    say(run, Reply.EITHER)
    after = again(tmp_path)
    assert state(after) is State.PASS
    own, copy = after.golden.by_id["q"].expected
    assert own.group == copy.group == "own"
    assert (copy.grade, copy.quote, copy.doc_id) == (2, "treinta días naturales", "d2")
    assert copy.extra["anotado_por"] == "Marta"


def test_accepted_as_needed_too_both_have_to_come_out(run, tmp_path):
    say(run, Reply.REQUIRED)
    after = again(tmp_path)
    assert state(after) is State.FAIL
    assert [it.group for it in after.golden.by_id["q"].expected] == [None, None]


def test_refused_it_is_remembered_as_judged_and_not_offered_again(run, tmp_path):
    say(run, Reply.IRRELEVANT)
    after = again(tmp_path)
    assert [(it.chunk_id, it.grade) for it in after.golden.by_id["q"].expected] == [
        ("own", 2),
        ("copy", 0),
    ]
    assert made(after)[1] is None
    (trail,) = diagnose(after, asker=None, cases=["q"])
    assert not any(it.maybe_unlabelled for it in trail.chunks[0].displacers)


def test_a_chunk_that_the_manifest_lacks_is_never_offered(run):
    assert made(run, "../../etc/passwd")[1] is None


def test_a_label_is_signed_and_never_written_over_somebody_else_s_change(run, tmp_path):
    sheet, found = made(run)
    case, desk = sheet.golden.by_id["q"], desk_of(run)
    with pytest.raises(UsageError, match="signed"):
        reply(desk, case, found, Reply.EITHER, by=" ", digest=sheet.digest)
    with pytest.raises(UsageError, match="changed on disk"):
        reply(desk, case, found, Reply.EITHER, by="Marta", digest="another")
    assert len(read_golden(desk.golden).by_id["q"].expected) == 1
