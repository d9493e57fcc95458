"""``unbury golden schema``: the format of a case, for editors and other tools."""

from __future__ import annotations


def command() -> None:
    """Print the JSON Schema of one case of a golden set.

    Example: unbury golden schema
    """
    from evalcore.cli.console import print_json
    from evalcore.formats.golden_schema import case_schema

    print_json(case_schema())
