"""Probe 1: a cut is called one only where both sides of it can be seen."""

import pytest

from evalcore.diagnosis.probes import split
from evalcore.model.diagnosis import Answer

from support.case_files import case_file, chunk, chunks, concluded

HEAD = "Percibos\n| Zona | Dieta | Hotel |\n|---|---|---|\n| Europa | 91 | 160 |"
TAIL = "| Asia | 104 | 190 |\n| América | 98 | 185 |"
TABLE = {"kind": "table", "representation": "91 160"}


def table_cut():
    changes = {
        3: {**TABLE, "title": "Guía: Percibos", "text": HEAD},
        4: {**TABLE, "title": None, "text": TAIL},
    }
    return chunks(changes)


def marked(members, wanted, **facts):
    return concluded(split, case_file(members, wanted, **facts))


def test_sound_chunks_carry_no_mark():
    found = [marked(chunks(), f"c{n}").answer for n in range(12)]
    assert set(found) == {Answer.RULED_OUT}


@pytest.mark.parametrize("wanted", ["c3", "c4"])
def test_a_table_cut_is_seen_from_both_sides(wanted):
    found = marked(table_cut(), wanted)
    assert (found.answer, found.evidence["mark"]) == (Answer.SUSPECTED, "table_cut")
    assert [it["chunk_id"] for it in found.evidence["pieces"]] == ["c3", "c4"]


def test_two_whole_tables_side_by_side_are_not_one_cut_table():
    changes = {
        n: {**TABLE, "title": f"Guía: Tabla {n}", "text": f"Tabla {n}\n{HEAD}"} for n in (3, 4)
    }
    assert marked(chunks(changes), "c3").answer is Answer.RULED_OUT


def test_rows_of_another_width_belong_to_another_table():
    other = chunks({3: {**TABLE, "text": HEAD}, 4: {**TABLE, "text": "| a | b |\n| c | d |"}})
    assert marked(other, "c3").evidence.get("mark") != "table_cut"


def test_the_question_puts_the_pieces_together_and_takes_the_other_away():
    file = case_file(table_cut(), "c4")
    asks = [ask for ask in split.asks(file, file.buried[0]) if "rejoined" in ask.what]
    changes = [ask.change for ask in asks]
    assert {change.without for change in changes} == {("c3",)}
    assert {change.chunk.chunk_id for change in changes} == {"c4"}
    assert all(change.chunk.text == f"{HEAD}\n{TAIL}" for change in changes)


def test_it_is_confirmed_only_by_the_rejoined_chunk_within_the_cutoff():
    file = case_file(table_cut(), "c4", cutoff=2)
    assert concluded(split, file, rest=2).answer is Answer.CONFIRMED
    short = concluded(split, file, rest=3)
    assert short.answer is Answer.SUSPECTED
    assert short.evidence["undone"]["rank"] == 3
    assert "something else" in short.evidence["note"]


def test_a_quote_over_two_neighbours_is_a_cut():
    quote = "según norma interna 3. Apartado teletrabajo 4"
    found = marked(chunks(), "c3", quote=quote)
    assert (found.answer, found.evidence["mark"]) == (Answer.SUSPECTED, "quote_spread")


def test_a_sentence_that_goes_on_in_small_letters_is_a_cut():
    members = chunks({5: {"text": "Apartado prevención 5\nRegula la prevención de los"}})
    members[6] = chunk(6, title=None, text="riesgos en el puesto.")
    found = marked(members, "c5")
    assert found.evidence["mark"] == "sentence_cut"


def test_one_heading_over_two_neighbours_is_a_cut_where_headings_are_rare():
    members = chunks({5: {"title": "Guía: Apartado teletrabajo 4", "text": "Y más. Fin."}})
    assert marked(members, "c4").evidence["mark"] == "one_heading"
    shared = [chunk(n, title="Guía", text=f"Texto {n}.") for n in range(12)]
    assert marked(shared, "c4").answer is Answer.RULED_OUT


def test_a_missing_heading_is_seen_where_the_others_have_theirs():
    bare = {"text": "Se aplica lo dicho.", "representation": "Se aplica lo dicho."}
    assert marked(chunks({5: bare}), "c5").evidence["mark"] == "heading_missing"
    kept = {"text": "Se aplica lo dicho."}
    assert marked(chunks({5: kept}), "c5").answer is Answer.RULED_OUT, "the index holds it anyway"


def test_fused_chunks_show_the_headings_of_others_inside():
    members = chunks()
    fused = "\n".join(members[n].text for n in (7, 8, 9))
    members[7] = chunk(7, text=fused, representation=fused)
    file = case_file(members, "c7", question="formación continua")
    found = concluded(split, file, rest=1)
    assert (found.answer, found.evidence["mark"]) == (Answer.CONFIRMED, "fused")
    assert found.evidence["part_meant"].startswith("Apartado formación 8")


def test_length_alone_is_no_mark():
    long = {"text": chunk(7).text + " Se añade una frase más de lo mismo." * 40}
    assert marked(chunks({7: long}), "c7").answer is Answer.RULED_OUT


@pytest.mark.parametrize("lacking", [{"text": None}, {"position": None}, {"doc_id": None}])
def test_what_the_manifest_does_not_say_is_no_data(lacking):
    assert marked(chunks({5: lacking}), "c5").answer is Answer.NO_DATA
