"""``unbury golden unlock``: look behind the blind cases, on the record."""

from __future__ import annotations

from typing import Annotated

import typer

from evalcore.cli.golden_options import Golden, ItsManifest
from evalcore.cli.options import AsJson, Database, signer


def command(
    golden: Golden,
    *,
    why: Annotated[str, typer.Option(help="Why somebody has to see the blind cases.")],
    who: Annotated[str | None, typer.Option(help="Who looks; else the login name.")] = None,
    manifest: ItsManifest = None,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Log who looks behind the blind cases and why, then show their ids.

    Example: unbury golden unlock suite.toml --why "the release of May failed on them"
    """
    from evalcore.cli.console import print_json
    from evalcore.workflows.golden_unlock import unlock_golden
    from evalcore.workflows.reading import database

    unlock, ids = unlock_golden(
        golden, db=database(db), who=signer(who, "--who"), why=why, manifest=manifest
    )
    if as_json:
        told = {"golden": unlock.golden, "hash": unlock.golden_hash, "who": unlock.who}
        print_json({**told, "why": unlock.why, "at": unlock.at, "cases": list(ids)})
        return
    typer.echo(f"Logged: {unlock.who}, {unlock.at}: {unlock.why}")
    typer.echo(f"{len(ids)} blind cases of {unlock.golden}, version {unlock.golden_hash[:12]}:")
    for case_id in ids:
        typer.echo(f"  {case_id}")
    typer.echo("From now on reserve others: what was seen is no longer blind.")
