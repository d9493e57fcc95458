"""What the READMEs show is what the commands print today."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READMES = ("README.md", "README.es.md")


def test_the_output_in_the_readmes_is_current():
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "make.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("readme", READMES)
def test_every_picture_and_file_that_a_readme_names_is_there(readme):
    text = (ROOT / readme).read_text(encoding="utf-8")
    named = [part.split(")")[0] for part in text.split("](")[1:]]
    missing = [name for name in named if "://" not in name and not (ROOT / name).exists()]
    assert missing == []
