"""A policy as TOML text that reads back equal: the way a calibrated number becomes a version."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evalcore.errors import InputError, Problem
from evalcore.formats.policy_table import policy_to_table
from evalcore.formats.whole_file import write_whole
from evalcore.model.policy import Policy


def policy_to_toml(policy: Policy) -> str:
    """Every number of the policy, spelled out; ``read_policy`` gives an equal one back."""
    return "\n".join(_lines("", policy_to_table(policy))).lstrip("\n") + "\n"


def write_policy(path: Path, policy: Policy, *, keep_as: Path | None = None) -> None:
    """Write the policy to ``path``, whole or not at all; what stood there goes to ``keep_as``.

    A file that already has that name is an earlier version's and stays. Raises ``InputError``
    where the folder cannot be written, with everything as it was.
    """
    try:
        earlier = path.read_bytes() if path.exists() else None
        if keep_as is not None and earlier is not None and not keep_as.exists():
            write_whole(keep_as, earlier)
        mode = path.stat().st_mode & 0o777 if earlier is not None else None
        write_whole(path, policy_to_toml(policy).encode())
        if mode is not None:
            path.chmod(mode)
    except OSError as error:
        problem = Problem(
            what=f"the policy cannot be written ({error.strerror or error})",
            hint="let this user write there, or export the version and put it in place by hand",
            file=str(path),
        )
        raise InputError([problem]) from error


def _lines(at: str, table: Mapping[str, Any]) -> Iterator[str]:
    """A table's own keys first, then the tables within it, as TOML needs them."""
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    own = {key: value for key, value in table.items() if key not in inner}
    if at and own:
        yield f"\n[{at}]"
    yield from (f"{_key(key)} = {_value(value)}" for key, value in own.items())
    for key, value in inner.items():
        yield from _lines(f"{at}.{_key(key)}" if at else _key(key), value)


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("_", "").isalnum()
    return key if bare else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _text(str(value))


def _text(text: str) -> str:
    """A basic string: TOML's escapes are JSON's, and DEL is escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
