"""Where files lie: a path on this machine, or a URL that fsspec can open (s3://, memory://)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from evalcore.errors import UsageError
from evalcore.formats.findings import refuse
from evalcore.formats.whole_file import write_whole

_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")
_WILD = re.compile(r"[*?\[]")


def is_url(place: str) -> bool:
    """True for ``scheme://...``; everything else is a path."""
    return _URL.match(place) is not None


def read_place(place: str) -> bytes:
    """The bytes at a path or URL. Raises ``InputError`` where they cannot be read."""
    try:
        if not is_url(place):
            return Path(place).read_bytes()
        system, path = _system(place)
        return bytes(system.cat_file(path))
    except FileNotFoundError:
        raise refuse(place, "no such file", "check the name and its spelling") from None
    except UsageError:
        raise
    except Exception as wrong:  # noqa: BLE001 each file system of fsspec has errors of its own
        raise refuse(place, f"cannot be read: {_first_line(wrong)}", "check access to it") from None


def write_place(place: str, contents: bytes) -> None:
    """Put bytes at a path (in one step) or URL. Raises ``InputError`` where that fails."""
    try:
        if not is_url(place):
            write_whole(Path(place), contents)
            return
        system, path = _system(place)
        system.pipe_file(path, contents)
    except UsageError:
        raise
    except Exception as wrong:  # noqa: BLE001 each file system of fsspec has errors of its own
        hint = "check that its folder exists and may be written"
        raise refuse(place, f"cannot be written: {_first_line(wrong)}", hint) from None


def expanded(place: str, ending: str) -> list[str]:
    """The files that a name stands for: itself, what its ``*`` matches, or those of a folder.

    Sorted by name; of a folder only the files with this ending, its own subfolders left out.
    """
    if not is_url(place):
        return _local(place, ending)
    system, path = _system(place)
    scheme = place.split("://", 1)[0]
    if _WILD.search(path):
        found = system.glob(path)
    elif system.isdir(path):
        found = system.glob(f"{path.rstrip('/')}/*{ending}")
    else:
        return [place]
    return [f"{scheme}://{name.lstrip('/')}" for name in sorted(map(str, found))]


def _local(place: str, ending: str) -> list[str]:
    path = Path(place)
    if path.is_dir():
        return sorted(str(file) for file in path.glob(f"*{ending}"))
    if path.exists() or not _WILD.search(path.name):
        return [place]
    return sorted(str(file) for file in path.parent.glob(path.name))


def _system(place: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise UsageError(
            f"{place} needs fsspec, which is not installed",
            hint="pip install 'unbury[remote]', and the driver of that service (s3fs, gcsfs, ...)",
        ) from None
    try:
        system, path = url_to_fs(place)
    except (ImportError, ValueError) as wrong:
        raise UsageError(
            f"{place} cannot be opened: {_first_line(wrong)}",
            hint="install the driver of that service: s3fs for s3://, gcsfs for gs://",
        ) from None
    return system, str(path)


def _first_line(wrong: BaseException) -> str:
    return (str(wrong).splitlines() or [type(wrong).__name__])[0]
