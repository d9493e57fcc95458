"""Declared removals of a manifest: what was taken out on purpose, and why.

Without such a word a vanished fact counts as lost by the ingest and fails (design.md, section 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from evalcore.formats.fields import nearest, read_fields
from evalcore.formats.findings import Findings
from evalcore.formats.json_lines import kind
from evalcore.formats.manifest_fields import REMOVAL_FIELDS
from evalcore.model.manifest import Chunk, Removal

_EXAMPLE = 'write {"removals": [{"doc_id": "guide-2019", "reason": "repealed"}]}'


def read_removals(value: Any, line: int, findings: Findings) -> Iterator[Removal]:
    """The removals that a ``removals`` object declares; what is wrong goes to ``findings``."""
    if not isinstance(value, list):
        what = f"{kind(value)} where a list of removals was expected"
        findings.add(what, _EXAMPLE, line=line, at="removals")
        return
    for number, entry in enumerate(value):
        yield from _removal(entry, f"removals[{number}]", line, findings)


def check_removed(removals: Iterable[Removal], chunks: Iterable[Chunk], findings: Findings) -> None:
    """Note every removal of what the manifest still lists: one of the two is not true."""
    listed = list(chunks)
    known = {chunk.chunk_id for chunk in listed}
    documents = {chunk.doc_id for chunk in listed}
    for removal in removals:
        for name, still in ((removal.chunk_id, known), (removal.doc_id, documents)):
            if name is not None and name in still:
                findings.add(
                    f'"{name}" is declared removed, yet the manifest lists it',
                    "take the declaration out, or the chunks",
                    at="removals",
                )


def _removal(entry: Any, at: str, line: int, findings: Findings) -> Iterator[Removal]:
    if not isinstance(entry, dict):
        findings.add(f"{kind(entry)} where a removal was expected", _EXAMPLE, line=line, at=at)
        return
    before = len(findings.problems)
    known, rest = read_fields(entry, REMOVAL_FIELDS, findings, line=line)
    for key in rest:
        hint = nearest(key, REMOVAL_FIELDS.native)
        findings.add(f'a removal has no field "{key}"', hint, line=line, at=at)
    if ("chunk_id" in known) == ("doc_id" in known):
        what = "a removal names one chunk_id or one doc_id"
        findings.add(what, _EXAMPLE, line=line, at=at)
    if not known.get("reason", "").strip():
        what = "a removal without a reason"
        findings.add(what, "say why it was taken out: nobody can ask it later", line=line, at=at)
    if len(findings.problems) == before:
        yield Removal(**known)
