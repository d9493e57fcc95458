"""One browser for the tests that need a real one."""

import importlib.util
from pathlib import Path

import pytest

from evalcore.workflows.diagnose_run import diagnose_and_keep
from evalcore.workflows.story import tell_story


def _support(name):
    path = Path(__file__).parents[1] / "support" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def browsing():
    return _support("browsing")


@pytest.fixture(scope="session")
def made():
    return _support("stored_runs")


@pytest.fixture(scope="session")
def told(tmp_path_factory, browsing):
    """The sample's story in a database, with Friday diagnosed; only read by the tests."""
    db = tmp_path_factory.mktemp("story") / "unbury.db"
    for _ in tell_story(browsing.ROOT / "sample_runs" / "despacho", db=db):
        pass
    diagnose_and_keep(db, "friday")
    return db


@pytest.fixture
def browser(browsing):
    playwright = pytest.importorskip("playwright.sync_api")
    if browsing.CHROMIUM is None:
        pytest.skip("no chromium is installed")
    with playwright.sync_playwright() as started:
        yield started.chromium.launch(executable_path=browsing.CHROMIUM, args=["--no-sandbox"])
