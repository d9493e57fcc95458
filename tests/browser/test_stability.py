"""A real browser on the sample's sampled runs: an index that is rebuilt for every asking."""

import pytest

from evalcore.workflows.run_suite import RunOptions, run_suite

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory, browsing):
    pytest.importorskip("hnswlib", reason="needs hnswlib, an approximate index")
    home = tmp_path_factory.mktemp("sampled")
    db = home / "unbury.db"
    suite = browsing.ROOT / "sample_runs" / "despacho" / "unstable.toml"
    for label in ("uno", "dos", "tres"):
        run_suite(suite, db=db, options=RunOptions(samples=5, label=label))
    with browsing.serving(db, home) as url:
        yield url


def test_the_sampled_runs_are_found_drawn_and_lead_to_a_restless_case(browsing, browser, server):
    visitor = browsing.Visitor.of(browser, server, locale="es-ES")
    visitor.open("/stability")
    visitor.heading("¿Se mueve el producto o la regla de medir")
    visitor.reads("Se miran 3 ejecuciones")
    visitor.reads("unbury judge RUN")
    drawn = visitor.page.locator("[data-testid=stPlotlyChart]")
    drawn.nth(2).wait_for(timeout=30_000)
    assert drawn.first.locator(".heatmaplayer image").count() == 1
    table = visitor.page.locator("[data-testid=stDataFrame]").first
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    visitor.page.mouse.click(box["x"] + 40, box["y"] + 50)
    visitor.page.wait_for_url("**/case?**", timeout=30_000)
    visitor.settle()
    assert visitor.outside == []


def test_a_phone_reads_the_page_without_scrolling_sideways(browsing, browser, server):
    visitor = browsing.Visitor.of(
        browser, server, locale="es-ES", color_scheme="dark", **browsing.PHONE
    )
    visitor.open("/stability?runs=uno,dos,tres")
    visitor.heading("agregado tranquilo")
    width = visitor.page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= 390
