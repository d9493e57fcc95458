"""One case in a terminal: what had to come back, the list that did, cutoff and noise line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evalcore.errors import UsageError
from evalcore.model.ranking import Ranking
from evalcore.model.run import StoredRun
from evalcore.model.words import Direction, Level, State
from evalcore.views.result import cases_of

_TITLE = 200
"""Signs of a text that are looked at; the terminal shows what fits on one line of it."""
_TAIL = 5
"""Results shown below the cutoff when no expected chunk stands further down."""


def check_case(run: StoredRun, case_id: str) -> None:
    """Raise ``UsageError`` for a case that is not there, or that may not be looked at."""
    index = run.examination.index_of.get(case_id)
    if index is None:
        raise UsageError(
            f"run {run.record.id} has no case {case_id!r}",
            hint=f"unbury show {run.record.id} --json lists every id",
        )
    if run.examination.state_of(index) is State.RETIRED:
        raise UsageError(
            f"case {case_id!r} is retired, and retired cases are not run",
            hint=f"unbury show {run.record.id} --json lists those that were",
        )
    if run.examination.state_of(index) is State.BLIND:
        raise UsageError(
            "blind cases are only shown as an aggregate",
            hint="looking at them one by one would make them useless as a blind set",
        )


def print_case(run: StoredRun, case_id: str) -> None:
    """Print the case; text of users is printed as text, never as markup."""
    console = Console(highlight=False, markup=False, emoji=False)
    case = next(cases_of(run.examination, [case_id]))
    console.print(Text(case["question"], style="bold"))
    console.print(_facts(case))
    for chunk in case["expected"]:
        console.print(_expected(chunk))
    answer = run.rankings[0].of(case_id)
    if isinstance(answer, Ranking):
        console.print()
        if len(run.rankings) > 1:
            console.print(Text(f"sample 1 of {len(run.rankings)}", style="dim"))
        console.print(_list(run, case, answer))
    else:
        reason = answer.reason if answer is not None else _unspoken(case)
        console.print(Text(f"no list: {reason}", style="yellow"))


def _unspoken(case: Mapping[str, Any]) -> str:
    """Why there is no list, where the rankings do not speak of the case."""
    missing = "the rankings do not have this case"
    return missing if case["error"] or case["recall"] is None else f"{missing}: read as empty"


def _facts(case: Mapping[str, Any]) -> Text:
    figures = [
        f"{name} {case[name]:.3g}"
        for name in ("recall", "quality", "precision", "rr", "ndcg", "noise")
        if case[name] is not None
    ]
    notes = [note.replace("_", " ") for note in case["notes"]]
    return Text(" · ".join([case["id"], case["state"], *figures, *notes]), style="dim")


def _expected(chunk: Mapping[str, Any]) -> Text:
    where = f"rank {chunk['rank']}" if chunk["rank"] else "not within depth"
    gold = ", gold" if chunk["gold"] else ""
    style = "green" if chunk["place"] == "found" else "red"
    return Text(
        f"  {chunk['place']:<9} {chunk['chunk_id']}  ({where}, grade {chunk['grade']}{gold})",
        style=style,
    )


def _list(run: StoredRun, case: Mapping[str, Any], ranking: Ranking) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", expand=True)
    table.add_column("rank", justify="right")
    table.add_column("score", justify="right")
    table.add_column("chunk", no_wrap=True)
    table.add_column("text", no_wrap=True, overflow="ellipsis", ratio=1)
    expected = {chunk["chunk_id"]: chunk for chunk in case["expected"]}
    ranks = [chunk["rank"] or 0 for chunk in case["expected"]]
    cutoff = run.record.exam.cutoff
    last = max([cutoff + _TAIL, *(rank + 1 for rank in ranks)])
    line = _noise_rank(run, case["id"], ranking)
    for rank, chunk_id in enumerate(ranking.chunk_ids[:last], start=1):
        if rank == line:
            table.add_row("", "", "", Text("── noise: below the worst expected ──", "yellow"))
        table.add_row(*_row(run, rank, chunk_id, ranking, expected))
        if rank == cutoff:
            table.add_row("", "", "", Text(f"── cutoff at {cutoff} ──", "red"))
    return table


def _row(
    run: StoredRun,
    rank: int,
    chunk_id: str,
    ranking: Ranking,
    expected: Mapping[str, Mapping[str, Any]],
) -> Iterator[Text]:
    mark = expected.get(_label_of(run, chunk_id))
    style = "bold green" if mark else ("" if rank <= run.record.exam.cutoff else "dim")
    score = "" if ranking.scores is None else f"{ranking.scores[rank - 1]:.4f}"
    chunk = None if run.manifest is None else run.manifest.by_id.get(chunk_id)
    text = "" if chunk is None else " ".join((chunk.title or chunk.text or "").split())
    badge = "" if not mark else (" ★" if mark["gold"] else " ✓")
    return (Text(part, style=style) for part in (str(rank), score, chunk_id + badge, text[:_TITLE]))


def _label_of(run: StoredRun, chunk_id: str) -> str:
    """What the labels call this result: its document, where documents are examined."""
    chunk = None if run.manifest is None else run.manifest.by_id.get(chunk_id)
    if run.record.exam.level is Level.CHUNK or chunk is None or chunk.doc_id is None:
        return chunk_id
    return chunk.doc_id


def _noise_rank(run: StoredRun, case_id: str, ranking: Ranking) -> int | None:
    """The first rank of the first sample that scores strictly worse than its threshold."""
    sample = run.examination.samples[0]
    threshold = float(sample.noise_threshold[run.examination.index_of[case_id]])
    if math.isnan(threshold) or ranking.scores is None:
        return None
    lower = run.record.exam.direction is Direction.LOWER
    for rank, score in enumerate(ranking.scores, start=1):
        if (score > threshold) if lower else (score < threshold):
            return rank
    return None
