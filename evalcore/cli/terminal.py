"""What people's text may do to a terminal: be read, and nothing else."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"}
_UNSEEN = dict.fromkeys((0x7F, *range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_SHOWN = {**_PICTURES, **dict.fromkeys(_UNSEEN, 0xFFFD)}


def harmless(text: str, *, coloured: bool = False) -> str:
    """The text with every control character and change of direction as a sign of one column.

    ``coloured`` lets changes of colour through: on a terminal they are how we print.
    """
    if not coloured:
        return text.translate(_SHOWN)
    plain, colours = _COLOUR.split(text), [*_COLOUR.findall(text), ""]
    return "".join(f"{part.translate(_SHOWN)}{c}" for part, c in zip(plain, colours, strict=True))


class _Harmless:
    """A text stream that writes what is harmless; bytes go to its ``buffer`` as they are."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._coloured = stream.isatty()

    def write(self, text: str) -> int:
        self._stream.write(harmless(text, coloured=self._coloured))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def harmless_streams() -> Iterator[None]:
    """Within the block, whatever is printed is harmless to a terminal."""
    out, err = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, _Harmless(out)), cast(TextIO, _Harmless(err))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err
