"""``unbury policies``: the versions of the gate's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evalcore.cli.options import AsJson, Database


def command(
    version: Annotated[
        str | None, typer.Argument(metavar="[HASH]", help="A version; its first digits will do.")
    ] = None,
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the version to this TOML file.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """List the stored policy versions; print one as TOML, or write it to a file.

    Example: unbury policies 90ab12cd -o policy.toml
    """
    from evalcore.errors import UsageError
    from evalcore.workflows.reading import database

    if version is not None:
        _one(database(db), version, output, as_json=as_json)
    elif output is not None:
        raise UsageError("-o writes one version", hint="name it: unbury policies HASH -o FILE")
    else:
        _all(database(db), as_json=as_json)


def _all(db: Path, *, as_json: bool) -> None:
    from evalcore.cli.console import print_json
    from evalcore.cli.policies_text import print_versions, versions_result
    from evalcore.workflows.policies import versions

    found = versions(db)
    if as_json:
        print_json(versions_result(found))
    else:
        print_versions(found)


def _one(db: Path, prefix: str, output: Path | None, *, as_json: bool) -> None:
    from evalcore.cli.console import print_json
    from evalcore.cli.policies_text import versions_result
    from evalcore.errors import UsageError
    from evalcore.formats.policy_export import policy_to_toml, write_policy
    from evalcore.workflows.policies import version, versions

    policy = version(db, prefix)
    if output is not None and output.exists():
        raise UsageError(f"{output} is there already", hint="name a new file")
    if output is not None:
        write_policy(output, policy)
        typer.echo(f"{output}: judge by it with: unbury gate RUN --policy {output}")
    elif as_json:
        print_json(versions_result([one for one in versions(db) if one.policy == policy]))
    else:
        typer.echo(policy_to_toml(policy), nl=False)
