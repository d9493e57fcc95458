"""Write real output and real pictures into the README: run by ``make docs``.

``--check`` only tells whether the text blocks are current, and changes nothing.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "README.es.md")
RUN_ID = re.compile(r"\d{8}-\d{6}-[a-z0-9]+")
FRIDAY_CASE = "via-007"


def main() -> int:
    """Fill the marked blocks; with ``--check`` compare them only."""
    check = "--check" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "unbury-demo.db"
        blocks = {
            "demo": _output("demo", "--no-serve", "--db", str(db), tail=_friday),
            "case": _output("show", "friday", "--case", FRIDAY_CASE, "--db", str(db)),
        }
        stale = [name for name in READMES if not _fill(ROOT / name, blocks, check=check)]
        if not check:
            subprocess.run(
                [sys.executable, str(ROOT / "docs" / "pictures.py"), str(db)], check=True
            )
    for name in stale if check else ():
        sys.stderr.write(f"{name}: its output blocks are stale; run make docs\n")
    return 1 if stale and check else 0


def _output(*arguments: str, tail=None) -> str:
    environment = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "evalcore", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    text = done.stdout if tail is None else tail(done.stdout)
    lines = (line.rstrip() for line in RUN_ID.sub("RUN", text).strip("\n").splitlines())
    return f"    $ unbury {_shown(arguments)}\n" + "\n".join(f"    {line}" for line in lines)


def _shown(arguments: tuple[str, ...]) -> str:
    return " ".join(a for a in arguments if a != "--db" and not a.endswith(".db"))


def _friday(text: str) -> str:
    """The blocked verdict out of everything the demo prints."""
    start = text.index("\n BLOCK ")
    return text[start : text.index("\n ACCEPT ", start)]


def _fill(path: Path, blocks: dict[str, str], *, check: bool) -> bool:
    before = path.read_text(encoding="utf-8")
    after = before
    for name, text in blocks.items():
        pattern = re.compile(rf"(<!-- output: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        after = pattern.sub(lambda m, text=text: f"{m[1]}\n{text}\n\n{m[2]}", after)
    if not check:
        path.write_text(after, encoding="utf-8")
    return before == after


if __name__ == "__main__":
    sys.exit(main())
