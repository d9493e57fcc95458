"""Files written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import uuid4


def write_whole(path: Path, contents: bytes) -> None:
    """Put ``contents`` at ``path`` in one step: readers see the old file or the new one.

    Raises ``OSError`` where the folder is missing or may not be written; nothing is left over.
    """
    draft = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with draft.open("xb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
