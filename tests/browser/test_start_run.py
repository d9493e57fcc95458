"""A run started, watched and stopped in a real browser; a server that only reads offers none."""

import json

import pytest

from evalcore.workflows.reading import runs
from evalcore.workflows.run_suite import RunOptions, run_suite

pytestmark = pytest.mark.browser

CASES = 60
SLOW = (
    "import time\nfrom pathlib import Path\n\n\ndef search(query, depth):\n"
    "    time.sleep(0.2 if Path(__file__).with_name('slow').exists() else 0)\n"
    "    return [('c-' + query.split()[-1], 1.0)]\n"
)


@pytest.fixture
def db(tmp_path):
    """A database with one run of a suite whose search can be made slow."""
    golden = [
        {"id": f"q-{n}", "question": f"question {n}", "expected": [f"c-{n}"]} for n in range(CASES)
    ]
    (tmp_path / "golden.jsonl").write_text("\n".join(map(json.dumps, golden)) + "\n")
    (tmp_path / "ours.py").write_text(SLOW)
    suite = tmp_path / "suite.toml"
    suite.write_text(
        'name = "shop"\ngolden = "golden.jsonl"\n[retriever]\nkind = "python"\n'
        'callable = "ours:search"\n'
    )
    db = tmp_path / "unbury.db"
    run_suite(suite, db=db, options=RunOptions(label="first"))
    (tmp_path / "slow").touch()
    return db


def test_a_run_is_started_watched_stopped_and_made_again(browsing, browser, db, tmp_path):
    with browsing.serving(db, tmp_path, write=True) as url:
        page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en-US")
        page.goto(f"{url}/runs")
        page.get_by_role("button", name="Start the run").click(timeout=browsing.WAIT)
        page.get_by_text(f"8 of {CASES} questions asked").wait_for(timeout=browsing.WAIT)
        page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
        page.get_by_text("The run was stopped").wait_for(timeout=browsing.WAIT)
        assert len(runs(db)) == 1
        (tmp_path / "slow").unlink()
        page.get_by_role("button", name="Start the run").click()
        page.get_by_text("The run has ended and is stored").wait_for(timeout=browsing.WAIT)
        newest = runs(db)[0].id
        page.get_by_text("Show its verdict").click()
        page.wait_for_url(f"**/?run={newest}*", timeout=browsing.WAIT)
    assert len(runs(db)) == 2


def test_a_server_that_only_reads_offers_the_shell_instead(browsing, browser, db, tmp_path):
    with browsing.serving(db, tmp_path) as url:
        page = browser.new_page(locale="en-US")
        page.goto(f"{url}/runs")
        page.get_by_text("unbury run suite.toml").wait_for(timeout=browsing.WAIT)
        assert page.get_by_role("button", name="Start the run").count() == 0
