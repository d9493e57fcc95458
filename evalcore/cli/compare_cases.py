"""One changed case in a terminal: its verdicts, where its chunks went, who came to stand above."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.text import Text

from evalcore.cli.figures import cut
from evalcore.comparison.moving import sunk
from evalcore.model.comparison import CaseChange, Change, Displacement, Move
from evalcore.model.run import StoredRun

_STYLE = {Change.WORSENED: "red", Change.IMPROVED: "green"}
_SHOWN = 3


def case_lines(one: CaseChange, candidate: StoredRun) -> Iterator[tuple[int, Text]]:
    """Lines with their indent; the question is the user's own text."""
    yield 2, _head(one)
    case = candidate.golden.by_id.get(one.case_id)
    if case is not None and case.question != case.id:
        yield 4, Text(case.question, style="italic")
    if one.reason is not None:
        yield 4, Text(str(one.reason), style="yellow")
        return
    for move in one.moves:
        if move.rank_before != move.rank_after:
            yield 4, _move(move)
    buried = sunk(one.moves)
    if buried is not None and one.displacers:
        yield 4, _displacers(buried, one.displacers, candidate)


def _head(one: CaseChange) -> Text:
    line = Text(one.case_id, style="bold")
    if one.flipped and one.state_before is not None and one.state_after is not None:
        line.append(
            f"  {one.state_before.value} → {one.state_after.value}", style=_STYLE[one.change]
        )
    if one.quality_before != one.quality_after:
        line.append(f"  quality {_points(one.quality_before)} → {_points(one.quality_after)}")
    return line


def _points(quality: Fraction | None) -> str:
    return "–" if quality is None else cut(quality, 1).removesuffix(".0")


def _move(move: Move) -> Text:
    sank = sunk([move]) is not None
    was, now = _rank(move.rank_before), _rank(move.rank_after)
    gold = ", gold" if move.gold else ""
    return Text(f"{move.chunk_id}{gold}: {was} → {now}", style="red" if sank else "green")


def _rank(rank: int | None) -> str:
    return "not in the list" if rank is None else f"rank {rank}"


def _displacers(buried: Move, who: Sequence[Displacement], candidate: StoredRun) -> Text:
    """How many came to stand above, from which ingests, and the first of them by name."""
    batches = Counter(_batch(one, candidate) for one in who if one.batch is not None)
    origins = ", ".join(f"{n} of {name}" for name, n in batches.most_common(_SHOWN))
    named = ", ".join(one.chunk_id for one in who[:_SHOWN])
    more = f" and {len(who) - _SHOWN} more" if len(who) > _SHOWN else ""
    counted = f"{origins} ({named}{more})" if origins else f"{named}{more}"
    return Text(f"now above {buried.chunk_id}, and not before: {counted}")


def _batch(one: Displacement, candidate: StoredRun) -> str:
    batches = () if candidate.manifest is None else candidate.manifest.batches
    title = next((batch.title for batch in batches if batch.id == one.batch), None)
    return f"«{title or one.batch}»"
