"""Rankings made elsewhere, in any of the formats that are read."""

from __future__ import annotations

from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.file_names import format_ending
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.model.words import Direction, Order

__all__ = ["RankingFile", "read_rankings"]

_TREC = (".trec", ".run", ".txt", ".res")


def read_rankings(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line and of suites
    order: Order | None = None,
    direction: Direction = Direction.HIGHER,
    system: str | None = None,
) -> RankingFile:
    """The rankings of a file; ``format`` names one of the registry's, else it is guessed.

    The given order is the ranking. Where scores contradict it, ``InputError`` says so, unless
    ``order`` names what is meant. Everything wrong in the file is told at once; a file is
    read whole or not at all, and its depth is never cut. ``system`` picks one of several in a
    file that holds them side by side.
    """
    if order is Order.TREC and direction is Direction.LOWER:
        raise UsageError(
            "trec_eval always takes the higher score first",
            hint="use --order score with --direction lower",
        )
    asked = Asked(order, direction)
    if format == "trec" or (format is None and format_ending(path) in _TREC):
        return read_trec(path, asked)
    from evalcore.formats.brought import AskedOfSystem  # start-up takes its share of a small file
    from evalcore.formats.guess import guess_rankings
    from evalcore.formats.registry import function

    name = format or guess_rankings(path)
    file: RankingFile = function(name, "reads_rankings")(
        path, AskedOfSystem(order, direction, system)
    )
    return file


def read_trec(path: Path, asked: Asked) -> RankingFile:
    """The rankings of a TREC run."""
    from evalcore.formats.trec_run import read_trec_run

    rankings = read_trec_run(path, order=asked.order, direction=asked.direction)
    return RankingFile(samples=(rankings,), format="trec")
