"""What an index holds, as a manifest of ours or as the corpus of another tool's collection."""

from __future__ import annotations

from pathlib import Path

from evalcore.formats.fields import Unfit, identifier
from evalcore.formats.file_names import format_ending
from evalcore.formats.findings import Findings
from evalcore.formats.guess import columns_of, first_object
from evalcore.formats.json_lines import Record
from evalcore.formats.lists import first_of
from evalcore.formats.manifest import JSON_LINES, PARQUET, SEPARATED, read_manifest
from evalcore.formats.records import records_of
from evalcore.formats.source import read_source
from evalcore.model.manifest import Chunk, Manifest

IDS = ("_id", "id", "chunk_link", "doc_id")
TEXTS = ("text", "contents", "content", "page_content", "chunk_text")
TITLES = ("title", "chunk_heading", "heading")


def read_corpus(path: Path) -> Manifest:
    """The manifest at ``path``: ours, or the chunks of a collection under other names.

    Read are a BEIR folder or ``corpus.jsonl``, AutoRAG's ``corpus.parquet``, and records with
    an id (``IDS``) and a text (``TEXTS``) of their own. A file with ``chunk_id`` is a manifest
    of ours. Raises ``InputError`` as ``read_manifest`` does.
    """
    if path.is_dir():
        from evalcore.formats.beir import read_beir_corpus

        return read_beir_corpus(path)
    keys = _keys(path)
    if "chunk_id" in keys or first_of(TEXTS, keys) is None or first_of(IDS, keys) is None:
        return read_manifest(path)
    if {"doc_id", "contents"} <= set(keys) and format_ending(path) in PARQUET:
        from evalcore.formats.autorag import read_autorag_corpus

        return read_autorag_corpus(path)
    return _read_records(path)


def _keys(path: Path) -> dict[str, None]:
    """The names of the fields, as far as a first look tells; none where it is no known box."""
    ending = format_ending(path)
    if ending in (*PARQUET, *SEPARATED):
        return dict(columns_of(path))
    return dict.fromkeys(first_object(read_source(path)) or {}) if ending in JSON_LINES else {}


def _read_records(path: Path) -> Manifest:
    findings = Findings(str(path))
    chunks: dict[str, Chunk] = {}
    for record in records_of(path, findings):
        chunk = _chunk(record, findings)
        if chunk is None:
            continue
        if chunk.chunk_id in chunks:
            what = f'the id "{chunk.chunk_id}" stands twice'
            findings.add(what, "list each chunk once", line=record.line)
        chunks[chunk.chunk_id] = chunk
    if not chunks and not findings.problems:
        findings.add("no chunks", "a manifest lists what the index holds")
    findings.stop()
    return Manifest(chunks=tuple(chunks.values()))


def _chunk(record: Record, findings: Findings) -> Chunk | None:
    value = dict(record.value)
    named = {part: first_of(names, value) for part, names in _PARTS.items()}
    found = {part: value.pop(name) if name else None for part, name in named.items()}
    texts = (found["text"], found["title"])
    if any(text is not None and not isinstance(text, str) for text in texts):
        findings.add("a text that is none", "write it in quotes", line=record.line)
        return None
    try:
        chunk_id = identifier(found["id"])
    except Unfit as wrong:
        findings.add(wrong.what, wrong.hint, line=record.line, at=named["id"])
        return None
    return Chunk(chunk_id=chunk_id, text=found["text"], title=found["title"] or None, extra=value)


_PARTS = {"id": IDS, "text": TEXTS, "title": TITLES}
