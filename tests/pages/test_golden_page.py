"""The golden set's page: the sentence, the pictures, the findings, and the patch to review."""

import json
from dataclasses import replace

import pytest

from evalcore.formats.patch import read_patch
from evalcore.golden.anchors import Ruling
from evalcore.workflows import golden_review
from evalcore.workflows.golden_reanchor import make_patch, save_patch

NASTY = "![p](http://h/x.png) :red[x] <img src=x onerror=1>"
TEXT = "El plazo es de treinta días naturales desde la entrega del pedido."


@pytest.fixture
def desk(tmp_path, week, monkeypatch):
    """A suite's folder with a golden set and a patch of one changed figure, behind the runs."""
    home = tmp_path / "suite"
    home.mkdir()
    chunk = {"chunk_id": "a", "doc_id": "d", "text": TEXT, "position": 1}
    new = {**chunk, "chunk_id": "b", "text": TEXT.replace("treinta", "veinte") + " " + NASTY}
    label = {"doc_id": "d", "chunk_id": "a", "cita": TEXT.rstrip(".")}
    case = {"id": "q", "pregunta": f"¿Plazo? {NASTY}", "fragmentos_relevantes": [label]}
    for name, value in (("old", chunk), ("new", new), ("golden", case)):
        (home / f"{name}.jsonl").write_text(json.dumps(value, ensure_ascii=False) + "\n", "utf-8")
    (home / "suite.toml").write_text(
        'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "embedded"\n', "utf-8"
    )
    made = make_patch(home / "golden.jsonl", manifest=home / "new.jsonl", old=home / "old.jsonl")
    save_patch(made.patch, home / "p.patch.jsonl")
    context = {**week[0].context, "folder": str(home), "file": "suite.toml"}
    runs = [replace(run, context=context) for run in week]
    return home, runs


def press(at, label):
    return next(one for one in at.button if one.label == label).click().run()


def test_the_page_leads_with_a_sentence_and_names_what_was_found(visit, shown, plain):
    at = visit("golden", lang="en")
    assert not at.exception
    assert "golden set" in at.title[0].value
    assert any("findings" in text or "finding" in text for text in shown(at))
    assert len(at.get("plotly_chart")) >= 2


def test_a_blind_case_is_counted_and_never_named(visit, week, shown, plain):
    golden = week[0].golden
    secret = replace(golden.cases[0], id="secret-1", question="¿Lo oculto?", blind=True)
    run = replace(week[0], golden=replace(golden, cases=(*golden.cases, secret)))
    at = visit("golden", runs=[run, *week[1:]], lang="en")
    words = "\n".join([*shown(at), *plain(at)])
    assert "1 blind" in words
    assert "secret-1" not in words
    assert "oculto" not in words


def test_without_a_suite_on_this_machine_nothing_is_reviewed(visit, shown):
    at = visit("golden", lang="en")
    assert any("not on this machine" in text for text in shown(at))


def test_a_patch_is_read_only_unless_the_server_may_write(visit, desk, monkeypatch, plain):
    monkeypatch.setenv("UNBURY_WRITE", "0")
    at = visit("golden", runs=desk[1], lang="en")
    assert not at.exception
    labels = [one.label for one in at.button]
    assert "Accept" not in labels
    assert "unbury serve --write" in [one.value for one in at.code]


def test_people_s_text_is_never_read_as_markup_b63(visit, desk, shown, plain):
    at = visit("golden", runs=desk[1], lang="en")
    assert not any("http://h/x.png" in text for text in shown(at))
    assert any("http://h/x.png" in text for text in plain(at))


def test_a_decision_is_signed_written_and_shown(visit, desk, monkeypatch, shown, plain):
    home, runs = desk
    monkeypatch.setenv("UNBURY_WRITE", "1")
    at = visit("golden", runs=runs, lang="en")
    assert any("A figure changed" in text for text in shown(at))
    press(at, "Accept")
    assert read_patch(home / "p.patch.jsonl").proposals[0].ruling is Ruling.PENDING
    assert any("signed by a person" in text for text in plain(at))
    at.get_by_key("_patch_by").set_value("M. R.").run()
    press(at, "Accept")
    (line,) = read_patch(home / "p.patch.jsonl").proposals
    assert (line.ruling, line.by) == (Ruling.ACCEPT, "M. R.")
    press(at, "Write the new version with 1 decision")
    assert not at.exception
    written = json.loads((home / "golden-2.jsonl").read_text("utf-8"))
    assert written["fragmentos_relevantes"][0]["chunk_id"] == "b"
    assert "veinte" in written["fragmentos_relevantes"][0]["cita"]
    assert any("golden-2.jsonl" in text for text in plain(at))


@pytest.mark.parametrize("name", ["../golden.jsonl", "/etc/passwd", "other.jsonl", ""])
def test_only_patches_of_the_suite_s_folder_are_opened(desk, name):
    from evalcore.errors import UsageError

    where = golden_review.desk_of(desk[1][0])
    with pytest.raises(UsageError, match="no patch"):
        golden_review.open_patch(where, name)
