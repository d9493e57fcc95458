"""Labels in whichever format they come: a golden set of ours, or one that others write."""

from __future__ import annotations

from pathlib import Path

from evalcore.formats.file_names import format_ending, set_name
from evalcore.formats.findings import refuse
from evalcore.formats.label_file import LabelFile
from evalcore.formats.source import Source, read_source
from evalcore.model.case import GoldenSet


def read_labels(path: Path) -> GoldenSet:
    """The golden set at ``path``, its format guessed; see ``read_label_file``."""
    return read_label_file(path).golden


def read_label_file(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
) -> LabelFile:
    """The labels at ``path`` with what was made up for them.

    ``format`` names one of the registry's; else it is guessed from the contents: text that is
    no JSON and has no header is TREC qrels. Raises ``InputError`` as the reader of that format
    does, ``UsageError`` for a format that holds no labels.
    """
    if format is None and not path.is_dir() and format_ending(path) not in _TOLD_APART:
        source = read_source(path)
        if source.data.lstrip(b" \t\r\n")[:1] not in {b"{", b"[", b""}:
            from evalcore.formats.qrels import parse_qrels

            _refuse_runs(source)
            return LabelFile(golden=parse_qrels(source, name=set_name(path)), format="trec")
    from evalcore.formats.guess import guess_labels  # start-up takes its share of a small file
    from evalcore.formats.registry import function

    file: LabelFile = function(format or guess_labels(path), "reads_labels")(path)
    return file


_TOLD_APART = (".csv", ".tsv", ".parquet", ".pq", ".lz4", ".json", ".jsonl", ".ndjson")
"""Endings of files whose format is told by what is inside."""


def _refuse_runs(source: Source) -> None:
    """A TREC run has six columns, the second of them Q0: those are lists, not judgements."""
    first = source.data.split(b"\n", 1)[0].split()
    if len(first) == _RUN_COLUMNS and first[1] == b"Q0":
        hint = "give it as --rankings, and the judgements (qrels) as --golden"
        raise refuse(source.file, "the lists of a TREC run, not labels", hint, line=1)


_RUN_COLUMNS = 6
