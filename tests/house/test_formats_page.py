"""docs/formats.md says what the readers do today, of every real file beside the project."""

import subprocess
import sys
from pathlib import Path

import pytest

from evalcore.formats.registry import FORMATS, function

ROOT = Path(__file__).parents[2]
USES = ("reads_labels", "reads_rankings", "writes_labels", "writes_rankings")


def test_the_tables_of_the_page_are_current():
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "formats.py", "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.name)
@pytest.mark.parametrize("use", USES)
def test_what_the_registry_names_is_there(one, use):
    if getattr(one, use) is not None:
        assert callable(function(one.name, use))


def test_no_two_formats_share_a_name():
    names = [one.name for one in FORMATS]
    assert len(set(names)) == len(names)
