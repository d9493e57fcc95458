"""Rankings as a TREC run: case, Q0, chunk, rank, score, tag, parted by spaces or tabs."""

from __future__ import annotations

from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.findings import Findings
from evalcore.formats.trec_contradiction import say_contradictions
from evalcore.formats.trec_lists import TrecLists, read_lists
from evalcore.formats.trec_order import Arranged, as_given, by_score
from evalcore.model.ranking import Rankings
from evalcore.model.words import Direction, Order


def read_trec_run(
    path: Path, *, order: Order | None = None, direction: Direction = Direction.HIGHER
) -> Rankings:
    """The lists of a TREC run (plain or gzipped), cases in order of first appearance.

    The ranks are the order: lines may stand in any, and shuffled ones give the same lists.
    Where all ranks of a case are equal, the lines' order is its order. Ranks and scores that
    contradict each other are refused unless ``order`` says which counts: ``rank``; ``score``
    (the best first, ties as given); ``trec`` (falling scores in single precision, ties by
    falling id, ranks ignored, as trec_eval does). A chunk repeated in a case keeps its slots
    (trec_eval refuses such a file; the measures flag it). Memory follows the results, at some
    sixteen bytes each, not the file.

    Raises ``InputError`` with file and line of every problem, ``UsageError`` for ``trec``
    where lower scores are better: trec_eval knows no such thing.
    """
    if order is Order.TREC and direction is Direction.LOWER:
        raise UsageError(
            "trec_eval always takes the higher score first",
            hint="use --order score with --direction lower",
        )
    lists = read_lists(path)
    findings = Findings(str(path))
    arranged = as_given(lists, Findings(str(path)) if order is Order.TREC else findings)
    findings.stop()
    if order in {Order.SCORE, Order.TREC}:
        arranged = by_score(arranged, lists, order=order, direction=direction)
    rankings = _rankings(lists, arranged)
    if order is None:
        say_contradictions(rankings, direction, lists=lists, arranged=arranged, findings=findings)
        findings.stop()
    return rankings


def _rankings(lists: TrecLists, arranged: Arranged) -> Rankings:
    return Rankings(
        case_ids=lists.case_ids,
        starts=arranged.starts,
        chunks=arranged.column(lists.chunks),
        scores=arranged.column(lists.scores),
        chunk_ids=lists.chunk_ids,
    )
