"""Labels found again: only what is beyond doubt is taken by itself."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.golden.anchors import AnchorState, Join, Ruling, Why
from evalcore.golden.reanchor import reanchor
from evalcore.model.case import Case, Expected
from evalcore.model.manifest import Chunk, Manifest, Removal

QUOTE = "treinta días naturales desde la entrega"
WHOLE = f"El plazo de devolución es de {QUOTE}. El envío lo paga el cliente."


def manifest(*chunks):
    return Manifest(
        chunks=tuple(
            Chunk(chunk_id=chunk_id, doc_id=doc_id, text=text, position=number)
            for number, (chunk_id, doc_id, text) in enumerate(chunks)
        )
    )


OLD = manifest(("a", "d", WHOLE))


def case(quote=QUOTE, *, doc_id="d", chunk_id="a", more=()):
    label = Expected(chunk_id=chunk_id, doc_id=doc_id, quote=quote)
    return Case(id="q", question="?", expected=(label, *more))


def only(new, *, quote=QUOTE, old=OLD, doc_id="d"):
    (proposal,) = reanchor([case(quote, doc_id=doc_id)], new, old).proposals
    return proposal


def test_a_verbatim_quote_in_one_place_of_its_document_is_taken_by_itself():
    found = only(manifest(("x", "d", "Otra cosa."), ("y", "d", WHOLE)))
    assert (found.state, found.ruling, found.to) == (AnchorState.EXACT, Ruling.AUTOMATIC, ("y",))


@pytest.mark.parametrize(
    ("new", "state", "why"),
    [
        pytest.param(
            manifest(("y", "d", WHOLE.replace("treinta días", "Treinta  días"))),
            AnchorState.NORMALISED,
            Why.TYPESET,
            id="typeset anew",
        ),
        pytest.param(
            manifest(("y", "e", WHOLE)), AnchorState.MOVED, Why.OTHER_DOCUMENT, id="elsewhere"
        ),
        pytest.param(
            manifest(
                ("x", "d", "El plazo de devolución es de treinta días"),
                ("y", "d", "naturales desde la entrega. El envío lo paga el cliente."),
            ),
            AnchorState.SPLIT,
            Why.CUT,
            id="cut through",
        ),
        pytest.param(
            manifest(("x", "d", WHOLE), ("y", "d", f"Repetimos: {QUOTE}, dice la ley.")),
            AnchorState.AMBIGUOUS,
            Why.SEVERAL,
            id="twins",
        ),
        pytest.param(
            manifest(("x", "d", WHOLE), ("y", "e", WHOLE)),
            AnchorState.AMBIGUOUS,
            Why.SEVERAL,
            id="twins in two documents",
        ),
        pytest.param(
            manifest(("y", "d", WHOLE.replace("naturales", "corridos"))),
            AnchorState.FUZZY,
            Why.SIMILAR,
            id="reworded",
        ),
        pytest.param(
            manifest(("y", "d", WHOLE.replace("treinta", "veinte"))),
            AnchorState.FUZZY,
            Why.FIGURE,
            id="a changed figure",
        ),
        pytest.param(
            manifest(("y", "d", "Nada queda.")), AnchorState.ORPHAN, Why.NOWHERE, id="gone"
        ),
        pytest.param(
            manifest(("y", "d", f"Otro asunto. {QUOTE} ha de avisarse por escrito siempre.")),
            AnchorState.MOVED,
            Why.OTHER_SURROUNDINGS,
            id="other surroundings",
        ),
    ],
)
def test_whatever_is_less_than_exact_waits_for_a_person(new, state, why):
    found = only(new)
    assert (found.state, found.why, found.ruling) == (state, why, Ruling.PENDING)


def test_a_quote_that_overlapping_chunks_repeat_becomes_an_any_of_group():
    new = manifest(
        ("x", "d", f"El plazo de devolución es de {QUOTE}."),
        ("y", "d", f"{QUOTE}. El envío lo paga el cliente."),
    )
    found = only(new)
    assert (found.state, found.join, found.to) == (AnchorState.EXACT, Join.ANY, ("x", "y"))


def test_a_heading_repeated_by_its_first_sentence_is_no_overlap():
    heading = "Infracciones de las empresas de inserción"
    new = manifest(
        ("x", "d", f"Artículo 19. {heading}"),
        ("y", "d", f"{heading} son las siguientes, y otras que dirá el reglamento."),
        ("z", "d", "Otro artículo, que nada tiene que ver."),
        ("w", "d", "Y otro más, para que nadie diga que el corpus se solapa."),
    )
    old = manifest(("a", "d", " ".join(chunk.text for chunk in new.chunks)))
    assert only(new, quote=heading, old=old).state is AnchorState.AMBIGUOUS


def test_a_changed_figure_shows_what_changed_and_is_never_automatic():
    found = only(manifest(("y", "d", WHOLE.replace("treinta", "veinte"))))
    assert found.changes == (("treinta", "veinte"),)
    assert found.ruling is Ruling.PENDING


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 99_999), st.integers(1, 99_999), st.booleans())
def test_no_other_number_in_the_quote_is_ever_the_same(before, after, with_old):
    old_text = f"La cuantía de la sanción será de {before} euros al mes. Se paga en enero."
    new_text = f"La cuantía de la sanción será de {after} euros al mes. Se paga en enero."
    quote = f"de la sanción será de {before} euros al mes"
    old = manifest(("a", "d", old_text))
    found = only(manifest(("y", "d", new_text)), quote=quote, old=old if with_old else None)
    assert (found.state is AnchorState.EXACT) == (before == after)
    assert (found.ruling is Ruling.AUTOMATIC) == (before == after)


def test_a_short_quote_is_never_matched_by_likeness():
    old = manifest(("a", "d", "Son seis días hábiles."))
    found = only(
        manifest(("y", "d", "Son siete días hábiles.")), quote="seis días hábiles", old=old
    )
    assert (found.state, found.to) == (AnchorState.ORPHAN, ())


def test_a_short_quote_is_taken_only_where_the_old_manifest_proves_its_place():
    old = manifest(("a", "d", "El permiso dura seis días hábiles cada año."))
    new = manifest(("y", "d", "El permiso dura seis días hábiles cada año. Y más."))
    assert only(new, quote="seis días", old=old).state is AnchorState.EXACT
    assert only(new, quote="seis días", old=None).why is Why.SHORT


def test_a_quote_that_stood_twice_before_is_not_taken_for_the_one_that_is_left():
    old = manifest(("a", "d", WHOLE), ("b", "d", f"También aquí: {QUOTE}, o eso parece."))
    new = manifest(("y", "d", f"También aquí: {QUOTE}, o eso parece."))
    found = only(new, old=old)
    assert (found.state, found.why) == (AnchorState.AMBIGUOUS, Why.SEVERAL_BEFORE)


def test_a_label_without_document_is_not_taken_by_itself():
    found = only(manifest(("y", "d", WHOLE)), old=None, doc_id=None)
    assert (found.state, found.why) == (AnchorState.MOVED, Why.UNKNOWN_DOCUMENT)


def test_labels_that_fall_into_one_chunk_are_told_as_merged():
    other = "El envío lo paga el cliente"
    labels = case(more=(Expected(chunk_id="b", doc_id="d", quote=other),))
    found = reanchor([labels], manifest(("y", "d", WHOLE)), None).proposals
    assert {one.state for one in found} == {AnchorState.MERGED}
    assert {one.ruling for one in found} == {Ruling.PENDING}


def test_an_id_that_names_another_text_now_is_looked_for_again_b58():
    new = manifest(("a", "d", "Un texto muy distinto."), ("y", "d", WHOLE))
    assert only(new).to == ("y",)


def test_a_label_that_still_stands_is_kept_and_no_line_of_the_patch():
    found = reanchor([case()], OLD)
    assert (found.kept, found.proposals) == (1, ())


def test_a_declared_removal_is_told_as_such():
    gone = manifest(("y", "e", "Nada queda."))
    new = replace(gone, removals=(Removal(reason="derogado", doc_id="d"),))
    assert only(new).why is Why.REMOVED
