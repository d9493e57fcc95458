"""A fresh dashboard server and a visitor who watches it: for the tests in a real browser."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx

ROOT = Path(__file__).parents[2]
FLAGS = ("--no-sandbox", "--disable-gpu")
"""Nothing here needs a graphics card; to stand in for one costs a seventh of a page's time."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = "[data-testid=stApp][data-test-script-state=notRunning]"
WAIT = 30_000
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "user_agent": "Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36",
}


@contextmanager
def chromium():
    """Debian's chromium, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@contextmanager
def serving(db, home, *extra, write=False):
    """`unbury serve`, which nobody has visited yet, started from another folder; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "HOME": str(home)}
    command = [sys.executable, "-m", "evalcore", "serve", "--no-open", "--db", str(db)]
    command += ["--port", str(port), *(["--write"] if write else []), *extra]
    with (home / "server.log").open("ab") as log:
        process = subprocess.Popen(
            command, cwd=home, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _until_healthy(url, process)
            yield url
        finally:
            process.terminate()
            process.wait(timeout=20)


def _until_healthy(url, process):
    for _ in range(150):
        if process.poll() is not None:
            raise RuntimeError("the server ended")
        try:
            if httpx.get(f"{url}/_stcore/health", timeout=2).text == "ok":
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise RuntimeError("the server did not become healthy")


class Visitor:
    """A page that remembers every request and insists that no exception is shown."""

    def __init__(self, page, origin):
        self.page = page
        self.origin = origin
        self.outside = []
        page.on("request", self._note)

    @classmethod
    def of(cls, browser, origin, **settings):
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **settings})
        return cls(context.new_page(), origin)

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

    def reads(self, words):
        self.page.get_by_text(re.compile(words)).first.wait_for(timeout=WAIT)

    def press(self, words, *, exact=False):
        self.page.get_by_role("button", name=words, exact=exact).first.click()
        self.settle()

    def write(self, label, text):
        field = self.page.get_by_label(label).first
        field.fill(text)
        field.press("Tab")
        self.settle()

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
