"""Policies: the calibrated numbers of the gate, in TOML."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from evalcore.formats.checked_table import checked
from evalcore.formats.findings import Findings
from evalcore.formats.policy_model import PolicyTable
from evalcore.formats.toml_source import read_toml
from evalcore.model.policy import Policy


def read_policy(path: Path) -> Policy:
    """The policy at ``path``; what it leaves out keeps the seeds' numbers.

    Decimals are exact: 0.9 is 9/10. An explicit 0 stays 0. Raises ``InputError`` with every
    problem: unknown keys (naming the nearest known one), a key twice, NaN, values out of
    range, decimals where samples are counted, and what no policy may configure away.
    """
    toml = read_toml(path, parse_float=Decimal)
    findings = Findings(toml.file)
    table = checked(toml, PolicyTable, findings)
    findings.stop()
    return (table or PolicyTable()).policy()
