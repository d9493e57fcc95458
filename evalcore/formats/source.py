"""A text file that people bring, as checked UTF-8 bytes and its lines.

A line ends at LF or CRLF and nowhere else: U+2028, U+0085, a lone CR and the like are data.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evalcore.formats.findings import refuse

MAX_LINE_BYTES = 32 * 1024 * 1024
"""A longer line is no record of anything; it is refused before it is parsed."""

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_BLOCK = 16 * 1024 * 1024
_WIDE = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


@dataclass(frozen=True, slots=True)
class Source:
    """The contents of one file: valid UTF-8 without BOM; ``file`` as the person named it."""

    file: str
    data: bytes

    def lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Each line as (number from 1, byte offset, bytes without its end), in order.

        Raises ``InputError`` at a line over ``MAX_LINE_BYTES``.
        """
        data, start, number = self.data, 0, 1
        while start < len(data):
            end = data.find(b"\n", start)
            stop = len(data) if end < 0 else end
            if stop - start > MAX_LINE_BYTES:
                raise self._too_long(number, stop - start)
            cut = stop - 1 if end > start and data[end - 1] == 0x0D else stop
            yield number, start, data[start:cut]
            start, number = stop + 1, number + 1

    def line_at(self, offset: int) -> int:
        """The number of the line that holds the byte at ``offset``."""
        return self.data.count(b"\n", 0, offset) + 1

    def _too_long(self, number: int, size: int) -> Exception:
        return refuse(
            self.file,
            f"a line of {size:,} bytes, over the limit of {MAX_LINE_BYTES:,}",
            "write one record a line; shorten the texts of this one",
            line=number,
        )


def read_source(path: Path) -> Source:
    """The file at ``path``, unpacked if it is gzip, checked to be UTF-8, its BOM taken off.

    Raises ``InputError`` for a file that cannot be opened or is not UTF-8; the byte offset
    counts in the unpacked contents, BOM included.
    """
    data = _unpacked(_raw(path), str(path))
    _check_utf8(data, str(path))
    return Source(str(path), data.removeprefix(_BOM))


def _raw(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise refuse(str(path), "no such file", "check the path and its spelling") from None
    except IsADirectoryError:
        raise refuse(str(path), "a folder, not a file", "name a file inside it") from None
    except (OSError, ValueError) as refused:
        raise refuse(str(path), f"cannot be opened: {refused}", "check its permissions") from None


def _unpacked(data: bytes, file: str) -> bytes:
    if not data.startswith(_GZIP):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as broken:
        raise refuse(
            file, f"the gzip archive is damaged: {broken}", "copy or download it again"
        ) from None


def _check_utf8(data: bytes, file: str) -> None:
    for mark, name in _WIDE:
        if data.startswith(mark):
            raise _not_utf8(file, f"{name} text, not UTF-8: byte offset 0", 1)
    if b"\x00" in data[:2]:
        offset = data.index(b"\x00")
        raise _not_utf8(file, f"UTF-16 text, not UTF-8: byte offset {offset}", 1)
    offset = _first_bad_byte(data)
    if offset >= 0:
        what = f"not UTF-8: byte 0x{data[offset]:02X} at byte offset {offset}"
        raise _not_utf8(file, what, data.count(b"\n", 0, offset) + 1)


def _not_utf8(file: str, what: str, line: int) -> Exception:
    return refuse(file, what, "save the file as UTF-8 (Excel: CSV UTF-8)", line=line)


def _first_bad_byte(data: bytes) -> int:
    """Offset of the first byte that is not UTF-8, -1 if there is none; memory of one block."""
    start = 0
    while start < len(data):
        stop = start + _BLOCK
        while stop < len(data) and data[stop] & 0xC0 == 0x80 and stop > start + _BLOCK - 4:
            stop -= 1
        try:
            str(memoryview(data)[start:stop], "utf-8")
        except UnicodeDecodeError as wrong:
            return start + wrong.start
        start = stop
    return -1
