"""Manifests written out again as JSON Lines, so that reading gives them back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from evalcore.formats.file_names import format_ending
from evalcore.formats.findings import refuse
from evalcore.formats.manifest import JSON_LINES
from evalcore.formats.whole_file import write_whole
from evalcore.model.manifest import Batch, Chunk, Manifest, Removal
from evalcore.model.plain import batch_to_plain, chunk_to_plain, removal_to_plain


def write_manifest(manifest: Manifest, path: Path) -> None:
    """Write the manifest at ``path``, whole or not at all; ``read_manifest`` gives it back.

    Described batches and declared removals come first, unknown keys stand beside the known
    ones. Raises ``InputError`` for a name that is not one of JSON Lines.
    """
    if format_ending(path) not in JSON_LINES or path.name.endswith(".gz"):
        hint = "name it .jsonl; a manifest is written as JSON Lines"
        raise refuse(str(path), "a manifest cannot be written in that format", hint)
    lines = [dump_batches(manifest.batches)] if manifest.batches else []
    lines += [dump_removals(manifest.removals)] if manifest.removals else []
    lines += [dump_chunk(chunk) for chunk in manifest.chunks]
    write_whole(path, b"".join(orjson.dumps(line) + b"\n" for line in lines))


def dump_chunk(chunk: Chunk) -> dict[str, Any]:
    """The chunk as the JSON object of a manifest; what was not said is left out."""
    said = chunk_to_plain(chunk)
    unknown = said.pop("extra", {})
    return {**said, **unknown}


def dump_batches(batches: tuple[Batch, ...]) -> dict[str, Any]:
    """The described batches as the JSON object of a manifest."""
    return {"batches": [batch_to_plain(batch) for batch in batches]}


def dump_removals(removals: tuple[Removal, ...]) -> dict[str, Any]:
    """The declared removals as the JSON object of a manifest."""
    return {"removals": [removal_to_plain(removal) for removal in removals]}
