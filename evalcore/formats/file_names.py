"""What the name of a file says: the format, and what to call its contents."""

from __future__ import annotations

from pathlib import Path


def format_ending(path: Path) -> str:
    """The ending that names the format, in lower case, ``.gz`` taken off."""
    name = path.name.lower().removesuffix(".gz")
    dot = name.rfind(".")
    return name[dot:] if dot >= 0 else ""


def set_name(path: Path) -> str:
    """The file's name without its endings: ``golden.jsonl.gz`` is ``golden``."""
    return path.name.removesuffix(".gz").rsplit(".", 1)[0] or path.name
