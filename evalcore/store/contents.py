"""What runs point at, kept once under its hash: golden sets, suites, policies.

Writing something that is there already changes nothing. Reading checks that the stored bytes
are the ones their hash names.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.model.canonical import canonical_json
from evalcore.model.case import GoldenSet
from evalcore.model.plain import policy_from_plain, policy_to_plain
from evalcore.model.policy import Policy
from evalcore.store.golden_blob import unpack_golden


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyVersion:
    """A policy as it was kept: who signed it and why stands in the policy itself."""

    hash: str
    saved: str
    policy: Policy


def text_of(value: Any) -> tuple[str, str]:
    """Hash and canonical JSON text of a plain value."""
    body = canonical_json(value)
    return hashlib.sha256(body).hexdigest(), body.decode()


def write_golden(connection: sqlite3.Connection, name: str, body: bytes, golden: GoldenSet) -> None:
    """Keep a packed golden set (``pack_golden``) under its hash ``name``."""
    connection.execute(
        "INSERT INTO goldens (hash, name, cases, body) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (hash) DO NOTHING",
        [name, golden.name, len(golden), body],
    )


def write_suite(connection: sqlite3.Connection, name: str, suite: Mapping[str, Any]) -> str:
    """Keep a suite's table; its hash. The same criterion under two names is two suites."""
    digest, body = text_of({"name": name, "suite": suite})
    connection.execute(
        "INSERT INTO suites (hash, name, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
        [digest, name, body],
    )
    return digest


def write_policy(connection: sqlite3.Connection, policy: Policy, saved: str) -> str:
    """Keep a policy version; its hash. Author and reason are part of it."""
    digest, body = text_of(policy_to_plain(policy))
    connection.execute(
        "INSERT INTO policies (hash, author, reason, saved, body) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (hash) DO NOTHING",
        [digest, policy.author, policy.reason, saved, body],
    )
    return digest


def read_golden(connection: sqlite3.Connection, name: str) -> GoldenSet:
    """The golden set of that hash."""
    return unpack_golden(name, _body(connection, "goldens", name))


def read_suite(connection: sqlite3.Connection, name: str) -> Mapping[str, Any]:
    """The suite's table of that hash."""
    suite: Mapping[str, Any] = _checked("suites", name, _body(connection, "suites", name))["suite"]
    return suite


def read_policy(connection: sqlite3.Connection, name: str) -> Policy:
    """The policy of that hash."""
    return _policy(name, _body(connection, "policies", name))


def read_policies(connection: sqlite3.Connection) -> tuple[PolicyVersion, ...]:
    """Every policy version, in the order they were first kept."""
    rows = connection.execute("SELECT hash, saved, body FROM policies ORDER BY rowid")
    return tuple(
        PolicyVersion(hash=name, saved=saved, policy=_policy(name, body))
        for name, saved, body in rows
    )


def _policy(name: str, body: str) -> Policy:
    try:
        return policy_from_plain(_checked("policies", name, body))
    except ValueError as wrong:
        raise DamagedDatabase(f"policy {name[:12]} cannot be read: {wrong}") from None


def _body(connection: sqlite3.Connection, table: str, name: str) -> Any:
    row = connection.execute(
        f"SELECT body FROM {table} WHERE hash = ?",  # noqa: S608  # table is one of three literals
        [name],
    ).fetchone()
    if row is None:
        raise StoreError(f"nothing is stored under {name!r} in {table}")
    return row[0]


def _checked(table: str, name: str, body: str) -> Any:
    if hashlib.sha256(body.encode()).hexdigest() != name:
        raise DamagedDatabase(f"what {table} holds under {name[:12]} is not what was stored")
    return orjson.loads(body)
