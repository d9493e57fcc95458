"""Every sentence of the code has its Spanish, with the same figures, compiled."""

import ast
import string
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "evalcore/views/locale/es/LC_MESSAGES"
KEYWORDS = {"N_": None, "text": (1,), "plural": (1, 2), "Message": (1,), "_not_applicable": (1,)}
SOURCES = ("evalcore", "pages")


@pytest.fixture(scope="module")
def extracted():
    found = {}
    for source in SOURCES:
        for name, _, message, _, _ in extract_from_dir(ROOT / source, keywords=KEYWORDS):
            forms = message if isinstance(message, tuple) else (message,)
            found.setdefault(forms[0], (forms, f"{source}/{name}"))
    return found


@pytest.fixture(scope="module")
def spanish():
    with (FOLDER / "unbury.po").open("rb") as file:
        return read_po(file, locale="es")


def _forms(message):
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def _figures(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_extraction_finds_the_screen_and_the_gate(extracted):
    assert "What came out" in extracted
    assert any(place.startswith("evalcore/gate/") for _, place in extracted.values())


def test_every_sentence_has_a_spanish_text(extracted, spanish):
    missing = [
        (key, place)
        for key, (_, place) in extracted.items()
        if spanish.get(key) is None or not all(_forms(spanish.get(key)))
    ]
    assert missing == []


def test_every_translation_keeps_the_figures_of_its_sentence(extracted, spanish):
    wrong = []
    for key, (forms, _) in extracted.items():
        message = spanish.get(key)
        if message is None:
            continue
        allowed = set().union(*(_figures(form) for form in forms))
        wrong += [text for text in _forms(message) if not _figures(text) <= allowed]
        if len(forms) == 1 and _figures(message.string) != allowed:
            wrong.append(message.string)
    assert wrong == []


def test_the_catalogue_holds_nothing_that_the_code_no_longer_says(extracted, spanish):
    assert {_key(m) for m in spanish if m.id} - set(extracted) == set()


def test_the_compiled_catalogue_equals_the_written_one(spanish):
    with (FOLDER / "unbury.mo").open("rb") as file:
        compiled = read_mo(file)
    assert _table(compiled) == _table(spanish)


def _table(catalogue):
    return {_key(m): _forms(m) for m in catalogue if m.id}


def _key(message):
    return message.id if isinstance(message.id, str) else message.id[0]


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
