"""A golden set edited in place: lines that are not touched stay byte for byte as they were.

Edits work on the objects as written, so that spellings, order of keys and unknown keys stay; a
changed case is written as one line, with spaces or without as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from evalcore.errors import UsageError
from evalcore.formats.file_names import set_name
from evalcore.formats.findings import Findings
from evalcore.formats.golden import parse_golden
from evalcore.formats.golden_export import dump_case
from evalcore.formats.golden_fields import CASE_FIELDS
from evalcore.formats.json_lines import Record, read_records
from evalcore.formats.source import Source, read_source
from evalcore.formats.whole_file import write_whole
from evalcore.model.case import Case

Edit = Callable[[dict[str, Any]], None]


class GoldenText:
    """A golden set's file, its cases as values and its lines as bytes; nothing is written yet."""

    def __init__(self, path: Path) -> None:
        """Read the file. Raises ``InputError`` as ``read_golden`` does."""
        self.path = path
        self._source = read_source(path)
        self.golden = parse_golden(self._source, name=set_name(path))
        findings = Findings(self._source.file)
        self._records = {str(r.value["id"]): r for r in read_records(self._source, findings)}

    def written(self, case_id: str) -> Mapping[str, Any]:
        """The object of a case as it is written, spellings and all."""
        return self._records[case_id].value

    def edited(self, edits: Mapping[str, Edit], added: Iterable[Case] = ()) -> bytes:
        """The file with these cases changed, and new ones at its end, one a line.

        A case that an edit leaves equal keeps its bytes.
        """
        data = self._source.data
        parts: list[bytes] = []
        after = 0
        for case_id, record in self._records.items():
            parts.append(data[after : record.start])
            parts.append(self._edited_record(record, edits.get(case_id)))
            after = record.end
        parts.append(data[after:])
        whole = b"".join(parts)
        lines = [_line(dump_case(case), spaced=self._is_spaced) for case in added]
        if lines and not whole.endswith(b"\n"):
            whole += b"\n"
        return whole + b"".join(line + b"\n" for line in lines)

    def write(self, path: Path, edits: Mapping[str, Edit], added: Iterable[Case] = ()) -> None:
        """Write the edited file whole or not at all, once it has been read back as sound.

        Raises ``InputError`` where an edit would leave a golden set that cannot be read, and
        ``UsageError`` where it is to be changed in place and is no longer the file that was read.
        """
        contents = self.edited(edits, added)
        parse_golden(Source(str(path), contents), name=path.name)
        if path == self.path and read_source(path).data != self._source.data:
            raise UsageError(
                "the golden set changed on disk while it was edited, so nothing was written",
                where=path.name,
                hint="read it again, and edit that",
            )
        write_whole(path, contents)

    def _edited_record(self, record: Record, edit: Edit | None) -> bytes:
        before = self._source.data[record.start : record.end]
        if edit is None:
            return before
        value = json.loads(orjson.dumps(record.value))
        edit(value)
        if value == record.value and list(value) == list(record.value):
            return before
        spaced = b'": ' in before
        return _line(value, spaced=spaced)

    @property
    def _is_spaced(self) -> bool:
        first = next(iter(self._records.values()))
        return b'": ' in self._source.data[first.start : first.end]


def put(value: dict[str, Any], field: str, said: Any) -> None:
    """Write a known field of a case where the order of fields has it, in the spelling around it.

    ``field`` is the model's name; None takes the field out.
    """
    spec = CASE_FIELDS.by_spelling[CASE_FIELDS.native[field]]
    known = next((name for name in spec.spellings if name in value), None)
    if said is None:
        value.pop(known or "", None)
        return
    if known is not None:
        value[known] = said
        return
    english = "question" in value and len(spec.spellings) > 1
    name = spec.spellings[1 if english else 0]
    order = list(CASE_FIELDS.native)
    earlier = {key for it in order[: order.index(field)] for key in _spellings(it)}
    keys = list(value)
    place = max((at + 1 for at, key in enumerate(keys) if key in earlier), default=0)
    items = [*value.items()]
    items.insert(place, (name, said))
    value.clear()
    value.update(items)


def _spellings(field: str) -> tuple[str, ...]:
    return CASE_FIELDS.by_spelling[CASE_FIELDS.native[field]].spellings


def _line(value: Mapping[str, Any], *, spaced: bool) -> bytes:
    if spaced:
        return json.dumps(value, ensure_ascii=False).encode()
    return orjson.dumps(value)
