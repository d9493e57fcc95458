"""What the documents show is what the commands print and the code says today."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import evalcore

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "sample_runs").rglob("*.md")]
)
LINK = re.compile(r"\]\(([^)\s]+)\)")


WRITTEN = (
    ("make.py", "README.md", "README.es.md"),
    ("make.py", "docs/guide.md"),
    ("make.py", "docs/guia.md"),
    ("reference.py",),
)


def test_every_page_that_commands_write_is_looked_at():
    text = (ROOT / "docs" / "make.py").read_text("utf-8")
    pages = ast.literal_eval(re.search(r"^PAGES = (\(.*?\))$", text, re.MULTILINE)[1])
    assert sorted(pages) == sorted(name for _, *names in WRITTEN for name in names)


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written[-1])
def test_what_is_written_by_commands_is_current(written):
    writer, *pages = written
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / writer, "--check", *pages],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_picture_page_and_heading_that_a_page_names_is_there(page):
    named = [name for name in LINK.findall(page.read_text("utf-8")) if "://" not in name]
    assert [name for name in named if not _is_there(page, name)] == []


def _is_there(page, name):
    file, _, heading = name.partition("#")
    target = page if not file else page.parent / file
    return target.exists() and (not heading or heading in _headings(target))


def _headings(page):
    """As the page's own links spell them: lower case, words joined, other signs left out."""
    lines = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def test_every_picture_is_shown_somewhere_and_light():
    shown = " ".join(page.read_text("utf-8") for page in PAGES)
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.png"))
    assert [one.name for one in pictures if one.name not in shown] == []
    assert [one.name for one in pictures if one.stat().st_size > 150_000] == []


def test_the_changelog_begins_with_what_is_installed():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)
    assert evalcore.__version__ in versions[:2]
