"""Re-anchoring measured: corpora cut anew for real, every automatic anchor checked by its place.

    python benchmarks/reanchor.py [--write]

With ``--write`` the table of docs/golden.md is brought up to date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from reanchoring.amended import Trap, trap
from reanchoring.corpora import LAW, ROOT, law_rows, sample_rows
from reanchoring.measuring import Row

PAGE = ROOT / "docs" / "golden.md"
BEGIN, END = "<!-- reanchor: begin -->", "<!-- reanchor: end -->"


def table(rows: Sequence[Row], trapped: Trap | None) -> str:
    """The Markdown that stands in the docs."""
    lines = [
        "| corpus, cut | labels | automatic | wrong | right by proposal | ambiguous | orphan |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.corpus}: {row.how} | {row.labels} | {_share(row.automatic, row.labels)} | "
        f"{row.wrong} | {_share(row.proposed, row.labels)} | {row.ambiguous} | {row.orphan} |"
        for row in rows
    ]
    if trapped is not None:
        told = (
            f"Amended articles (every sentence of the first version quoted, looked for in the last "
            f"one cut into paragraphs): {trapped.quotes} quotes, of which {trapped.gone} no longer "
            f"stand in their article; {trapped.automatic} re-anchored by themselves, "
            f"{trapped.wrong} of them wrongly; {trapped.figure_changed} proposed with a changed "
            f"figure shown."
        )
        lines += ["", told]
    return "\n".join(lines)


def _share(n: int, of: int) -> str:
    return f"{n} ({100 * n / of:.0f} %)" if of else "0"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="bring docs/golden.md up to date")
    arguments = parser.parse_args()
    rows = list(sample_rows())
    trapped = None
    if LAW.is_dir():
        rows += law_rows()
        trapped = trap()
    text = table(rows, trapped)
    print(text)
    for row in rows:
        print(row.corpus, row.how, row.states, file=sys.stderr)
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        head, _, rest = page.partition(BEGIN)
        tail = rest.partition(END)[2]
        PAGE.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")
    wrong = sum(row.wrong for row in rows) + (trapped.wrong if trapped else 0)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
