"""A real browser: counters filter, a rank line opens its case, the walkthrough and its export."""

import re

import pytest

from evalcore.workflows.reading import runs

pytestmark = pytest.mark.browser

QUESTION = "¿Qué percibos exige un desplazamiento internacional?"
STEPS = (
    ("the verdict", "questions passed, and still the new index was stopped"),
    ("the question", "Whoever asked this would not have seen"),
    ("the cause", "moved in front and pushed what was needed"),
    ("the repair", "The cause was named, and the index was corrected"),
    ("the green run", "The exam is green again"),
)


@pytest.fixture(scope="module")
def server(told, browsing, tmp_path_factory):
    with browsing.serving(told, tmp_path_factory.mktemp("home")) as url:
        yield url


def _saved(visitor, label, folder):
    with visitor.page.expect_download() as waiting:
        visitor.page.get_by_role("button", name=label).click()
    path = folder / "story.html"
    waiting.value.save_as(path)
    return path


def _reads_offline(browser, path, words):
    """The page from file://, watched: it asks for nothing but itself."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.get_by_text(re.compile(words)).first.wait_for()
    assert asked == [path.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert len(page.pdf(format="A4")) > 10_000


def test_the_walkthrough_its_links_and_its_export(browsing, browser, server, tmp_path):
    visitor = browsing.Visitor.of(browser, server, locale="en-US")
    visitor.open("/blocked?run=friday")
    visitor.heading("80 new documents were about to reach the users")
    for number, (target, words) in enumerate(STEPS, start=2):
        visitor.press(f"Next: {target}")
        visitor.heading(words)
        assert visitor.params["step"] == [str(number)]
        visitor.reads(f"Step {number} of 6")
    visitor.press("Back: the repair")
    visitor.heading("The cause was named")
    path = _saved(visitor, "Save all steps as one page", tmp_path)
    _reads_offline(browser, path, "Step 6 of 6")
    assert visitor.outside == []


def test_counters_filter_and_a_rank_line_opens_its_case(browsing, browser, server):
    visitor = browsing.Visitor.of(browser, server, locale="en-US")
    visitor.open("/compare?run=friday&base=week-6")
    visitor.heading("1 question that passed now fails")
    visitor.page.get_by_test_id("stButtonGroup").get_by_text("changed verdict 1").click()
    visitor.settle()
    assert visitor.params["change"] == ["flipped"]
    visitor.reads("2 expected chunks moved")
    plot = visitor.page.locator("[data-testid=stPlotlyChart] .nsewdrag").first
    plot.wait_for(timeout=30_000)
    visitor.page.wait_for_timeout(1_000)
    marks = visitor.page.locator("[data-testid=stPlotlyChart] .scatterlayer .point")
    box = marks.nth(marks.count() // 4).bounding_box()  # in the middle of a line
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.move(x, y)
    visitor.page.locator(".hoverlayer .hovertext").first.wait_for(timeout=30_000)
    visitor.page.mouse.click(x, y)
    visitor.page.wait_for_url(re.compile("/case"), timeout=30_000)
    visitor.heading(re.escape(QUESTION))
    assert visitor.params["case"] == ["via-007"]
    visitor.page.go_back()
    visitor.heading("1 question that passed now fails")
    assert visitor.outside == []


def test_a_row_opens_its_case(browsing, browser, server):
    visitor = browsing.Visitor.of(browser, server, locale="en-US")
    visitor.open("/compare?run=friday&base=week-6&change=flipped")
    table = visitor.page.locator("[data-testid=stDataFrame]").first
    table.wait_for(timeout=30_000)
    visitor.page.wait_for_timeout(800)
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    visitor.page.mouse.click(box["x"] + 40, box["y"] + 50)
    visitor.page.wait_for_url(re.compile("/case"), timeout=30_000)
    visitor.heading(re.escape(QUESTION))


def test_a_phone_in_spanish_reads_every_step_without_scrolling_sideways(
    browsing, browser, server, told
):
    assert [one.label for one in runs(told)][:2] == ["repaired", "friday"]
    visitor = browsing.Visitor.of(
        browser, server, locale="es-ES", color_scheme="dark", **browsing.PHONE
    )
    for step in range(1, 7):
        visitor.open(f"/blocked?run=friday&step={step}")
        visitor.reads(f"Paso {step} de 6")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    visitor.open("/compare?run=friday")
    visitor.heading("1 pregunta que aprobaba ahora suspende")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert visitor.outside == []
