"""No page says a word that cannot be translated, and none lets people's text become markup."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "pages").rglob("*.py"))
SPEAKING = {
    *("title", "header", "subheader", "markdown", "caption", "text", "badge", "button", "info"),
    *("error", "warning", "success", "expander", "radio", "pills", "selectbox", "multiselect"),
    *("text_input", "segmented_control", "metric", "page_link", "TextColumn", "ButtonColumn"),
}
NOT_WORDS = {"pages/verdict.py", "pages/cases.py", "pages/case.py", "pages/runs.py", "id"}


def _calls(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node


def _owner(call):
    return call.func.value.id if isinstance(call.func.value, ast.Name) else ""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_word_of_a_page_goes_through_the_translator(path):
    loose = []
    for call in _calls(path):
        if call.func.attr not in SPEAKING or _owner(call) not in {"st", "column"} or not call.args:
            continue
        first = call.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            words = re.sub(r":material/\w+:", "", first.value)
            if re.search(r"[A-Za-z]{2}", words) and words not in NOT_WORDS:
                loose.append((call.lineno, first.value))
    assert loose == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_page_asks_for_raw_html_or_scripts_b63(path):
    text = path.read_text("utf-8")
    assert "unsafe_allow" not in text
    assert "components" not in text
    uses_html = any(call.func.attr == "html" and _owner(call) == "st" for call in _calls(path))
    assert not uses_html or path.name == "plain.py"
