"""Secrets by the name of an environment variable; never written in a suite, never shown."""

from __future__ import annotations

import os
import re

from evalcore.errors import RetrieverError

_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Secret:
    """A value that prints as stars. ``reveal`` is the one way to it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The value itself, for the request that needs it."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(***)"


def from_environment(name: str) -> Secret:
    """The secret in environment variable ``name``; ``RetrieverError`` where it is not set."""
    value = os.environ.get(name, "").strip()
    if not value:
        raise RetrieverError(
            f"the environment variable {name} is not set",
            hint=f"export {name}=... before the run; the suite holds only its name",
        )
    if not value.isprintable() or not value.isascii():
        raise RetrieverError(
            f"the environment variable {name} holds a sign that a header cannot carry",
            hint="check it for line ends and accents",
        )
    return Secret(value)


def filled(template: str) -> Secret:
    """``template`` with each ``${NAME}`` replaced from the environment."""
    return Secret(_REFERENCE.sub(lambda match: from_environment(match[1]).reveal(), template))


def names_a_secret(template: str) -> bool:
    """True where the text holds a ``${NAME}``."""
    return _REFERENCE.search(template) is not None
