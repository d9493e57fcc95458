"""A real browser on a fresh server: deep link first, then Verdict -> Cases -> Case."""

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from evalcore.model.run import RunContents
from evalcore.store import open_store

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = "[data-testid=stApp][data-test-script-state=notRunning]"
WAIT = 30_000

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed"),
]


def _made():
    path = ROOT / "tests" / "support" / "stored_runs.py"
    spec = importlib.util.spec_from_file_location("stored_runs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
def stored(tmp_path_factory):
    """A database with the week in it, written by the real store; run ids by label."""
    made = _made()
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
def server(stored, tmp_path):
    """A server that nobody has visited yet, started from another folder."""
    _, db, _ = stored
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "UNBURY_DB": str(db),
        "STREAMLIT_SERVER_PORT": str(port),
        "STREAMLIT_SERVER_HEADLESS": "true",
    }
    log = (tmp_path / "server.log").open("wb")
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=log, stderr=subprocess.STDOUT
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _until_healthy(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


def _until_healthy(url, process):
    for _ in range(150):
        assert process.poll() is None, "the server ended"
        try:
            if httpx.get(f"{url}/_stcore/health", timeout=2).text == "ok":
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    pytest.fail("the server did not become healthy")


class Visitor:
    """A page that remembers every request and insists that no exception is shown."""

    def __init__(self, page, origin):
        self.page = page
        self.origin = origin
        self.outside = []
        page.on("request", self._note)

    def _note(self, request):
        if not request.url.startswith((self.origin, "data:", "blob:")):
            self.outside.append(request.url)

    def open(self, path):
        self.page.goto(self.origin + path)
        self.settle()

    def settle(self):
        self.page.wait_for_selector(QUIET, timeout=WAIT)
        self.page.wait_for_timeout(300)
        self.page.wait_for_selector(QUIET, timeout=WAIT)
        assert self.page.locator("[data-testid=stException]").count() == 0

    def heading(self, words):
        self.page.get_by_role("heading", name=re.compile(words)).first.wait_for(timeout=WAIT)

    def follow(self, label):
        links = self.page.locator("[data-testid=stSidebar] a")
        links.filter(has_text=re.compile(f"{label}$")).first.click()
        self.settle()

    @property
    def params(self):
        return parse_qs(urlsplit(self.page.url).query)

    @property
    def path(self):
        return urlsplit(self.page.url).path


@pytest.fixture
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        yield started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


def _visitor(browser, origin, **settings):
    context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **settings})
    return Visitor(context.new_page(), origin)


def _open_first_row(visitor):
    table = visitor.page.locator("[data-testid=stDataFrame]")
    table.wait_for(timeout=WAIT)
    visitor.page.wait_for_timeout(500)
    box = table.bounding_box()
    visitor.page.mouse.click(box["x"] + 40, box["y"] + 50)
    visitor.page.wait_for_url(re.compile("/case"), timeout=WAIT)
    visitor.settle()


def test_a_deep_link_is_whole_and_the_walk_stays_on_this_machine(browser, server, stored):
    made, _, ids = stored
    visitor = _visitor(browser, server, locale="en-US")
    visitor.open(f"/case?run={ids['friday']}&case={made.TRAVEL}")
    visitor.heading(re.escape(made.QUESTION))
    links = visitor.page.locator("[data-testid=stSidebar] a[data-testid=stPageLink-NavLink]")
    labels = [text.splitlines()[-1] for text in links.all_inner_texts()]
    assert labels == ["Verdict", "Cases", "Case", "Runs"]
    assert visitor.page.title() == "Case · Unbury"

    visitor.follow("Verdict")
    visitor.heading("Do not deploy: 1 of 8 rules does not hold")
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
    browser, server, stored
):
    made, _, ids = stored
    visitor = _visitor(
        browser,
        server,
        locale="es-ES",
        color_scheme="dark",
        viewport={"width": 390, "height": 844},
        user_agent="Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36",
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


def test_hostile_text_is_shown_and_fetches_nothing_b63(browser, server, stored):
    made, _, ids = stored
    visitor = _visitor(browser, server, locale="en-US")
    visitor.open(f"/case?run={ids['states']}&case=hostil%3D1%2B1")
    assert visitor.page.locator("h1").first.inner_text() == made.HOSTILE
    visitor.open(f"/cases?run={ids['states']}")
    visitor.open(f"/?run={ids['states']}")
    assert visitor.page.locator("img[src='x']").count() == 0
    assert [url for url in visitor.outside if "h.invalid" in url] == []
    assert visitor.outside == []
