"""Golden sets in our own JSON Lines, as one of the formats of labels."""

from __future__ import annotations

from pathlib import Path

from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings
from evalcore.formats.golden import golden_of, parse_golden
from evalcore.formats.golden_export import write_golden
from evalcore.formats.label_file import LabelFile
from evalcore.formats.records import json_records
from evalcore.formats.source import read_source
from evalcore.formats.written import Out


def read_golden_lines(path: Path) -> LabelFile:
    """The cases of a golden set of ours, one a line, pretty-printed, or in a JSON array."""
    source = read_source(path)
    if source.data.lstrip(b" \t\r\n")[:1] != b"[":
        return LabelFile(golden=parse_golden(source, name=set_name(path)), format="jsonl")
    findings = Findings(source.file)
    records = json_records(source, findings)
    golden = golden_of(records, findings, name=set_name(path))
    return LabelFile(golden=golden, format="jsonl")


def write_golden_lines(out: Out, path: Path) -> tuple[str, ...]:
    """Write the cases, which ``read_golden`` gives back as they are."""
    write_golden(out.golden, path)
    return ()
