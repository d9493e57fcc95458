"""Text that attacks is shown as text: on every page, in both languages, and in every page handed on."""

import csv
import hashlib
import json
import re
import subprocess
import sys
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest

from evalcore.formats.sheet import safe_cell
from pages.ui.nav import SECTIONS

from support import hostile

PAGES = [
    one.file.removeprefix("pages/").removesuffix(".py") for s in SECTIONS.values() for one in s
]
WORDS_IN_THE_PAGE = {"case", "compare", "blocked", "golden", "runs"}
"""Pages that show people's text outside a canvas, where a test can read it."""
MADE_OF_TEXT = f"""() => {{
    const bad = [];
    const ours = e => e.tagName === 'A' && e.origin === location.origin;
    for (const e of document.querySelectorAll('img, a, script, svg, iframe, image, object, use')) {{
        if (ours(e)) continue;
        const own = e.cloneNode(false).outerHTML;
        if (own.includes('{hostile.HOST}') || own.includes('__ran')) bad.push(own.slice(0, 200));
    }}
    if ([...document.querySelectorAll('b, strong')].some(e => e.textContent === 'fat')) bad.push('fat');
    if (window.__ran) bad.push('a script ran');
    return bad;
}}"""
INSIDE_A_RUN = {"case", "cases", "compare", "blocked"}


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    return hostile.attack(tmp_path_factory.mktemp("hostile"))


def files(folder):
    """Every file of a folder by its SHA-256."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def visits(attacked, full):
    for number, page in enumerate(PAGES):
        for language in ("en", "es") if full else (("en", "es")[number % 2],):
            path = "" if page == "verdict" else page
            case = f"&case={quote(attacked.case)}" if page == "case" else ""
            yield page, f"/{path}?run={attacked.bad}&lang={language}{case}"


@pytest.mark.browser
def test_b63_every_page_shows_it_as_text_asks_nobody_and_writes_nothing(
    browsing, browser, attacked, tmp_path, times
):
    before = files(attacked.folder)
    with browsing.serving(attacked.db, tmp_path) as url:
        visitor = browsing.Visitor.of(browser, url, locale="en-US")
        refused, failed = [], []
        visitor.page.on(
            "console", lambda m: refused.append(m.text) if "Security" in m.text else None
        )
        visitor.page.on("pageerror", lambda error: failed.append(str(error)))
        for page, path in visits(attacked, times(False, True)):
            visitor.open(path)
            visitor.page.locator("[data-testid=stMain] h1").first.wait_for(timeout=30_000)
            assert visitor.page.evaluate(MADE_OF_TEXT) == [], page
            if page in WORDS_IN_THE_PAGE:
                assert hostile.IMAGE in visitor.page.locator("body").inner_text(), page
        assert visitor.outside == []
        assert refused == []
        assert failed == []
    assert files(attacked.folder) == before


def unbury(*arguments, codes=(0, 1)):
    ran = subprocess.run(
        [sys.executable, "-m", "evalcore", *map(str, arguments)], capture_output=True, check=False
    )
    assert ran.returncode in codes, ran.stderr.decode()
    return ran.stdout.decode()


@pytest.fixture(scope="module")
def handed_on(attacked):
    """Report and story of the blocked run, as somebody would open them."""
    made = {}
    for name, more in (("report.html", ()), ("story.html", ("--story",))):
        made[name] = attacked.folder / name
        unbury("report", attacked.bad, "--db", attacked.db, "-o", made[name], *more)
    return made


@pytest.mark.browser
def test_b63_report_and_story_opened_from_the_disk_show_it_as_text(browser, handed_on):
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for path in handed_on.values():
        page.goto(path.as_uri())
        page.wait_for_timeout(300)
        assert page.evaluate(MADE_OF_TEXT) == []
        assert hostile.IMAGE in page.locator("body").inner_text()
    assert {url.split(":")[0] for url in asked} <= {"file", "data", "blob"}


def test_b63_junit_is_well_formed_and_markdown_has_no_image_or_link_of_theirs(attacked):
    junit, markdown = attacked.folder / "junit.xml", attacked.folder / "gate.md"
    unbury(
        "gate", attacked.bad, "--db", attacked.db, "--junit", junit, "--markdown", markdown
    )  # fmt: skip
    told = "".join(ET.parse(junit).getroot().itertext())  # noqa: S314 our own file
    assert ET.parse(junit).getroot().tag in {"testsuite", "testsuites"}  # noqa: S314
    written = markdown.read_text("utf-8")
    assert "q0" in written + told
    assert not re.search(r"(?<!\\)!\[p\](?!\\)\(", written)
    assert not re.search(r"(?<![\\&])<(img|script|svg|a) ", written)


def test_b63_a_spreadsheet_is_given_no_formula(attacked):
    out = attacked.folder / "results.csv"
    unbury("export", attacked.bad, "--db", attacked.db, "--csv", "-o", out)
    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) > hostile.CASES
    cells = [cell for row in rows[1:] for cell in row]
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    assert [cell for cell in cells if cell[:1] in "=+-@\t\r\n" and cell and not _number(cell)] == []


def _number(cell):
    try:
        return float(cell) is not None
    except ValueError:
        return False


def _downloaded(visitor):
    """The rows of the page's own download, and what Streamlit's toolbar offers for its tables."""
    page = visitor.page
    button = page.get_by_role("button", name="Download as CSV")
    button.first.wait_for(timeout=30_000)
    offered = set()
    for table in page.locator("[data-testid=stDataFrame]:visible").all():
        table.hover()
        offered |= {one.get_attribute("aria-label") for one in table.get_by_role("button").all()}
    with page.expect_download() as waiting:
        button.first.click()
    with waiting.value.path().open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file)), offered


@pytest.mark.browser
def test_b63_a_table_of_a_page_hands_a_spreadsheet_no_formula(
    browsing, browser, attacked, tmp_path
):
    with browsing.serving(attacked.db, tmp_path) as url:
        visitor = browsing.Visitor.of(browser, url, locale="en-US")
        for page in ("cases", "compare", "runs"):
            visitor.open(f"/{page}?run={attacked.bad}&base={attacked.green}")
            rows, offered = _downloaded(visitor)
            cells = [cell for row in rows for cell in row]
            assert not [c for c in cells if c[:1] in "=+-@\t\r\n" and c and not _number(c)], page
            assert offered, page
            assert not [one for one in offered if "csv" in str(one).lower()], page
            if page != "runs":
                assert f"'{attacked.case}" in cells, page


@pytest.mark.parametrize("text", ["=1+1", "-5", "@x", "+1", "\t=1", "\r=1", "＝1", "\n=1"])
def test_b63_no_text_becomes_a_formula(text):
    assert safe_cell(text) == f"'{text}"


def test_b63_terminal_output_carries_no_control_sequence(attacked):
    """An id or a text must not move a terminal's cursor or colour what follows."""
    shown = unbury("show", attacked.bad, "--case", attacked.case, "--db", attacked.db)
    shown += unbury("show", attacked.bad, "--db", attacked.db)
    assert not set(
        re.findall(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]", shown)
    )
    told = json.loads(unbury("show", attacked.bad, "--db", attacked.db, "--json"))
    assert attacked.case in {case["id"] for case in told["cases"]}
