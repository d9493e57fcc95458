"""A real browser on a fresh server: deep link first, then Verdict -> Cases -> Case."""

import re

import pytest

from evalcore.model.run import RunContents
from evalcore.store import open_store
from pages.ui.nav import SECTIONS

pytestmark = pytest.mark.browser


def _contents(run):
    return RunContents(
        label=run.record.label,
        suite_name=run.record.suite,
        suite=run.suite,
        golden=run.golden,
        manifest=run.manifest,
        policy=run.policy,
        rankings=run.rankings,
        examination=run.examination,
        verdict=run.verdict,
        started=run.record.started,
        finished=run.record.finished,
        seed=run.record.seed,
        version=run.record.version,
        origin=run.record.origin,
        context=run.context,
    )


@pytest.fixture(scope="module")
def stored(tmp_path_factory, made):
    """A database with the week in it, written by the real store; run ids by label."""
    db = tmp_path_factory.mktemp("db") / "unbury.db"
    ids = {}
    with open_store(db) as store:
        for run in reversed(made.week()):
            ids[run.record.label] = store.save_run(_contents(run))
        store.promote(
            suite="despacho-laboral",
            run_id=ids["green"],
            who="t",
            why="t",
            from_runs=[ids["green"]],
        )
    return made, db, ids


@pytest.fixture
def fresh(stored, browsing, tmp_path):
    """A server that nobody has visited yet."""
    _, db, _ = stored
    with browsing.serving(db, tmp_path) as url:
        yield url


@pytest.fixture(scope="module")
def server(stored, browsing, tmp_path_factory):
    _, db, _ = stored
    with browsing.serving(db, tmp_path_factory.mktemp("home")) as url:
        yield url


def _open_first_row(visitor):
    table = visitor.page.locator("[data-testid=stDataFrame]")
    table.wait_for(timeout=30_000)
    visitor.page.wait_for_timeout(500)
    box = table.bounding_box()
    visitor.page.mouse.click(box["x"] + 40, box["y"] + 50)
    visitor.page.wait_for_url(re.compile("/case"), timeout=30_000)
    visitor.settle()


def test_a_deep_link_is_whole_and_the_walk_stays_on_this_machine(browsing, browser, fresh, stored):
    made, _, ids = stored
    visitor = browsing.Visitor.of(browser, fresh, locale="en-US")
    visitor.open(f"/case?run={ids['friday']}&case={made.TRAVEL}")
    visitor.heading(re.escape(made.QUESTION))
    links = visitor.page.locator("[data-testid=stSidebar] a[data-testid=stPageLink-NavLink]")
    links.first.wait_for(timeout=30_000)
    labels = [text.splitlines()[-1] for text in links.all_inner_texts()]
    assert labels == [one.title for section in SECTIONS.values() for one in section]
    assert visitor.page.title() == "Case · Unbury"

    visitor.follow("Verdict")
    visitor.heading("Do not deploy: 1 of 10 rules does not hold")
    assert visitor.params["run"] == [ids["friday"]]

    visitor.follow("Cases")
    visitor.heading("1 of 20 counted cases fails")
    _open_first_row(visitor)
    visitor.heading(re.escape(made.QUESTION))
    assert visitor.params["case"] == [made.TRAVEL]

    visitor.page.go_back()
    visitor.heading("1 of 20 counted cases fails")
    visitor.follow("Runs")
    visitor.heading("9 runs are stored")
    assert visitor.outside == []


def test_a_phone_in_spanish_and_in_the_dark_reads_without_scrolling_sideways(
    browsing, browser, server, stored
):
    made, _, ids = stored
    visitor = browsing.Visitor.of(
        browser, server, locale="es-ES", color_scheme="dark", **browsing.PHONE
    )
    for path, words in (
        (f"/case?run={ids['friday']}&case={made.TRAVEL}", re.escape(made.QUESTION)),
        (f"/?run={ids['friday']}", "No desplegar"),
        (f"/cases?run={ids['friday']}", "Suspende 1 de 20"),
        ("/runs", "9 ejecuciones guardadas"),
    ):
        visitor.open(path)
        visitor.heading(words)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert visitor.outside == []


def test_hostile_text_is_shown_and_fetches_nothing_b63(browsing, browser, server, stored):
    made, _, ids = stored
    visitor = browsing.Visitor.of(browser, server, locale="en-US")
    visitor.open(f"/case?run={ids['states']}&case=hostil%3D1%2B1")
    assert visitor.page.locator("h1").first.inner_text() == made.HOSTILE
    visitor.open(f"/cases?run={ids['states']}")
    visitor.open(f"/?run={ids['states']}")
    assert visitor.page.locator("img[src='x']").count() == 0
    assert [url for url in visitor.outside if "h.invalid" in url] == []
    assert visitor.outside == []
