"""Write real output and real pictures into the READMEs and guides: run by ``make docs``.

A page tells its own session, in a folder of its own: ``<!-- file: NAME -->`` stands before a
fenced block that becomes that file (``+NAME`` is added to its end), and
``<!-- run: COMMAND -->`` … ``<!-- end -->`` holds what the command prints, part of it where
``| PART`` names one of ``PARTS``. Pages with the same session share its telling. ``--check`` only
tells whether the pages (those named, else all) are current, and changes nothing.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "README.es.md", "docs/guide.md", "docs/guia.md")
DEMO = "unbury-demo.db"
WIDTH = "92"
HEAD = 8
STEP = re.compile(
    r"<!-- file: (?P<file>\S+) -->\n+```[a-z]*\n(?P<text>.*?)```"
    r"|<!-- run: (?P<command>[^|\n]+?)(?: \| (?P<part>\S+))? -->\n.*?<!-- end -->",
    re.DOTALL,
)
Session = tuple[tuple[str | None, ...], ...]
CHANGES = (  # what no two runs of a command have alike
    (re.compile(r"\d{8}-\d{6}-[a-z0-9]{6}"), "RUN"),
    (re.compile(r"\d[\d,]* (bytes|KB)"), r"… \1"),
)


def main() -> int:
    """Tell every page anew; with ``--check`` compare only."""
    check = "--check" in sys.argv[1:]
    named = [name for name in sys.argv[1:] if name != "--check"]
    told: dict[Session, tuple[str, ...]] = {}
    pages = [ROOT / name for name in named or PAGES]
    stale = [page for page in pages if not _tell(page, told, check=check)]
    if not check:
        _photograph()
    for page in stale if check else ():
        sys.stderr.write(f"{page.relative_to(ROOT)}: its output is stale; run make docs\n")
    return 1 if stale and check else 0


def _tell(page: Path, told: dict[Session, tuple[str, ...]], *, check: bool) -> bool:
    """Run the page's session; whether it printed what the page shows already."""
    before = page.read_text(encoding="utf-8")
    steps = list(STEP.finditer(before))
    session = tuple(step.group("file", "text", "command", "part") for step in steps)
    if session not in told:
        with tempfile.TemporaryDirectory() as folder:
            told[session] = tuple(_step(step, Path(folder)) for step in steps)
    printed = iter(told[session])
    after = STEP.sub(lambda step: next(printed) or step[0], before)
    if not check:
        page.write_text(after, encoding="utf-8")
    return before == after


def _step(step: re.Match[str], folder: Path) -> str:
    """What the page shows of a command; empty for a file, which stands there as it is."""
    if step["file"] is None:
        return _ran(step["command"], step["part"], folder)
    name = step["file"].removeprefix("+")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a" if step["file"] != name else "w", encoding="utf-8") as file:
        file.write(step["text"])
    return ""


def _ran(command: str, part: str | None, folder: Path) -> str:
    program, *rest = shlex.split(command)
    ours = (sys.executable, "-m", "evalcore") if program == "unbury" else (program,)
    done = subprocess.run(
        [*ours, *rest],
        capture_output=True,
        text=True,
        cwd=folder,
        env=_environment(),
        check=False,
    )
    text = done.stdout + done.stderr
    for changing, written in CHANGES:
        text = changing.sub(written, text)
    lines = text.strip("\n").splitlines()
    if part is not None:
        lines = list(PARTS[part](lines))
    if done.returncode:
        lines.append(f"(exit {done.returncode})")
    shown = "\n".join(f"    {line}".rstrip() for line in (f"$ {command}", *lines))
    said = command if part is None else f"{command} | {part}"
    return f"<!-- run: {said} -->\n\n{shown}\n\n<!-- end -->"


def _environment() -> Mapping[str, str]:
    return {
        **os.environ,
        "COLUMNS": WIDTH,
        "NO_COLOR": "1",
        "UNBURY_DB": "",
        "PYTHONPATH": str(ROOT),
    }


def _blocked(lines: list[str]) -> Iterable[str]:
    """The blocked verdict out of everything the demo prints, without the measures."""
    block = next(n for n, line in enumerate(lines) if line.startswith(" BLOCK "))
    why = next(n for n, line in enumerate(lines) if line.startswith("Why: "))
    measures = next(n for n in range(block, why) if lines[n].startswith("measure "))
    looked = next(n for n in range(measures, why) if not lines[n].strip())
    return ["…", *lines[block:measures], "…", *lines[looked : why + 1], "…"]


def _verdict(lines: list[str]) -> Iterable[str]:
    """A verdict and its rules, without the measures."""
    measures = next((n for n, line in enumerate(lines) if line.startswith("measure ")), None)
    if measures is None:
        return lines
    rest = next((n for n in range(measures, len(lines)) if not lines[n].strip()), len(lines))
    return [*lines[:measures], "…", *lines[rest:]]


def _changed(lines: list[str]) -> Iterable[str]:
    """The head of a comparison, and the cases whose verdict changed."""
    end = next(n for n, line in enumerate(lines) if line.startswith("Got worse"))
    return [*lines[: end - 1], "…"]


def _first(lines: list[str]) -> Iterable[str]:
    """What is said of the first case."""
    return [*lines[: lines.index("")], "…"]


def _head(lines: list[str]) -> Iterable[str]:
    """The first lines, up to the end of a paragraph."""
    end = next((n for n, line in enumerate(lines) if n >= HEAD and not line.strip()), len(lines))
    return [*lines[:end], "…"] if end < len(lines) else lines


PARTS: Mapping[str, Callable[[list[str]], Iterable[str]]] = {
    "blocked": _blocked,
    "verdict": _verdict,
    "changed": _changed,
    "first": _first,
    "head": _head,
}


def _photograph() -> None:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / DEMO
        for command in (
            ["-m", "evalcore", "demo", "--no-serve", "--db", str(db)],
            [str(ROOT / "docs" / "pictures.py"), str(db)],
        ):
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
