"""Texts matched to chunks: what is doubtful stays unmatched."""

from evalcore.golden.contexts import match_contexts
from evalcore.model.manifest import Chunk, Manifest

LAW = (
    "La suspensión del contrato por nacimiento tendrá una duración de {} semanas para cada "
    "progenitor, a disfrutar de forma ininterrumpida tras el parto por resolución judicial."
)


def manifest(**texts):
    return Manifest(chunks=tuple(Chunk(chunk_id=name, text=text) for name, text in texts.items()))


def match(text, **texts):
    return match_contexts({"m": text}, manifest(**texts))


def test_equal_but_for_white_space_is_exact():
    found = match("uno  dos\n tres", a="uno dos tres ", b="otra cosa")
    assert (found.chunk_of, found.exact) == ({"m": "a"}, 1)


def test_a_long_text_inside_one_chunk_names_it_and_a_short_one_does_not():
    whole = LAW.format(16) + " Y además otra disposición que no viene en el contexto."
    found = match(LAW.format(16), a=whole, b="otra")
    assert (found.chunk_of, found.contained) == ({"m": "a"}, 1)
    assert match("por nacimiento tendrá una", a=whole).unknown == ("m",)


def test_nearly_the_same_text_is_similar():
    found = match(LAW.format(16).replace("judicial", "judicial."), a=LAW.format(16), b="otra")
    assert (found.chunk_of, found.similar) == ({"m": "a"}, 1)


def test_a_text_that_differs_by_a_figure_is_another_version_and_stays_unknown():
    found = match(LAW.format(19), a=LAW.format(16))
    assert (found.chunk_of, found.unknown) == ({}, ("m",))
    words = match(LAW.format("diecinueve"), a=LAW.format("dieciséis"))
    assert words.chunk_of == {}


def test_a_text_that_fits_two_chunks_alike_is_ambiguous():
    assert match("uno dos", a="uno dos", b="uno  dos").ambiguous == ("m",)
    both = match(LAW.format(16), a=LAW.format(16) + " Fin.", b=LAW.format(16) + " Otro.")
    assert (both.chunk_of, both.ambiguous) == ({}, ("m",))


def test_a_text_of_nothing_known_is_unknown_and_counted():
    found = match_contexts({"m": "nada", "n": "uno dos"}, manifest(a="uno dos"))
    assert (found.unknown, found.total, found.chunk_of) == (("m",), 2, {"n": "a"})


def test_a_manifest_without_texts_matches_nothing():
    assert match_contexts({"m": "uno"}, Manifest(chunks=(Chunk(chunk_id="a"),))).unknown == ("m",)
