"""Labels in whichever format they come: a golden set of ours, or TREC qrels."""

from __future__ import annotations

from pathlib import Path

from evalcore.formats.file_names import set_name
from evalcore.formats.source import read_source
from evalcore.model.case import GoldenSet


def read_labels(path: Path) -> GoldenSet:
    """The golden set at ``path``: JSON where the first character is a bracket, else qrels.

    Raises ``InputError`` as the reader of that format does.
    """
    source = read_source(path)
    if source.data.lstrip(b" \t\r\n")[:1] in {b"{", b"[", b""}:
        from evalcore.formats.golden import parse_golden  # its fields load only where needed

        return parse_golden(source, name=set_name(path))
    from evalcore.formats.qrels import parse_qrels

    return parse_qrels(source, name=set_name(path))
