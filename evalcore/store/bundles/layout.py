"""The bundle file: a zip of canonical JSON and packed arrays, each named with its SHA-256.

    bundle.json                    format, version, the run, every other entry's hash and size
    contents/golden-HASH.json      what runs point at, under the hash the database knows it by
    contents/manifest-HASH.jsonl   the batches in the first line, then one chunk a line
    contents/suite-HASH.json       the criterion as it was written
    contents/policy-HASH.json      every policy that a verdict was given by
    runs/ID/run.json               the run's entry; facts of the machine are left out and named
    runs/ID/cases.json             what came of each case
    runs/ID/signed.json            verdicts, diagnoses, promotions, trails, tasks, judgements
    runs/ID/sample-N.json          case ids, chunk ids and failures of one sample
    runs/ID/sample-N.arrays        starts <i8, chunks <i4, scores <f8, raw scores <f8, end to end

Entries stand in this order with one date, so that the same run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any

import orjson

from evalcore.errors import BundleRefused
from evalcore.model.canonical import canonical_json

BUNDLE_FORMAT = "unbury-bundle"
BUNDLE_VERSION = 1
BUNDLE_ENDING = ".unbury"
INDEX = "bundle.json"

MAX_BUNDLE_BYTES = 4 * 1024**3
"""Unpacked; more is no run of ours, and a small file that claims it is a trap."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
_DAMAGED = "copy it again from where it was exported; nothing of it was taken in"


def pack(index: Mapping[str, Any], entries: Mapping[str, bytes]) -> bytes:
    """The bytes of a bundle; ``index`` is completed with the hash and size of every entry."""
    sums = {name: {"sha256": _sha256(body), "bytes": len(body)} for name, body in entries.items()}
    head = canonical_json(
        {**index, "format": BUNDLE_FORMAT, "version": BUNDLE_VERSION, "entries": sums}
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in {INDEX: head, **entries}.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, body)
    return out.getvalue()


def unpack(data: bytes, file: str) -> tuple[Mapping[str, Any], Mapping[str, bytes]]:
    """The index and the entries of a bundle, each entry proven to be the one the index names.

    Raises ``BundleRefused`` for a file that is none, is newer, damaged or incomplete.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            index = _index(archive, file)
            return index, _entries(archive, index, file)
    except _BROKEN as broken:
        raise BundleRefused(f"not a whole bundle: {broken}", where=file, hint=_DAMAGED) from None


_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,  # an entry that is encrypted, or packed in a way that Python does not know
    ValueError,  # an entry that claims to begin before the file
)
"""What ``zipfile`` raises for archives that are damaged, or made to be."""


def _index(archive: zipfile.ZipFile, file: str) -> Mapping[str, Any]:
    total = sum(info.file_size for info in archive.infolist())
    if total > MAX_BUNDLE_BYTES:
        raise refused(f"it claims {total:,} bytes, over the limit of {MAX_BUNDLE_BYTES:,}", file)
    try:
        index = orjson.loads(archive.read(INDEX))
    except (KeyError, orjson.JSONDecodeError):
        index = None
    if not isinstance(index, dict) or index.get("format") != BUNDLE_FORMAT:
        hint = "unbury export RUN -o FILE makes one"
        raise BundleRefused("this is no bundle of Unbury's", where=file, hint=hint)
    version = index.get("version")
    if not isinstance(version, int) or version > BUNDLE_VERSION:
        raise BundleRefused(
            f"a bundle of version {version}; this Unbury reads up to version {BUNDLE_VERSION}",
            where=file,
            hint="upgrade this installation: pip install --upgrade unbury; nothing was touched",
        )
    return index


def _entries(archive: zipfile.ZipFile, index: Mapping[str, Any], file: str) -> Mapping[str, bytes]:
    sums = index.get("entries")
    names = [name for name in archive.namelist() if name != INDEX]
    if not isinstance(sums, dict) or sorted(names) != sorted(sums):
        raise refused("its entries are not those that its index names", file)
    entries = {}
    for name in names:
        body = archive.read(name)
        said = sums[name]
        if not isinstance(said, dict) or said.get("sha256") != _sha256(body):
            raise refused(f"{name} is not what was exported (its hash differs)", file)
        entries[name] = body
    return entries


def refused(what: str, file: str) -> BundleRefused:
    """The refusal of a bundle that does not hold together."""
    return BundleRefused(what, where=file, hint=_DAMAGED)


def _sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
