"""Faults of the probes that generated damages brought to light, each held by its smallest form."""

from datetime import date

from evalcore.diagnosis.corpus import Corpus
from evalcore.diagnosis.cuts import cut_marks, quote_pieces
from evalcore.diagnosis.fusions import fusion_mark
from evalcore.diagnosis.versions import successor
from evalcore.model.manifest import Chunk, Manifest


def _document(texts, **fields):
    return tuple(
        Chunk(chunk_id=f"c{n}", doc_id="d", position=n, text=text, representation=text, **fields)
        for n, text in enumerate(texts, start=1)
    )


def _corpus(chunks):
    return Corpus(manifest=Manifest(chunks=tuple(chunks)))


def test_a_quote_cut_inside_words_over_three_pieces_is_found():
    chunks = _document(["El diácono es miembro de la confe", "rencia anual, aunq", "ue no vota."])
    quote = "miembro de la conferencia anual, aunque no vota"

    assert quote_pieces(_corpus(chunks), chunks[1], quote) == chunks
    assert quote_pieces(_corpus(chunks), chunks[0], "la palabra que nadie dijo") == ()


def test_a_heading_left_at_the_end_of_the_chunk_before_is_seen():
    whole = [
        Chunk(
            chunk_id=f"a{n}",
            doc_id="ley",
            position=n,
            title=f"Ley: Artículo {n}. Materia {n}.",
            text=f"Artículo {n}. Materia {n}.\nLo que dispone el artículo.",
            representation="x",
        )
        for n in range(1, 9)
    ]
    before = Chunk(
        chunk_id="a9",
        doc_id="ley",
        position=9,
        title="Ley: Artículo 9. Materia 9.",
        text="Artículo 9. Materia 9.\nLo que dispone.\nArtículo 10. Excedencias.",
    )
    bare = Chunk(chunk_id="a10", doc_id="ley", position=10, text="Se piden por escrito.")

    marks = {mark.name: mark for mark in cut_marks(_corpus([*whole, before, bare]), bare, None)}

    assert marks["heading_stranded"].evidence["heading"] == "Artículo 10. Excedencias."


def test_a_title_that_the_whole_document_shares_names_no_successor():
    others = _document(
        ["Uno de varios párrafos del artículo", "Otro de varios párrafos"], title="Iglesia"
    )
    expired = Chunk(
        chunk_id="old",
        doc_id="d",
        position=3,
        title="Iglesia",
        text="Uno de los varios párrafos de otro artículo",
        valid_to=date(2018, 1, 1),
    )
    heirs = [
        Chunk(
            chunk_id=it.chunk_id,
            doc_id="d",
            title=it.title,
            text=it.text,
            valid_from=date(2020, 1, 1),
        )
        for it in others
    ]

    assert successor(_corpus([expired, *heirs]), expired, date(2026, 1, 1)) is None


def test_paragraphs_fused_without_headings_are_only_a_weak_mark():
    usual = _document(["Una frase corta de diez palabras que no dice nada."] * 8)
    fused = Chunk(
        chunk_id="f",
        doc_id="e",
        position=1,
        text="\n\n".join(
            ["La cuota es de 80 euros al mes.", *["Otro párrafo con cosas ajenas."] * 6]
        ),
    )
    corpus = _corpus([*usual, fused])

    mark = fusion_mark(corpus, fused, "La cuota es de 80 euros", "¿Qué cuota hay?")

    assert mark is not None
    assert mark.weak
    assert fusion_mark(corpus, usual[0], "Una frase corta", "¿Qué frase?") is None
