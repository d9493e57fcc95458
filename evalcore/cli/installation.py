"""Where app, pages and sample stand: in a checkout, or inside the installed package."""

from __future__ import annotations

from pathlib import Path

import evalcore
from evalcore.errors import UsageError


def home() -> Path:
    """The folder that holds ``app.py``, ``pages/`` and ``sample_runs/``.

    A checkout comes first: an editable install may carry a stale copy in the package.
    """
    package = Path(evalcore.__file__).parent
    for folder in (package.parent, package / "_app"):
        if (folder / "app.py").is_file() and (folder / "pages").is_dir():
            return folder
    raise UsageError(
        "this installation carries no dashboard",
        hint="install the wheel again, or run from a checkout",
    )
