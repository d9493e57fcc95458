"""Labels in whichever format they come: a golden set of ours, or TREC qrels."""

from __future__ import annotations

from pathlib import Path

from evalcore.formats.golden import parse_golden, set_name
from evalcore.formats.qrels import parse_qrels
from evalcore.formats.source import read_source
from evalcore.model.case import GoldenSet


def read_labels(path: Path) -> GoldenSet:
    """The golden set at ``path``: JSON where the first character is a bracket, else qrels.

    Raises ``InputError`` as the reader of that format does.
    """
    source = read_source(path)
    is_json = source.data.lstrip(b" \t\r\n")[:1] in {b"{", b"[", b""}
    parse = parse_golden if is_json else parse_qrels
    return parse(source, name=set_name(path))
