"""Every sentence of the code has its Spanish, with the same figures, compiled."""

import ast
import re
import shutil
import string
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo

from evalcore.views import messages

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def found():
    return messages.extracted(ROOT)


@pytest.fixture(scope="module")
def spanish():
    return messages.catalogue("es")


def _key(message):
    return message.id if isinstance(message.id, str) else message.id[0]


def _table(catalogue):
    return {_key(m): messages.forms_of(m) for m in catalogue if m.id}


def _figures(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_extraction_finds_the_screen_and_the_gate(found):
    assert "What came out" in found
    assert any(place.startswith("evalcore/gate/") for _, place in found.values())


def test_every_sentence_has_a_spanish_text(found, spanish):
    table = _table(spanish)
    missing = [(key, place) for key, (_, place) in found.items() if not all(table.get(key, ("",)))]
    assert missing == []


def test_no_line_ends_between_a_number_and_its_percent_sign(spanish):
    texts = [text for forms in _table(spanish).values() for text in forms]
    assert [text for text in texts if re.search(r"[\d}] %(?!\w)", text)] == []


def test_no_sentence_has_one_form_here_and_two_there():
    """The catalogue holds a sentence once, so the other place would stay English."""
    forms = {}
    for source in messages.SOURCES:
        for _, _, message, _, _ in extract_from_dir(ROOT / source, keywords=messages.KEYWORDS):
            many = isinstance(message, tuple)
            forms.setdefault(message[0] if many else message, set()).add(many)
    assert [sentence for sentence, kinds in forms.items() if len(kinds) > 1] == []


def test_every_translation_keeps_the_figures_of_its_sentence(found, spanish):
    wrong = []
    for key, texts in _table(spanish).items():
        forms, _ = found.get(key, ((), ""))
        allowed = set().union(*(_figures(form) for form in forms))
        needed = allowed if len(forms) == 1 else set()
        wrong += [text for text in texts if not needed <= _figures(text) <= allowed]
    assert wrong == []


def test_the_catalogue_holds_nothing_that_the_code_no_longer_says(found, spanish):
    assert set(_table(spanish)) - set(found) == set()


def test_the_compiled_catalogue_equals_the_written_one(spanish):
    with messages.written("es").with_suffix(".mo").open("rb") as file:
        assert _table(read_mo(file)) == _table(spanish)


def test_every_sentence_is_written_where_it_can_be_extracted():
    """A template built at run time would never be translated."""
    loose = []
    for path in (ROOT / "evalcore" / "gate").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
                first = node.args[0]
                if not isinstance(first, ast.Constant | ast.Name):
                    loose.append((path.name, node.lineno))
    assert loose == []


def test_an_update_keeps_translations_and_lists_what_is_missing(tmp_path, monkeypatch):
    locale = tmp_path / "locale"
    shutil.copytree(messages.LOCALE_FOLDER, locale)
    monkeypatch.setattr(messages, "LOCALE_FOLDER", locale)
    for source in messages.SOURCES:
        (tmp_path / source).mkdir()
    (tmp_path / "pages" / "new.py").write_text(
        't.text("Verdict")\nt.text("Never said before: {n}.")\nt.plural("{n} \\"a\\"", "{n} b", n)\n'
    )
    missing = messages.update(tmp_path, "es")
    assert missing == ["Never said before: {n}.", '{n} "a"']
    assert _table(messages.catalogue("es"))["Verdict"] == ("Veredicto",)
    assert len(_table(messages.catalogue("es"))) == 3
