"""What cannot be read back as what was written is damage, never a guess."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from evalcore.errors import DamagedDatabase


@contextmanager
def damage(what: str) -> Iterator[None]:
    """Raise ``DamagedDatabase`` naming ``what`` where stored text has not the form it was given."""
    try:
        yield
    except (ValueError, KeyError, TypeError) as wrong:
        raise DamagedDatabase(
            f"{what} cannot be read: {wrong}", hint="restore the last good copy of the file"
        ) from None
