"""Write the tables of docs/formats.md: the formats there are, and what became of real files.

``--check`` only tells whether they are current. The second table needs the collections that
stand beside the project; without them it is left as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from evalcore.errors import InputError, UnburyError
from evalcore.formats.corpora import read_corpus
from evalcore.formats.labels import read_label_file
from evalcore.formats.rankings import read_rankings
from evalcore.formats.registry import FORMATS

PAGE = Path(__file__).with_name("formats.md")
DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
FOLDERS = ("rag_exports", "xquad_es", "xquad_es/runs")
SYSTEM = {"01_anthropic_promptfoo_retrieval_results.json.gz": "retrieve_base"}


def main() -> int:
    """Fill the marked tables; with ``--check`` compare them only."""
    tables = {"formats": formats_table()}
    if DATA.is_dir():
        tables["files"] = files_table(DATA)
    before = PAGE.read_text(encoding="utf-8")
    after = before
    for name, table in tables.items():
        after = _filled(after, name, table)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(after, encoding="utf-8")
    elif after != before:
        sys.stderr.write("docs/formats.md: its tables are stale; run python docs/formats.py\n")
        return 1
    return 0


def formats_table() -> str:
    """What is read and written, from the registry."""
    rows = ["| format | what it is | labels | rankings |", "|---|---|---|---|"]
    for one in FORMATS:
        labels = _ways(one.reads_labels, one.writes_labels)
        rankings = _ways(one.reads_rankings, one.writes_rankings)
        rows.append(f"| `{one.name}` | {one.what} | {labels} | {rankings} |")
    return "\n".join(rows)


def files_table(data: Path) -> str:
    """What every file of the collections is taken for, read just now."""
    files = [path for folder in FOLDERS for path in sorted((data / folder).iterdir())]
    rows = [f"| {path.name} | {_told(path)} |" for path in files if path.is_file()]
    return "\n".join(["| file | what becomes of it |", "|---|---|", *rows])


def _told(path: Path) -> str:
    """As what it imports; where it does not, why, and what to do."""
    ways = (("labels", _labels), ("rankings", _rankings), ("manifest", _chunks))
    found = {what: _read(path, read) for what, read in ways}
    taken = [f"{what}: {told}" for what, told in found.items() if not told.startswith("refused")]
    return "; ".join(taken) or found["labels"]


def _ways(reads: str | None, writes: str | None) -> str:
    return ", ".join(way for way, there in (("in", reads), ("out", writes)) if there) or "–"


def _read(path: Path, read: Callable[[Path], str]) -> str:
    try:
        return read(path)
    except InputError as refused:
        problem = refused.problems[0]
        more = len(refused.problems) - 1
        also = f" (and {more} more like it)" if more else ""
        line = f"line {problem.line}: " if problem.line else ""
        return _cell(f"refused: {line}{problem.what}{also}. {problem.hint}")
    except UnburyError as refused:
        return _cell(f"refused: {refused.what}. {refused.hint}")


def _labels(path: Path) -> str:
    file = read_label_file(path)
    texts = ", chunks by their text" if file.texts else ""
    return f"**{file.format}**: {len(file.golden)} cases{texts}"


def _rankings(path: Path) -> str:
    system = SYSTEM.get(path.name)
    file = read_rankings(path, system=system)
    said = f" (`--system {system}`)" if system else ""
    lists = sum(len(sample) - len(sample.failures) for sample in file.samples)
    failed = sum(len(sample.failures) for sample in file.samples)
    also = f", failed: {failed}" if failed else ""
    return f"**{file.format}**: {lists} lists{also}{said}"


def _chunks(path: Path) -> str:
    return f"{len(read_corpus(path).chunks)} chunks"


def _cell(text: str) -> str:
    known = re.sub(r"\|", " ", re.sub(r"(or say --\S+) \S+", r"\1", text))
    return " ".join(known.split())


def _filled(page: str, name: str, table: str) -> str:
    head, tail = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
    start = page.index(head) + len(head)
    return page[:start] + table + page[page.index(tail) :]


if __name__ == "__main__":
    sys.exit(main())
