"""The page of figures: docs/diagnosis.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalcore.model.diagnosis import ProbeName

from damages.figures import NOTHING, Named, confirmed, matrix, share, wrongly_confirmed

METHOD = Path(__file__).with_name("method.md")
"""How it is measured, in words."""
_HEAD = """Written by `python benchmarks/diagnosis.py`, seed {seed}, at most {most} damages of each
variant on each corpus. Intervals are exact (Clopper and Pearson), 95 %."""
_VARIANTS = """*Tried* are the damages done; *failed* those that really made their case fail,
counted up to the limit."""
_COLUMNS = (*(name.value for name in ProbeName), NOTHING)


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Everything that the page tells. ``offered`` are the damages tried, by corpus and variant."""

    named: Sequence[Named]
    offered: Mapping[str, Mapping[str, int]]
    seed: int
    most: int


def page(measured: Measured) -> str:
    """The whole page as Markdown."""
    damaged = [row for row in measured.named if row.kind is not None]
    spared = [row for row in measured.named if row.kind is None]
    return "\n".join(
        [
            "# Does the diagnosis name the damage?",
            "",
            _HEAD.format(seed=measured.seed, most=measured.most),
            "",
            *_totals(damaged, spared),
            "",
            "## What was done and what was said",
            "",
            *_matrix(measured.named),
            "",
            "Rows are what was done, columns what the diagnosis says; in the last row nothing was.",
            "",
            "## By corpus and kind",
            "",
            *_kinds(damaged),
            "",
            "## By variant",
            "",
            _VARIANTS,
            "",
            *_variants(damaged, measured.offered),
            "",
            METHOD.read_text(encoding="utf-8").rstrip(),
            "",
        ]
    )


def _totals(damaged: Sequence[Named], spared: Sequence[Named]) -> Iterator[str]:
    yield f"**{len(damaged)} damages, the right one named: {share(damaged)}.**"
    for corpus in _corpora(damaged):
        yield f"- {corpus}: {share(row for row in damaged if row.corpus == corpus)}"
    yield f"- of those named, confirmed by their repair: {confirmed(damaged)}"
    wrong = wrongly_confirmed(spared)
    yield ""
    yield (
        f"**{len(spared)} failures without damage, confirmed as split, description, labels or"
        f" index: {len(wrong)}.**"
    )


def _matrix(named: Sequence[Named]) -> Iterator[str]:
    counts = matrix(named)
    yield "| done | " + " | ".join(_COLUMNS) + " |"
    yield "|---|" + "---:|" * len(_COLUMNS)
    for row in _COLUMNS:
        if row in counts:
            cells = " | ".join(str(counts[row][column] or "") for column in _COLUMNS)
            yield f"| {row} | {cells} |"


def _kinds(damaged: Sequence[Named]) -> Iterator[str]:
    corpora = _corpora(damaged)
    yield "| kind | " + " | ".join(corpora) + " |"
    yield "|---|" + "---|" * len(corpora)
    for kind in ProbeName:
        rows = [row for row in damaged if row.kind is kind]
        if rows:
            cells = " | ".join(str(share(r for r in rows if r.corpus == one)) for one in corpora)
            yield f"| {kind.value} | {cells} |"


def _variants(damaged: Sequence[Named], offered: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    yield "| corpus | kind | variant | tried | failed | named | said otherwise |"
    yield "|---|---|---|---:|---:|---:|---|"
    for corpus, tried in offered.items():
        for variant, number in tried.items():
            rows = [r for r in damaged if r.corpus == corpus and r.variant == variant]
            wrong = [f"{r.said}" for r in rows if not r.is_right]
            others = ", ".join(f"{wrong.count(one)} {one}" for one in sorted(set(wrong)))
            kind = rows[0].kind.value if rows and rows[0].kind else ""
            right = sum(r.is_right for r in rows)
            yield f"| {corpus} | {kind} | {variant} | {number} | {len(rows)} | {right} | {others} |"


def _corpora(named: Sequence[Named]) -> list[str]:
    return list(dict.fromkeys(row.corpus for row in named))
