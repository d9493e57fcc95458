"""Patches of a golden set: one proposed decision a line, for a person to read and rule on.

The first line says which golden set and manifest the patch was made from. The word that a person
changes, ``decision``, stands first on each line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.formats.fields import (
    Fields,
    FieldSpec,
    Unfit,
    identifier,
    nearest,
    read_fields,
    text,
    texts,
    word,
)
from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import Record, kind, read_records
from evalcore.formats.source import read_source
from evalcore.formats.whole_file import write_whole
from evalcore.golden.anchors import AnchorState, Candidate, Join, Proposal, Ruling, Why

_MARK = "unbury_patch"
_VERSION = 1
_HOW = (
    "Write accept, refuse or retire where it says pending; automatic lines need nothing. "
    "For an ambiguous line put one candidate into to, with its found and join."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """Proposals for one golden set; hashes name the versions they were made from."""

    golden: str
    golden_hash: str
    manifest: str
    manifest_hash: str
    proposals: tuple[Proposal, ...]


def write_patch(patch: Patch, path: Path) -> None:
    """Write the patch at ``path``, whole or not at all; ``read_patch`` gives it back."""
    lines = [_head(patch), *(_line(proposal) for proposal in patch.proposals)]
    whole = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    write_whole(path, whole.encode())


def read_patch(path: Path) -> Patch:
    """The patch at ``path``. Raises ``InputError`` with every problem.

    ``automatic`` is refused on any state but exact, and ``accept`` without chunks to take:
    neither can be told apart from a slip of the pen.
    """
    findings = Findings(str(path))
    records = list(read_records(read_source(path), findings))
    if not records or _MARK not in records[0].value:
        hint = "make one with unbury golden reanchor or unbury golden quote"
        findings.add("this is no patch of a golden set", hint, line=1)
    findings.stop()
    head = records[0].value
    proposals = [_proposal(record, findings) for record in records[1:]]
    findings.stop()
    return Patch(
        golden=str(head.get("golden", "")),
        golden_hash=str(head.get("golden_hash", "")),
        manifest=str(head.get("manifest", "")),
        manifest_hash=str(head.get("manifest_hash", "")),
        proposals=tuple(one for one in proposals if one is not None),
    )


def is_patch(path: Path) -> bool:
    """Whether the file begins like a patch; false for what cannot be read."""
    try:
        with path.open("rb") as file:
            return f'"{_MARK}"'.encode() in file.readline(4096)
    except OSError:
        return False


def _head(patch: Patch) -> dict[str, Any]:
    return {
        _MARK: _VERSION,
        "golden": patch.golden,
        "golden_hash": patch.golden_hash,
        "manifest": patch.manifest,
        "manifest_hash": patch.manifest_hash,
        "how": _HOW,
    }


def _line(one: Proposal) -> dict[str, Any]:
    line: dict[str, Any] = {
        "decision": one.ruling.value,
        "case": one.case_id,
        "state": one.state.value,
        "why": one.why.value,
        "quote": one.quote,
        "changes": [list(pair) for pair in one.changes],
        "from": one.chunk_id,
        "from_doc": one.doc_id,
        "to": list(one.to),
        "to_doc": one.new_doc_id,
        "join": one.join.value if len(one.to) > 1 else None,
        "found": list(one.found),
        "candidates": [_candidate(each) for each in one.candidates],
        "by": one.by,
    }
    always = ("decision", "case", "state", "why", "from", "to")
    return {key: it for key, it in line.items() if key in always or it not in (None, [])}


def _candidate(one: Candidate) -> dict[str, Any]:
    plain: dict[str, Any] = {"to": list(one.chunk_ids), "found": list(one.passages)}
    if one.doc_id is not None:
        plain["to_doc"] = one.doc_id
    if len(one.chunk_ids) > 1:
        plain["join"] = one.join.value
    return plain


def _ids(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Unfit(f"{kind(value)} where a list of ids was expected", 'write ["c-001"]')
    return tuple(identifier(item) for item in value)


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    if isinstance(value, list) and all(isinstance(it, list) and len(it) == 2 for it in value):
        return tuple((text(before), text(after)) for before, after in value)
    raise Unfit("changes that are no pairs of texts", 'write [["before", "after"]]')


def _candidates(value: Any) -> tuple[Candidate, ...]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise Unfit("candidates that are no list of objects", "leave them as they were written")
    return tuple(
        Candidate(
            chunk_ids=_ids(item.get("to")),
            passages=texts(item.get("found", [])),
            join=word(Join)(item.get("join", Join.ONE.value)),
            doc_id=item.get("to_doc"),
        )
        for item in value
    )


_FIELDS = Fields.of(
    FieldSpec("ruling", ("decision",), word(Ruling)),
    FieldSpec("case_id", ("case",), identifier),
    FieldSpec("state", ("state",), word(AnchorState)),
    FieldSpec("why", ("why",), word(Why)),
    FieldSpec("quote", ("quote",), text),
    FieldSpec("changes", ("changes",), _pairs),
    FieldSpec("chunk_id", ("from",), identifier),
    FieldSpec("doc_id", ("from_doc",), identifier),
    FieldSpec("to", ("to",), _ids),
    FieldSpec("new_doc_id", ("to_doc",), identifier),
    FieldSpec("join", ("join",), word(Join)),
    FieldSpec("found", ("found",), texts),
    FieldSpec("candidates", ("candidates",), _candidates),
    FieldSpec("by", ("by",), text),
)
_REQUIRED: Mapping[str, str] = {
    "ruling": "decision",
    "case_id": "case",
    "state": "state",
    "why": "why",
    "chunk_id": "from",
}


def _proposal(record: Record, findings: Findings) -> Proposal | None:
    before, line = len(findings.problems), record.line
    known, rest = read_fields(record.value, _FIELDS, findings, line=line)
    for key in rest:
        hint = nearest(key, _FIELDS.by_spelling)
        findings.add(f'a patch has no field "{key}"', hint, line=line, at=key)
    for name, spelling in _REQUIRED.items():
        if record.value.get(spelling) is None:
            findings.add(f'no "{spelling}"', "leave the line as it was made", line=line, at=name)
    if len(findings.problems) > before:
        return None
    known["found"] = _padded(known.get("found", ()), len(known.get("to", ())))
    one = Proposal(**known)
    for what, hint in _contradictions(one):
        findings.add(what, hint, line=line, at="decision")
    return one


def _padded(found: Sequence[str], n: int) -> tuple[str, ...]:
    """A passage for each chunk: those that a person left out are empty."""
    return tuple((*found, *[""] * n)[:n])


def _contradictions(one: Proposal) -> Iterator[tuple[str, str]]:
    if one.ruling is Ruling.AUTOMATIC and one.state is not AnchorState.EXACT:
        yield (
            f"{one.state.value} anchors are never taken automatically",
            "a person rules on them: write accept or refuse",
        )
    if one.ruling is Ruling.ACCEPT and not one.to:
        yield "accepted, but nothing says which chunk", 'put one into to: ["c-001"], or refuse'
    if len(set(one.to)) != len(one.to):
        yield "the same chunk twice in to", "name it once"
    if one.join is Join.ONE and len(one.to) > 1:
        yield "several chunks, but nothing says how they join", "write join any or all"
