"""Verdicts, signed diagnoses and promotions: appended, never changed (triggers see to it)."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson

from evalcore.errors import DamagedDatabase
from evalcore.model.canonical import canonical_json
from evalcore.model.examination import Examination
from evalcore.model.plain_verdict import verdict_from_plain, verdict_to_plain
from evalcore.model.run import Documented
from evalcore.model.verdict import Verdict
from evalcore.store.damage import damage


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVerdict:
    """A verdict, when it was given, and the hash of the policy it was given by."""

    verdict: Verdict
    at: str
    policy_hash: str
    counted: int
    measured: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """Who made a run the baseline of its suite, when, why, and chosen from which runs."""

    suite: str
    run_id: str
    who: str
    why: str
    at: str
    from_runs: tuple[str, ...]


def write_verdict(
    connection: sqlite3.Connection,
    run_key: int,
    *,
    verdict: Verdict,
    policy_hash: str,
    examination: Examination,
    at: str,
) -> None:
    """Append a verdict of a run, with how many cases it counted and how many were measured."""
    connection.execute(
        "INSERT INTO verdicts"
        " (run_key, at, policy_hash, decision, exit_code, counted, measured, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            run_key,
            at,
            policy_hash,
            verdict.decision.value,
            verdict.exit_code,
            int(examination.counted.sum()),
            int(examination.known.sum()),
            canonical_json(verdict_to_plain(verdict)).decode(),
        ],
    )


def read_verdicts(connection: sqlite3.Connection, run_key: int) -> tuple[StoredVerdict, ...]:
    """Every verdict of a run, oldest first."""
    rows = connection.execute(
        "SELECT body, at, policy_hash, counted, measured FROM verdicts"
        " WHERE run_key = ? ORDER BY at, key",
        [run_key],
    )
    return tuple(
        StoredVerdict(
            verdict=_verdict(body),
            at=at,
            policy_hash=policy_hash,
            counted=counted,
            measured=measured,
        )
        for body, at, policy_hash, counted, measured in rows
    )


def write_documented(connection: sqlite3.Connection, note: Documented) -> None:
    """Append a person's diagnosis."""
    connection.execute(
        "INSERT INTO documented"
        " (suite, case_id, case_hash, ranks, cause, text, author, written, run_id)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            note.suite,
            note.case_id,
            note.case_hash,
            canonical_json(note.ranks).decode(),
            note.cause,
            note.text,
            note.author,
            note.written,
            note.run_id,
        ],
    )


def read_documented(connection: sqlite3.Connection, suite: str) -> tuple[Documented, ...]:
    """Every diagnosis signed for cases of a suite, oldest first."""
    rows = connection.execute(
        "SELECT suite, case_id, case_hash, ranks, cause, text, author, written, run_id"
        " FROM documented WHERE suite = ? ORDER BY written, key",
        [suite],
    )
    with damage(f"a diagnosis signed for {suite!r}"):
        return tuple(
            Documented(
                suite=row[0],
                case_id=row[1],
                case_hash=row[2],
                ranks=tuple((chunk_id, rank) for chunk_id, rank in orjson.loads(row[3])),
                cause=row[4],
                text=row[5],
                author=row[6],
                written=row[7],
                run_id=row[8],
            )
            for row in rows
        )


def write_promotion(connection: sqlite3.Connection, promotion: Promotion) -> None:
    """Append a promotion; the newest of a suite counts."""
    connection.execute(
        "INSERT INTO promotions (suite, run_id, who, why, at, from_runs) VALUES (?, ?, ?, ?, ?, ?)",
        [
            promotion.suite,
            promotion.run_id,
            promotion.who,
            promotion.why,
            promotion.at,
            canonical_json(promotion.from_runs).decode(),
        ],
    )


def read_promotions(connection: sqlite3.Connection, suite: str) -> tuple[Promotion, ...]:
    """Every promotion of a suite, oldest first."""
    rows = connection.execute(
        "SELECT suite, run_id, who, why, at, from_runs FROM promotions"
        " WHERE suite = ? ORDER BY at, key",
        [suite],
    )
    with damage(f"a promotion of {suite!r}"):
        return tuple(
            Promotion(
                suite=row[0],
                run_id=row[1],
                who=row[2],
                why=row[3],
                at=row[4],
                from_runs=tuple(orjson.loads(row[5])),
            )
            for row in rows
        )


def read_baselines(connection: sqlite3.Connection) -> Mapping[str, str]:
    """The promoted run's id of every suite that has one."""
    rows: Sequence[tuple[str, str]] = connection.execute(
        "SELECT suite, run_id FROM promotions ORDER BY at, key"
    ).fetchall()
    return dict(rows)


def _verdict(body: str) -> Verdict:
    try:
        return verdict_from_plain(orjson.loads(body))
    except ValueError as wrong:
        raise DamagedDatabase(f"a stored verdict cannot be read: {wrong}") from None
