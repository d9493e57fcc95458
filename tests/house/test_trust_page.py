"""Every promise of docs/trust.md names a test that is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_is_tried_by_tests_that_exist():
    text = (ROOT / "docs" / "trust.md").read_text("utf-8")
    rows = re.findall(r"^\| (?!promise|-)(.+?) \| (.+?) \|$", text, re.MULTILINE)
    assert len(rows) > 15
    named = {promise: re.findall(r"`(tests/[\w/]+\.py)`", tests) for promise, tests in rows}
    assert [promise for promise, tests in named.items() if not tests] == []
    assert [one for tests in named.values() for one in tests if not (ROOT / one).is_file()] == []
    tried = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/trust").glob("test_*.py")}
    assert tried <= {one for tests in named.values() for one in tests}
