"""Unbury finds the truth your index buried: it examines retrieval and says whether to deploy."""

__version__ = "0.1.0"

_PUBLIC = ("Examined", "ExaminedCase", "examine")
__all__ = ["Examined", "ExaminedCase", "__version__", "examine"]


def __getattr__(name: str) -> object:
    """The public calls of ``evalcore.api``, loaded when first asked for; importing stays light."""
    if name in _PUBLIC:
        from importlib import import_module

        return getattr(import_module("evalcore.api"), name)
    raise AttributeError(f"module 'evalcore' has no attribute {name!r}")
