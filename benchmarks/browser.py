"""A dashboard server, and a browser that tells how long an action takes until all is drawn."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright
from whole_process import as_installed

QUIET = "[data-testid=stApp][data-test-script-state=notRunning]"
TITLE = "[data-testid=stMain] h1, [data-testid=stMain] h2"
LINKS = "[data-testid=stSidebar] a"
PATIENCE = 60_000
STILL = 0.12
"""Seconds without a change on the page after which it counts as drawn; not part of the time."""

_WATCH = """
window.__changed = performance.now();
new MutationObserver(() => { window.__changed = performance.now(); }).observe(
    document, {subtree: true, childList: true, attributes: true, characterData: true});
"""

_WORDS = """
() => {
    const main = document.querySelector('[data-testid=stMain]');
    const words = () => [...main.querySelectorAll('[data-testid=stMarkdown]')]
        .map(one => one.textContent).join('\\n');
    const before = words();
    window.__worded = null;
    const watch = new MutationObserver(() => {
        if (words() === before) return;
        window.__worded = performance.now();
        watch.disconnect();
    });
    watch.observe(main, {subtree: true, childList: true, characterData: true});
}
"""


@dataclass(frozen=True, slots=True)
class Server:
    """A running ``unbury serve``."""

    url: str
    process: subprocess.Popen[bytes]

    @property
    def megabytes(self) -> float:
        """Resident memory now (Linux)."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def serving(db: Path, folder: Path) -> Iterator[Server]:
    """The dashboard over a database, until the block ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "evalcore", "serve", "--no-open", "--db", str(db)]
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            env=as_installed(folder / "bytecode"),
            stdout=log,
            stderr=log,
        )
        try:
            server = Server(f"http://127.0.0.1:{port}", process)
            _until_healthy(server)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=20)


def _until_healthy(server: Server) -> None:
    for _ in range(150):
        try:
            if httpx.get(f"{server.url}/_stcore/health", timeout=2).text == "ok":
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise RuntimeError("the dashboard did not start")


@dataclass(frozen=True, slots=True)
class Visit:
    """One tab that stays open."""

    page: Page
    url: str

    def opened(self, path: str) -> float:
        """Load an address; the seconds until all is drawn."""
        started = time.perf_counter()
        self.page.goto(self.url + path)
        for drawn_late in (LINKS, TITLE):
            self.page.locator(drawn_late).first.wait_for(timeout=PATIENCE)
        return self._drawn(0.0) - started

    def timed(self, act: Callable[[], Any]) -> float:
        """Seconds from the start of an action to the last change that it made on the page."""
        before = self.page.evaluate("performance.now()")
        started = time.perf_counter()
        act()
        return self._drawn(before) - started

    def answered(self, act: Callable[[], Any]) -> float:
        """Seconds from the start of an action to the first words that are others than before."""
        self.page.evaluate(_WORDS)
        before = self.page.evaluate("performance.now()")
        started = time.perf_counter()
        act()
        self.page.wait_for_function("() => window.__worded !== null", timeout=PATIENCE)
        ago = self.page.evaluate("(performance.now() - window.__worded) / 1000")
        took = time.perf_counter() - float(ago) - started
        self._drawn(before)
        return took

    def _drawn(self, before: float) -> float:
        """When the last change came, after ``before`` on the page's own clock."""
        end = time.perf_counter() + PATIENCE / 1_000
        while time.perf_counter() < end:
            self.page.wait_for_selector(QUIET, timeout=PATIENCE)
            changed, still = self.page.evaluate(
                "[window.__changed, (performance.now() - window.__changed) / 1000]"
            )
            if changed > before and still >= STILL:
                return time.perf_counter() - float(still)
            self.page.wait_for_timeout(30)
        raise RuntimeError("nothing came of an action, or it never ended")

    def follow(self, page: str) -> None:
        """A link of the sidebar; the first leads to the first page and names no path."""
        script = """page => {
            const links = [...document.querySelectorAll('[data-testid=stSidebar] a')];
            const link = page ? links.slice(1).find(one => one.pathname === `/${page}`) : links[0];
            link?.click();
            return !!link;
        }"""
        self.page.wait_for_function(script, arg=page, timeout=PATIENCE)  # drawn anew now and then

    def write(self, label: str, text: str) -> None:
        """Text into a field, and out of it."""
        field = self.page.get_by_label(label).first
        field.fill(text)
        field.press("Enter")

    def press_link(self, *words: str) -> None:
        """A link by its words; by the next words where the first are not there."""
        links = [self.page.get_by_role("link", name=one) for one in words]
        next(link for link in links if link.count()).first.click()

    def slide(self, key: str) -> None:
        """A key on the first slider."""
        self.page.get_by_role("slider").first.press(key)

    def click_plot(self) -> None:
        """The middle of the first cell of the first picture, which opens its cases."""
        box = self.page.locator(".js-plotly-plot .nsewdrag").first.bounding_box()
        if box is None:
            raise RuntimeError("there is no picture to click")
        self.page.mouse.click(box["x"] + box["width"] * 0.1, box["y"] + box["height"] * 0.1)
        self.page.wait_for_url("**/cases?**")  # the picture takes its time to say it was clicked


@contextmanager
def visiting(server: Server) -> Iterator[Visit]:
    """A browser's tab on a server."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as started:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = started.chromium.launch(executable_path=chromium, args=arguments)
        context = browser.new_context(
            viewport={"width": 1440, "height": 1000}, locale="en-US", reduced_motion="reduce"
        )
        context.add_init_script(_WATCH)
        yield Visit(context.new_page(), server.url)
        browser.close()
