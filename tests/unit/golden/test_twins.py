"""Why an id misses: the twin that only looks the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.golden.twins import KINDS, Twin, Twins, lookalikes, twin


@pytest.mark.parametrize(
    ("missing", "known", "kind"),
    [
        ("an\u0303o", "año", "Unicode normalisation (NFC or NFD)"),
        ("año", "an\u0303o", "Unicode normalisation (NFC or NFD)"),
        ("\ufb01n", "fin", "compatibility characters"),
        ("doc-7", "DOC-7", "letter case"),
        ("x\u00a0", "x", "surrounding white space"),
        ("x", " x\t", "surrounding white space"),
        ("x\u200by", "xy", "invisible characters"),
        ("xy", "\ufeffxy", "invisible characters"),
        ("AN\u0303O ", "año", "several invisible differences"),
    ],
)
def test_a_twin_is_named_with_its_difference(missing: str, known: str, kind: str) -> None:
    """B35."""
    assert twin(missing, ["other", known, "another"]) == Twin(known, kind)


@pytest.mark.parametrize("missing", ["x", "doc-8", ""])
def test_ids_that_truly_differ_have_no_twin(missing: str) -> None:
    assert twin(missing, ["doc-7", "doc-70", "y"]) is None


def test_an_id_that_is_known_needs_no_twin() -> None:
    assert twin("año", ["an\u0303o", "año"]) is None


def test_the_mildest_difference_is_named_first() -> None:
    known = ["DOC", "doc ", "d\u200boc"]
    assert Twins(tuple(known)).of("doc") == Twin("doc ", "surrounding white space")


def test_the_answer_does_not_depend_on_the_order_of_a_set() -> None:
    assert twin("doc", {"Doc", "DOC", "dOc"}) == Twin("DOC", "letter case")


@settings(deadline=None, max_examples=150)
@given(text=st.text(min_size=1, max_size=6), known=st.lists(st.text(max_size=6), max_size=6))
def test_a_twin_is_known_and_differs_in_bytes(text: str, known: list[str]) -> None:
    found = twin(text, known)
    if found is not None:
        assert found.id in known
        assert found.id != text
        assert found.kind in KINDS


@settings(deadline=None, max_examples=100)
@given(text=st.text(min_size=1, max_size=8))
def test_every_normal_form_of_an_id_finds_it(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        other = unicodedata.normalize(form, text)
        if other != text:
            assert twin(other, [text]) is not None


@pytest.mark.parametrize(
    ("missing", "known", "alike"),
    [
        ("a\u00f1o", "an\u0303o", True),
        ("C1", "c1", True),
        ("c1 ", "c1", True),
        ("c1", "c1", False),
        ("c1", "c2", False),
        ("c1", "C1", True),
    ],
)
def test_b35_lookalikes_are_found_among_many(missing, known, alike):
    many = {f"other-{n}" for n in range(50)} | {known}
    assert lookalikes({missing}, many) == (frozenset({missing}) if alike else frozenset())


SHORT_IDS = st.sets(
    st.text(st.sampled_from("ab A\u00e1\u200b"), min_size=1, max_size=3), max_size=6
)


@settings(max_examples=200, deadline=None)
@given(SHORT_IDS, SHORT_IDS)
def test_b35_many_ids_get_the_answers_that_they_get_one_by_one(missing, known):
    one_by_one = {chunk_id for chunk_id in missing if twin(chunk_id, known) is not None}
    assert lookalikes(missing, known) == one_by_one
