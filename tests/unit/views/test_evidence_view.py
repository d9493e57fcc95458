import ast
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.views.evidence import evidence
from evalcore.views.evidence_words import ASKED, LABELS, REPEATED, asked_words, label
from evalcore.views.language import LANGUAGES, Translator

EN, ES = Translator("en"), Translator("es")
DIAGNOSIS = Path(__file__).parents[3] / "evalcore" / "diagnosis"
SOURCES = sorted([*DIAGNOSIS.glob("probes/*.py"), *DIAGNOSIS.glob("*.py")])


def _facts(data, t=EN):
    return {fact.label: fact.value for fact in evidence(data, t).facts}


def test_short_values_are_facts_and_long_texts_are_passages_side_by_side():
    told = evidence({"words": 97, "text": "a" * 91, "begins": "two\nlines"}, EN)
    assert {fact.label: fact.value for fact in told.facts} == {"Words": "97"}
    assert [passage.label for passage in told.passages] == ["Text", "It begins so"]


def test_an_empty_description_is_shown_as_empty_and_not_left_out():
    (passage,) = evidence({"description": "  "}, EN).passages
    assert passage.empty
    assert passage.text == "(empty)"


def test_the_pieces_of_a_cut_stand_side_by_side_under_their_ids():
    pieces = [{"chunk_id": "a-1", "position": 3, "text": "x"}, {"chunk_id": "a-2", "text": ""}]
    told = evidence({"pieces": pieces}, EN).passages
    assert [passage.label for passage in told] == ["Piece · a-1 · 3", "Piece · a-2"]
    assert [passage.empty for passage in told] == [False, True]


def test_dates_numbers_and_truths_are_written_as_the_language_writes_them():
    data = {"valid_to": "2026-11-27", "share_of_figures": 0.512, "filters": {"validity": True}}
    assert _facts(data, ES) == {
        "Vigente hasta": "27 nov 2026",
        "Proporción de cifras": "0,512",
        "Filtros de la suite": "vigencia: sí",
    }


def test_counts_and_what_undid_it_are_short_lines():
    data = {
        "domains": {"viajes": 9, "laboral": 1},
        "undone": {"by": "without filters", "rank": 3},
        "corrected": {"domain": "viajes", "valid_to": None},
    }
    assert _facts(data) == {
        "Domains of those above it": "viajes 9, laboral 1",
        "With this undone": "without filters: rank 3",
        "Corrected": "Domain: viajes; Valid to: —",
    }


def test_fixed_values_are_translated_and_texts_of_people_are_not_b63():
    data = {"fault": "empty", "mark": "table_cut", "question": "empty", "domain": "boost"}
    assert _facts(data, ES) == {
        "Qué falla": "vacía",
        "Señal del corte": "una tabla partida",
        "Pregunta": "empty",
        "Dominio": "boost",
    }


def test_a_list_of_records_is_a_table():
    (table,) = evidence({"old": [{"chunk_id": "a", "rank": 1}, {"chunk_id": "b"}]}, EN).tables
    assert table.columns == ("Chunk", "rank")
    assert table.rows == (("a", "1"), ("b", "—"))


def test_a_key_added_later_is_shown_under_its_own_name():
    assert _facts({"brand_new": 3}) == {"brand new": "3"}
    assert label("brand_new", ES) == "brand new"
    assert asked_words("a question {added} later", ES) == "a question {added} later"


@given(
    st.dictionaries(
        st.text(),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=8,
        ),
    )
)
@settings(deadline=None, max_examples=60)
def test_any_evidence_can_be_shown(data):
    for language in LANGUAGES:
        told = evidence(data, Translator(language))
        assert all(isinstance(one.text, str) for one in told.passages)
        assert all(isinstance(one.value, str) for one in told.facts)


def _evidence_keys(tree):
    """Keys of dict displays that are no figures of a sentence."""
    figures = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
            figures |= {id(inner) for one in node.args[1:] for inner in ast.walk(one)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict) and id(node) not in figures:
            yield from (
                key.value
                for key in node.keys
                if isinstance(key, ast.Constant) and isinstance(key.value, str)
            )


def test_every_key_of_the_probes_evidence_has_its_word():
    keys = {
        key
        for path in SOURCES
        if path.parent.name == "probes" or path.stem in {"cuts", "fusions", "answers"}
        for key in _evidence_keys(ast.parse(path.read_text("utf-8")))
        if set(key) <= set(string.ascii_lowercase + "_")
    }
    assert len(keys) > 40
    assert keys - set(LABELS) - REPEATED - {"other", "n", "rank", "by"} == set()


def _questions(path):
    """The names under which a probe asks: its module's constants that a change stands beside."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            value = node.value.value
            if isinstance(value, str) and " " in value and "{" not in value and value.islower():
                yield value


@pytest.mark.parametrize("path", sorted(DIAGNOSIS.glob("probes/*.py")), ids=lambda path: path.stem)
def test_every_question_put_to_the_index_has_its_words(path):
    assert [what for what in _questions(path) if what not in ASKED] == []


def test_numbered_and_composed_questions_are_put_together_from_their_words():
    assert asked_words("described anew (2)", ES) == "descrita de nuevo (2)"
    assert asked_words("rejoined, described as the others are", ES) == (
        "reunida, descrita como las demás"
    )
