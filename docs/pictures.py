"""Photograph the dashboard on a database, for the READMEs: ``docs/pictures.py DATABASE``.

Needs Debian's ``chromium``. Run by ``make docs``.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
CASE = "case?run=friday&case=via-007"
SHOTS = (
    ("verdict.png", "?run=friday&lang=en", 1280, "light"),
    ("case.png", f"{CASE}&lang=en", 1280, "light"),
    ("cases.png", "cases?run=friday&lang=en", 1280, "light"),
    ("case-dark.png", f"{CASE}&lang=en", 1280, "dark"),
    ("case-phone.png", f"{CASE}&lang=en", 390, "light"),
    ("veredicto.png", "?run=friday&lang=es", 1280, "light"),
    ("caso.png", f"{CASE}&lang=es", 1280, "light"),
)
BROWSER = "/usr/bin/chromium"
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
READY = "[data-testid=stApp][data-test-script-state=notRunning]"
HEIGHT = "document.querySelector('[data-testid=stMain]').scrollHeight"
PHONE_WIDTH = 600
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"
TALLEST = 3600


def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with _dashboard(Path(sys.argv[1])) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(QUIET))
        for name, page, width, scheme in SHOTS:
            _shoot(browser, f"{address}/{page}", FOLDER / name, width, scheme)
        browser.close()


def _shoot(browser: Browser, url: str, path: Path, width: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        user_agent=PHONE if width < PHONE_WIDTH else None,
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(READY)
    for _ in range(2):  # charts lay themselves out again after the first resize
        page.wait_for_timeout(1500)
        height = min(max(int(page.evaluate(HEIGHT)), 900), TALLEST)
        page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(1500)
    page.screenshot(path=str(path))
    context.close()


@contextmanager
def _dashboard(db: Path) -> Iterator[str]:
    port = _free_port()
    environment = {
        **os.environ,
        "UNBURY_DB": str(db.resolve()),
        "STREAMLIT_SERVER_PORT": str(port),
        "STREAMLIT_SERVER_HEADLESS": "true",
    }
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=10)


def _wait(address: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health"):  # noqa: S310 our own server
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the dashboard did not start")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
