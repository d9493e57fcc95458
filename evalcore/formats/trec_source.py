"""The bytes of a TREC file in blocks of whole lines, unpacked where they are gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from evalcore.errors import InputError
from evalcore.formats.findings import refuse

BLOCK = 4 << 20
"""Bytes read at once: memory follows the block, not the file, and a block fits the caches."""

LONGEST_LINE = 4 << 20
"""No result takes a longer line; without this bound a file without lines fills the memory."""

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines, and the offset of their first byte in the (unpacked) file."""

    offset: int
    data: bytes


def read_blocks(path: Path, size: int = BLOCK) -> Iterator[Block]:
    """Blocks of about ``size`` bytes that end where a line ends; a leading BOM is left out.

    Raises ``InputError`` where the file cannot be read or unpacked, or where a line is longer
    than ``LONGEST_LINE``.
    """
    with _opened(path) as file:
        offset = len(_BOM) if file.read(len(_BOM)) == _BOM else 0
        file.seek(offset)
        while data := _whole_lines(file, offset, size):
            if not data.endswith(b"\n") and len(data) - data.rfind(b"\n") > LONGEST_LINE:
                raise _endless(path, offset + data.rfind(b"\n") + 1)
            yield Block(offset, data)
            offset += len(data)


def _whole_lines(file: BinaryIO | gzip.GzipFile, offset: int, size: int) -> bytes:
    """What follows ``offset``, where the file stands: ``size`` bytes and the rest of their line."""
    if isinstance(file, gzip.GzipFile):
        return file.read(size) + file.readline(LONGEST_LINE)
    file.seek(offset + size)
    rest = len(file.readline(LONGEST_LINE))  # looked up first: joining would copy the block
    file.seek(offset)
    return file.read(size + rest)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    try:
        with path.open("rb") as raw:
            packed = raw.read(len(_GZIP)) == _GZIP
            raw.seek(0)
            yield gzip.GzipFile(fileobj=raw) if packed else raw
    except (EOFError, zlib.error, gzip.BadGzipFile) as broken:
        hint = "copy or download it again"
        raise refuse(str(path), f"the gzip archive is damaged: {broken}", hint) from None
    except OSError as failed:
        hint = "check the path, its spelling and its permissions"
        what = f"cannot be read: {failed.strerror or failed}"
        raise refuse(str(path), what, hint) from None


def _endless(path: Path, offset: int) -> InputError:
    what = f"the line that begins at byte offset {offset} is longer than {LONGEST_LINE:,} bytes"
    return refuse(str(path), what, "a TREC run has one short line a result; is it this file?")
