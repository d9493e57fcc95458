"""Rankings made elsewhere, in any of the formats that are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from evalcore.errors import UsageError
from evalcore.formats.file_names import format_ending
from evalcore.formats.findings import refuse
from evalcore.formats.ranking_file import Asked, RankingFile
from evalcore.model.words import Direction, Order

__all__ = ["FORMATS", "RankingFile", "read_rankings"]


def read_rankings(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line and of suites
    order: Order | None = None,
    direction: Direction = Direction.HIGHER,
) -> RankingFile:
    """The rankings of a file; ``format`` is one of ``FORMATS``, by default from its ending.

    The given order is the ranking. Where scores contradict it, ``InputError`` says so, unless
    ``order`` names what is meant. Everything wrong in the file is told at once; a file is
    read whole or not at all, and its depth is never cut.
    """
    name = format or _format_of(path)
    if name not in FORMATS:
        known = ", ".join(FORMATS)
        raise UsageError(f'no rankings format "{name}"', hint=f"the formats are: {known}")
    if order is Order.TREC and direction is Direction.LOWER:
        raise UsageError(
            "trec_eval always takes the higher score first",
            hint="use --order score with --direction lower",
        )
    return FORMATS[name](path, Asked(order, direction))


# The readers are loaded when a file of theirs is read: start-up takes its share of a small one.


def _read_jsonl(path: Path, asked: Asked) -> RankingFile:
    from evalcore.formats.rankings_jsonl import read_rankings_jsonl

    return read_rankings_jsonl(path, asked)


def _read_csv(path: Path, asked: Asked) -> RankingFile:
    from evalcore.formats.rankings_table import read_rankings_csv

    return read_rankings_csv(path, asked)


def _read_parquet(path: Path, asked: Asked) -> RankingFile:
    from evalcore.formats.rankings_table import read_rankings_parquet

    return read_rankings_parquet(path, asked)


def _read_trec(path: Path, asked: Asked) -> RankingFile:
    from evalcore.formats.trec_run import read_trec_run

    rankings = read_trec_run(path, order=asked.order, direction=asked.direction)
    return RankingFile(samples=(rankings,), format="trec")


FORMATS: Mapping[str, Callable[[Path, Asked], RankingFile]] = {
    "jsonl": _read_jsonl,
    "trec": _read_trec,
    "csv": _read_csv,
    "parquet": _read_parquet,
}
"""Every format that is read, by the name that ``--format`` takes."""

_ENDINGS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".trec": "trec",
    ".run": "trec",
    ".txt": "trec",
    ".res": "trec",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}


def _format_of(path: Path) -> str:
    ending = format_ending(path)
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    what = f"the ending {ending or '(none)'} names no rankings format"
    raise refuse(str(path), what, f"say --format {'|'.join(FORMATS)}")
