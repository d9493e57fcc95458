"""Photograph the dashboard on the demo's database: ``docs/pictures.py DATABASE``.

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
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
CASE = "case?run=friday&case=via-007"
DESK, PHONE_SCREEN = 1280, 390
TALLEST = 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One picture: which page, how it is looked at, and how much of it is kept."""

    name: str
    page: str
    language: str = "en"
    width: int = DESK
    scheme: str = "light"
    height: int = 1500


SHOTS = (
    Shot(name="verdict", page="?run=friday"),
    Shot(name="veredicto", page="?run=friday", language="es"),
    Shot(name="case", page=CASE),
    Shot(name="caso", page=CASE, language="es"),
    Shot(name="case-dark", page=CASE, scheme="dark"),
    Shot(name="case-phone", page=CASE, width=PHONE_SCREEN),
    Shot(name="cases", page="cases?run=friday", height=1100),
    Shot(name="compare", page="compare?run=friday", height=1300),
    Shot(name="blocked", page="blocked?run=friday&step=4", height=1400),
    Shot(name="bloqueado", page="blocked?run=friday&step=4", language="es", height=1400),
    Shot(name="symptoms", page="symptoms?run=friday", height=1340),
    Shot(name="heatmap", page="heatmap?run=friday", height=980),
    Shot(name="noise", page="noise?run=friday", height=1400),
    Shot(name="golden", page="golden?run=friday", height=1260),
    Shot(name="casos", page="cases?run=friday", language="es", height=1100),
    Shot(name="caso-oscuro", page=CASE, language="es", scheme="dark"),
    Shot(name="caso-movil", page=CASE, language="es", width=PHONE_SCREEN),
    Shot(name="comparar", page="compare?run=friday", language="es", height=1300),
    Shot(name="sintomas", page="symptoms?run=friday", language="es", height=1340),
    Shot(name="mapa", page="heatmap?run=friday", language="es", height=980),
    Shot(name="ruido", page="noise?run=friday", language="es", height=1400),
    Shot(name="aureo", page="golden?run=friday", language="es", height=1260),
)
COLOURS = 128
BROWSER = "/usr/bin/chromium"
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
READY = "[data-testid=stApp][data-test-script-state=notRunning]"
HEIGHT = "document.querySelector('[data-testid=stMain]').scrollHeight"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"


def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with _dashboard(Path(sys.argv[1])) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(QUIET))
        for shot in SHOTS:
            _shoot(browser, f"{address}/{shot.page}&lang={shot.language}", shot)
        browser.close()


def _shoot(browser: Browser, url: str, shot: Shot) -> None:
    context = browser.new_context(
        viewport={"width": shot.width, "height": 900},
        color_scheme=shot.scheme,
        user_agent=PHONE if shot.width == PHONE_SCREEN else None,
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(READY)
    height = 900
    for _ in range(2):  # charts lay themselves out again after the first resize
        page.wait_for_timeout(1500)
        height = min(max(int(page.evaluate(HEIGHT)), 900), TALLEST)
        page.set_viewport_size({"width": shot.width, "height": height})
    page.wait_for_timeout(1500)
    clip = {"x": 0, "y": 0, "width": shot.width, "height": min(height, shot.height)}
    _keep(page.screenshot(clip=clip), FOLDER / f"{shot.name}.png")
    context.close()


def _keep(png: bytes, path: Path) -> None:
    """The picture in a palette of its own: a third of the size, and nobody sees the difference."""
    with Image.open(BytesIO(png)) as picture:
        small = picture.convert("RGB").quantize(colors=COLOURS, dither=Image.Dither.NONE)
        small.save(path, optimize=True)


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
