"""Every page for those who do not see it, do not use a mouse, or want nothing to move."""

import re

import pytest

from pages.ui.nav import SECTIONS

pytestmark = pytest.mark.browser

CASE = "run=friday&case=via-007"
QUESTION = "¿Qué percibos exige un desplazamiento internacional?"
PAGES = tuple(
    one.file.removeprefix("pages/").removesuffix(".py")
    for section in SECTIONS.values()
    for one in section
)
GRAVE = ("serious", "critical")
NAMED = ("heading-order",)
"""Lighter findings that are looked for as well."""
FRAMEWORK = (
    # rule, what its element is known by, colours, why it is not ours to mend
    ("svg-img-alt", "metric_chart_", ("light", "dark"), "the marks of the line in a metric"),
    ("color-contrast", "stSliderThumbValue", ("dark",), "the number over a slider's thumb"),
)
"""Streamlit's own findings. It writes white on the primary colour and the primary colour on the
page, and on a dark page no colour does both at 4.5; where words are ours to colour (``tones.option``)
they are."""
FOCUSED = """() => {
  const one = document.activeElement, style = getComputedStyle(one);
  return {words: ["A", "BUTTON"].includes(one.tagName) ? one.innerText : "",
          seen: style.outlineStyle !== "none" || style.boxShadow !== "none"
                || style.backgroundColor !== "rgba(0, 0, 0, 0)"};
}"""


@pytest.fixture(scope="module")
def server(told, browsing, tmp_path_factory):
    with browsing.serving(told, tmp_path_factory.mktemp("home")) as url:
        yield url


@pytest.fixture(scope="session")
def axe():
    from importlib.resources import files

    package = pytest.importorskip("axe_playwright_python")
    return (files(package) / "axe.min.js").read_text("utf-8")


def _path(page):
    return f"/{'' if page == 'verdict' else page}?{CASE}"


def _findings(page, axe, scheme):
    """What axe-core finds grave and is not the framework's own, told by rule and element."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in GRAVE or one["id"] in NAMED
        for node in one["nodes"]
        if not any(
            one["id"] == rule and known in str(node["target"]) and scheme in schemes
            for rule, known, schemes, _ in FRAMEWORK
        )
    ]


@pytest.fixture(scope="module")
def readers(browsing, chromium, server):
    """One visitor a colour scheme; every page is loaded anew, what it is made of only once."""
    locales = {"light": "en-US", "dark": "es-ES"}
    return {
        scheme: browsing.Visitor.of(
            chromium, server, color_scheme=scheme, locale=locale, bypass_csp=True
        )
        for scheme, locale in locales.items()
    }


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_has_no_grave_finding_of_ours(readers, axe, name, scheme):
    visitor = readers[scheme]
    visitor.open(_path(name))
    visitor.page.locator("h1").first.wait_for()
    visitor.page.wait_for_timeout(1000)  # charts are drawn after the script has ended
    assert _findings(visitor.page, axe, scheme) == []


@pytest.mark.parametrize("step", range(2, 7))
def test_a_step_of_the_story_has_no_grave_finding_of_ours(readers, axe, step):
    visitor = readers["light"]
    visitor.open(f"/blocked?run=friday&step={step}")
    visitor.page.locator("h1").first.wait_for()
    visitor.page.wait_for_timeout(500)
    assert _findings(visitor.page, axe, "light") == []


def test_what_is_not_named_is_found(readers, axe):
    visitor = readers["light"]
    visitor.open("/runs")
    visitor.page.evaluate(
        "document.querySelector('h1').innerHTML += '<img src=x><button></button>';"
        "document.querySelector('h2').outerHTML = '<h4>deep</h4>'"
    )
    found = " ".join(_findings(visitor.page, axe, "light"))
    assert "image-alt" in found
    assert "button-name" in found
    assert "heading-order" in found


def _tab_to(visitor, words):
    """The keyboard alone, until these words have the focus, and it is seen that they have it."""
    for _ in range(120):
        visitor.page.keyboard.press("Tab")
        if re.search(words, visitor.page.evaluate(FOCUSED)["words"]):
            visitor.page.wait_for_timeout(300)  # the colour of the focus fades in
            focused = visitor.page.evaluate(FOCUSED)
            if re.search(words, focused["words"]):  # a page still drawing itself takes it away
                assert focused["seen"]
                return
    raise AssertionError(f"no {words!r} within reach of the Tab key")


def _enter(visitor):
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_timeout(500)
    visitor.settle()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_main_path_is_walked_by_keyboard(browsing, browser, server, motion):
    visitor = browsing.Visitor.of(browser, server, locale="en-US", reduced_motion=motion)
    visitor.open("/?run=friday")
    visitor.heading("Do not deploy")
    _tab_to(visitor, r"Cases$")
    _enter(visitor)
    visitor.heading("1 of 69 counted cases fails")
    _tab_to(visitor, r"Open the first$")
    _enter(visitor)
    visitor.heading(re.escape(QUESTION))
    assert visitor.params["case"] == ["via-007"]
    _tab_to(visitor, r"Compare$")
    _enter(visitor)
    visitor.heading("1 question that passed now fails")
    _tab_to(visitor, r"Blocked deploy$")
    _enter(visitor)
    _tab_to(visitor, r"Next: the verdict")
    _enter(visitor)
    visitor.heading("questions passed, and still the new index was stopped")
    assert visitor.params["run"]
    assert visitor.outside == []


@pytest.mark.parametrize("name", ["compare", "noise"])
def test_a_page_that_may_not_move_draws_the_same_charts(browsing, browser, server, name):
    drawn = {}
    for motion in ("no-preference", "reduce"):
        visitor = browsing.Visitor.of(browser, server, locale="en-US", reduced_motion=motion)
        visitor.open(_path(name))
        visitor.page.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=30_000)
        visitor.page.wait_for_timeout(1000)
        drawn[motion] = visitor.page.locator(".js-plotly-plot").count()
    assert drawn["reduce"] == drawn["no-preference"] > 0


def test_whoever_wants_nothing_to_move_sees_nothing_move(browsing, browser, server):
    visitor = browsing.Visitor.of(browser, server, locale="en-US", reduced_motion="reduce")
    visitor.open(_path("verdict"))
    visitor.page.wait_for_timeout(1500)
    moving = visitor.page.evaluate(
        "document.getAnimations().filter(one => one.playState === 'running').length"
    )
    assert moving == 0
