"""The life of a golden set from end to end, on files as people keep them."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from evalcore.errors import InputError, UsageError
from evalcore.formats.golden import read_golden
from evalcore.formats.manifest import read_manifest
from evalcore.formats.patch import read_patch, write_patch
from evalcore.golden.anchors import AnchorState, Ruling
from evalcore.store import open_reader
from evalcore.workflows.golden_check import check_golden
from evalcore.workflows.golden_diff import diff_golden
from evalcore.workflows.golden_grow import add_from_case, add_question, split_golden
from evalcore.workflows.golden_reanchor import (
    apply_patch,
    make_patch,
    make_quotes,
    rule,
    save_patch,
)
from evalcore.workflows.golden_unlock import unlock_golden

TEXT = (
    "El plazo de devolución es de treinta días naturales desde la entrega. "
    "El envío de vuelta lo paga el cliente salvo defecto del producto."
)
PLAZO = "treinta días naturales desde la entrega"
PLAZO_TEXT, _ = TEXT.split(" El envío", maxsplit=1)
ENVIO = "lo paga el cliente salvo defecto del producto"


def lines(path, *objects):
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
    path.write_text(text, "utf-8")
    return path


def label(chunk_id, quote, **more):
    return {"doc_id": "pol", "chunk_id": chunk_id, "cita": quote, **more}


def one_case(case_id, *labels, **more):
    return {"id": case_id, "pregunta": f"¿{case_id}?", "fragmentos_relevantes": [*labels], **more}


@pytest.fixture
def folder(tmp_path):
    lines(tmp_path / "old.jsonl", {"chunk_id": "p1", "doc_id": "pol", "text": TEXT, "position": 1})
    lines(
        tmp_path / "golden.jsonl",
        one_case("plazo", label("p1", PLAZO, grado=3), notas="no se toca"),
        one_case("envio", label("p1", ENVIO, grado=2)),
        one_case("nada", tiene_respuesta=False),
    )
    return tmp_path


def new(folder, *texts, **more):
    chunks = [
        {"chunk_id": f"n{n}", "doc_id": "pol", "text": text, "position": n}
        for n, text in enumerate(texts, start=1)
    ]
    told = [{"removals": more["removals"]}] if more else []
    return lines(folder / "new.jsonl", *told, *chunks)


def applied(folder, patch):
    apply_patch(folder / "golden.jsonl", patch, folder / "golden-2.jsonl")
    return read_golden(folder / "golden-2.jsonl")


def patched(folder, manifest):
    made = make_patch(folder / "golden.jsonl", manifest=manifest, old=folder / "old.jsonl")
    path = folder / "p.jsonl"
    save_patch(made.patch, path)
    return path


def test_exact_anchors_are_written_and_untouched_lines_keep_their_bytes(folder):
    manifest = new(folder, TEXT)
    golden = applied(folder, patched(folder, manifest))
    assert [it.chunk_id for case in golden.cases for it in case.expected] == ["n1", "n1"]
    before = (folder / "golden.jsonl").read_bytes().splitlines()
    after = (folder / "golden-2.jsonl").read_bytes().splitlines()
    assert after[2] == before[2]
    assert after[0] == before[0].replace(b'"p1"', b'"n1"')
    assert check_golden(folder / "golden-2.jsonl", manifest=manifest).report.exit_code == 0


def test_what_nobody_ruled_on_stays_as_it_was(folder):
    patch = patched(folder, new(folder, TEXT.replace("treinta", "veinte")))
    golden = applied(folder, patch)
    assert [it.chunk_id for case in golden.cases for it in case.expected] == ["p1", "n1"]


def test_an_accepted_change_takes_chunk_and_new_quote(folder):
    patch = patched(folder, new(folder, TEXT.replace("treinta", "veinte")))
    number = [one.state for one in read_patch(patch).proposals].index(AnchorState.FUZZY)
    rule(patch, number, Ruling.ACCEPT, by="M. R.")
    golden = applied(folder, patch)
    (now,) = golden.by_id["plazo"].expected
    assert (now.chunk_id, now.quote, now.grade) == ("n1", PLAZO.replace("treinta", "veinte"), 3)


def test_a_split_quote_needs_both_chunks_each_with_its_own_part(folder):
    left, right = TEXT.split("naturales", 1)
    manifest = new(folder, left.strip(), "naturales" + right)
    patch = patched(folder, manifest)
    rule(patch, 0, Ruling.ACCEPT, by="M. R.")
    golden = applied(folder, patch)
    assert [(it.chunk_id, it.quote) for it in golden.by_id["plazo"].expected] == [
        ("n1", None),
        ("n2", "naturales desde la entrega"),
    ]
    assert check_golden(folder / "golden-2.jsonl", manifest=manifest).report.exit_code == 0


def test_overlapping_chunks_become_an_any_of_group(folder):
    manifest = new(folder, PLAZO_TEXT, f"{PLAZO}. El envío de vuelta {ENVIO}.")
    golden = applied(folder, patched(folder, manifest))
    labels = golden.by_id["plazo"].expected
    assert [it.chunk_id for it in labels] == ["n1", "n2"]
    assert len({it.group for it in labels}) == 1
    assert labels[0].group is not None


def test_merged_labels_become_one_with_the_best_grade_and_both_quotes(folder):
    lines(
        folder / "old.jsonl",
        {"chunk_id": "p1", "doc_id": "pol", "text": PLAZO_TEXT, "position": 1},
        {"chunk_id": "p2", "doc_id": "pol", "text": f"El envío {ENVIO}.", "position": 2},
    )
    case = one_case("doble", label("p1", PLAZO, grado=1), label("p2", ENVIO, grado=3))
    lines(folder / "golden.jsonl", case)
    patch = patched(folder, new(folder, f"{PLAZO_TEXT} El envío {ENVIO}."))
    for number in range(2):
        rule(patch, number, Ruling.ACCEPT, by="M. R.")
    (now,) = applied(folder, patch).by_id["doble"].expected
    assert (now.chunk_id, now.grade, now.quote) == ("n1", 3, PLAZO)
    assert now.extra == {"otras_citas": [ENVIO]}


def test_a_patch_that_the_golden_set_no_longer_fits_writes_nothing(folder):
    patch = patched(folder, new(folder, TEXT))
    lines(folder / "golden.jsonl", one_case("plazo", label("p1", "otra cita que dice otra cosa")))
    with pytest.raises(InputError, match="has no label"):
        applied(folder, patch)
    assert not (folder / "golden-2.jsonl").exists()


def test_a_decision_on_a_line_that_changed_meanwhile_is_refused(folder):
    patch = patched(folder, new(folder, TEXT.replace("treinta", "veinte")))
    seen = read_patch(patch).proposals[0]
    rule(patch, 0, Ruling.REFUSE, by="A.")
    before = patch.read_bytes()
    with pytest.raises(UsageError, match="changed meanwhile"):
        rule(patch, 0, Ruling.ACCEPT, by="B.", expected=seen)
    assert patch.read_bytes() == before


def test_an_empty_decision_makes_no_version(folder):
    patch = patched(folder, new(folder, TEXT.replace("treinta", "veinte").replace("cliente", "X")))
    with pytest.raises(UsageError, match="no line of the patch was decided"):
        applied(folder, patch)


@pytest.mark.parametrize("declared", [False, True])
def test_a_fact_that_is_gone_is_lost_unless_its_removal_was_declared(folder, declared):
    removals = {"removals": [{"chunk_id": "p1", "reason": "derogado"}]} if declared else {}
    manifest = new(folder, "Otra cosa que no viene a cuento de nada.", **removals)
    told = check_golden(folder / "golden.jsonl", manifest=manifest).report
    names = {one.name for one in told.findings}
    assert ("lost" in names) != declared
    assert ("removal_declared" in names) == declared
    assert told.exit_code == (4 if declared else 1)
    if declared:
        made = make_patch(folder / "golden.jsonl", manifest=manifest)
        path = folder / "p.jsonl"
        save_patch(made.patch, path)
        for number in range(2):
            rule(path, number, Ruling.RETIRE, by="M. R.")
        golden = applied(folder, path)
        assert [case.status.value for case in golden.cases] == ["retired", "retired", "active"]
        after = check_golden(folder / "golden-2.jsonl", manifest=manifest).report
        assert after.exit_code == 0


def test_quotes_are_proposed_accepted_and_written(folder):
    lines(folder / "golden.jsonl", {"id": "q", "pregunta": "¿Plazo?", "chunks_esperados": ["p1"]})
    made = make_quotes(folder / "golden.jsonl", manifest=folder / "old.jsonl")
    path = folder / "p.jsonl"
    save_patch(made.patch, path)
    rule(path, 0, Ruling.ACCEPT, by="M. R.")
    (now,) = applied(folder, path).by_id["q"].expected
    assert now.quote in TEXT
    assert (now.chunk_id, now.doc_id) == ("p1", "pol")


def test_a_split_set_grows_and_every_old_case_keeps_its_side(folder):
    cases = [
        one_case(f"q{n}", label("p1", PLAZO), categoria=f"k{n % 5}", dificultad=f"d{n % 3}")
        for n in range(80)
    ]
    lines(folder / "golden.jsonl", *cases)
    first = folder / "first.jsonl"
    made = split_golden(folder / "golden.jsonl", first, share=Fraction(1, 4))
    assert Fraction(20, 100) <= Fraction(made.blind, made.active) <= Fraction(30, 100)
    more = [
        one_case(f"n{n}", label("p1", PLAZO), categoria=f"k{n % 5}", dificultad=f"d{n % 3}")
        for n in range(30)
    ]
    old_lines = first.read_text("utf-8").splitlines()
    fresh = [json.dumps(case, ensure_ascii=False) for case in more]
    first.write_text("\n".join([*fresh[:15], *reversed(old_lines), *fresh[15:]]) + "\n", "utf-8")
    before = {case.id: case.blind for case in read_golden(first).cases if case.id[0] == "q"}
    second = folder / "second.jsonl"
    again = split_golden(first, second, share=Fraction(1, 4))
    after = {case.id: case.blind for case in read_golden(second).cases}
    assert {case_id: after[case_id] for case_id in before} == before
    assert again.decided == 30
    assert Fraction(20, 100) <= Fraction(again.blind, again.active) <= Fraction(30, 100)
    assert set(old_lines) <= set(second.read_text("utf-8").splitlines())


@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 2)])
def test_a_blind_share_outside_20_to_30_per_cent_is_refused(folder, share):
    with pytest.raises(UsageError, match="20% to 30%"):
        split_golden(folder / "golden.jsonl", folder / "out.jsonl", share=share)


def test_an_unlock_is_logged_before_any_id_is_shown(folder):
    golden = lines(
        folder / "golden.jsonl",
        one_case("visible", label("zz", PLAZO)),
        one_case("secreto", label("yy", PLAZO), ciego=True),
    )
    db, manifest = folder / "u.db", folder / "old.jsonl"
    masked = check_golden(golden, manifest=manifest, db=db).report
    assert "secreto" not in str(masked.findings)
    with pytest.raises(UsageError, match="says why"):
        unlock_golden(golden, db=db, who="M. R.", why=" ", manifest=manifest)
    unlock, ids = unlock_golden(golden, db=db, who="M. R.", why="antes de mayo", manifest=manifest)
    assert ids == ("secreto",)
    with open_reader(db) as reader:
        assert reader.unlocks() == (unlock,)
    told = check_golden(golden, manifest=manifest, db=db)
    assert "secreto" in str(told.report.findings)
    assert told.unlocks == (unlock,)
    lines(golden, one_case("otro", label("zz", PLAZO), ciego=True))
    assert check_golden(golden, manifest=manifest, db=db).unlocks == ()


def test_a_failed_question_becomes_a_draft_with_its_source(folder):
    out = folder / "golden-2.jsonl"
    added = add_question(folder / "golden.jsonl", out, question="¿Y a Canarias?", source="fallo")
    (draft,) = added.drafts
    assert read_golden(out).by_id[draft.id] == draft
    assert (draft.status.value, draft.source) == ("draft", "fallo")
    old = (folder / "golden.jsonl").read_bytes()
    assert out.read_bytes().startswith(old)


def test_another_wording_of_a_case_keeps_its_labels_and_waits(folder):
    out = folder / "golden-2.jsonl"
    added = add_from_case(folder / "golden.jsonl", out, case_id="plazo", question="¿Hasta cuándo?")
    (draft,) = added.drafts
    assert draft.expected == read_golden(out).by_id["plazo"].expected
    assert draft.status.value == "draft"


def test_a_diff_tells_what_is_examined_from_what_is_only_written(folder):
    patch = patched(folder, new(folder, TEXT))
    applied(folder, patch)
    text = (folder / "golden-2.jsonl").read_text("utf-8").replace("no se toca", "se tocó")
    (folder / "golden-2.jsonl").write_text(text.replace('"nada"', '"otra"'), "utf-8")
    found = diff_golden(folder / "golden.jsonl", folder / "golden-2.jsonl").versions
    assert [case.id for case in found.added] == ["otra"]
    assert [case.id for case in found.removed] == ["nada"]
    assert {one.after.id: (sorted(one.differs), one.examined) for one in found.changed} == {
        "plazo": (["expected", "notes"], True),
        "envio": (["expected"], True),
    }


def test_writing_a_patch_is_whole_or_not_at_all(folder, monkeypatch):
    path = patched(folder, new(folder, TEXT))
    before, patch = path.read_bytes(), read_patch(path)

    def torn(self, target):
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "replace", torn)
    with pytest.raises(OSError, match="full"):
        write_patch(patch, path)
    assert path.read_bytes() == before
    assert [one.name for one in folder.iterdir() if one.name.startswith(".")] == []


def test_a_manifest_with_removals_survives_the_store(folder, tmp_path):
    from evalcore.store.connect import connect_to_write
    from evalcore.store.manifests import pack_manifest, write_manifest
    from evalcore.store.manifests import read_manifest as stored
    from evalcore.store.migrate import migrate

    removals = [{"doc_id": "viejo", "reason": "derogado", "on": "2026-01-31", "by": "M. R."}]
    manifest = read_manifest(new(folder, TEXT, removals=removals))
    path = tmp_path / "s.db"
    connection = connect_to_write(path)
    migrate(connection, path)
    packed = pack_manifest(manifest)
    write_manifest(connection, packed)
    assert stored(connection, packed.hash) == manifest
    connection.close()
