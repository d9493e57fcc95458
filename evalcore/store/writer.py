"""Writing the store: whole or not at all, each call in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalcore.errors import StoreError
from evalcore.model.diagnosis import Trail
from evalcore.model.examination import Examination
from evalcore.model.judgement import Judgement, StoredJudgement
from evalcore.model.policy import Policy
from evalcore.model.repair import Task, TaskStatus
from evalcore.model.run import Documented, RunContents
from evalcore.model.unlock import Unlock
from evalcore.model.verdict import Verdict
from evalcore.store.case_rows import columns_of, write_case_rows
from evalcore.store.connect import PATIENCE, closed_on_error, connect_to_write, explained
from evalcore.store.contents import write_golden, write_policy, write_suite
from evalcore.store.golden_blob import pack_golden
from evalcore.store.judgements import write_judgement
from evalcore.store.manifests import PackedManifest, pack_manifest, write_manifest
from evalcore.store.migrate import migrate
from evalcore.store.rankings import check_rankings, write_rankings
from evalcore.store.reader import Reader
from evalcore.store.run_rows import instant, key_of, now, write_run
from evalcore.store.signed import Promotion, write_documented, write_promotion, write_verdict
from evalcore.store.tasks import write_mark, write_task
from evalcore.store.trails import write_trails
from evalcore.store.unlocks import write_unlock


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """Everything of a run that can be worked out before the file is locked."""

    golden_hash: str
    golden_body: bytes
    manifest: PackedManifest | None
    columns: Any


class Store(Reader):
    """A reader that may also write. A context manager; made by ``open_store``.

    "Stored" is said only after the commit has reached the disk. A call that fails leaves
    nothing behind.
    """

    def save_run(self, contents: RunContents) -> str:
        """Write a whole run with its first verdict; its id.

        Raises ``StoreError`` before anything is written if its parts do not fit each other.
        """
        with _storable():
            prepared = _prepare(contents)
            with self._transaction() as connection:
                return _write(connection, contents, prepared)

    def append_verdict(
        self, run_id: str, *, verdict: Verdict, policy: Policy, examination: Examination
    ) -> None:
        """Append a later verdict of a run; the earlier ones stay."""
        with _storable(), self._transaction() as connection:
            at = now()
            write_verdict(
                connection,
                key_of(connection, run_id),
                verdict=verdict,
                policy_hash=write_policy(connection, policy, at),
                examination=examination,
                at=at,
            )

    def document(self, note: Documented) -> None:
        """Append a person's signed diagnosis of a failure in a stored run."""
        with _storable(), self._transaction() as connection:
            key_of(connection, note.run_id)
            write_documented(connection, note)

    def save_trails(self, run_id: str, trails: Sequence[Trail], *, version: str) -> None:
        """Append the diagnoses of a stored run's cases; earlier ones stay."""
        with _storable(), self._transaction() as connection:
            key = key_of(connection, run_id)
            write_trails(connection, key, trails, at=now(), version=version)

    def add_task(self, task: Task) -> Task:
        """Append an accepted repair to the list; the task with its number."""
        with _storable(), self._transaction() as connection:
            key_of(connection, task.run_id)
            return write_task(connection, task)

    def mark_task(self, key: int, *, status: TaskStatus, author: str) -> Task:
        """Append what became of a task; earlier marks stay. ``StoreError`` for no such task."""
        with _storable(), self._transaction() as connection:
            return write_mark(connection, key, status=status, author=author, at=now())

    def save_judgement(self, judgement: Judgement) -> StoredJudgement:
        """Append what a judge said of a stored run's answers; earlier judgements stay."""
        with _storable(), self._transaction() as connection:
            return write_judgement(connection, key_of(connection, judgement.run_id), judgement)

    def promote(
        self, *, suite: str, run_id: str, who: str, why: str, from_runs: Sequence[str]
    ) -> Promotion:
        """Make a stored run the baseline of its suite; what was written.

        Raises ``StoreError`` for a run of another suite, or one that is not stored.
        """
        promotion = Promotion(
            suite=suite, run_id=run_id, who=who, why=why, at=now(), from_runs=tuple(from_runs)
        )
        with _storable(), self._transaction() as connection:
            for other in {run_id, *from_runs}:
                key = key_of(connection, other)
                row = connection.execute("SELECT suite FROM runs WHERE key = ?", [key]).fetchone()
                if row[0] != suite:
                    raise StoreError(f"run {other} is of suite {row[0]!r}, not {suite!r}")
            write_promotion(connection, promotion)
        return promotion

    def unlock(self, *, golden_hash: str, golden: str, who: str, why: str) -> Unlock:
        """Append that somebody looks behind the blind cases of this version; what was written."""
        unlock = Unlock(golden_hash=golden_hash, golden=golden, who=who, why=why, at=now())
        with _storable(), self._transaction() as connection:
            write_unlock(connection, unlock)
        return unlock

    def save_policy(self, policy: Policy) -> str:
        """Keep a policy version; its hash. The same policy twice is one version."""
        with _storable(), self._transaction() as connection:
            return write_policy(connection, policy, now())

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """One BEGIN IMMEDIATE, committed if the block ends, rolled back whatever else happens."""
        connection = self._connection
        with explained(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def open_store(path: Path, *, patience: float = PATIENCE) -> Store:
    """A store that may write, its file created or brought up to date first.

    Raises ``NewerDatabase``, ``DamagedDatabase`` (also for a file that is somebody else's),
    ``DatabaseBusy`` after ``patience`` seconds, or ``StoreError`` where it cannot be opened.
    """
    connection = connect_to_write(path, patience=patience)
    with closed_on_error(connection), explained(path):
        migrate(connection, path)
    return Store(connection, path)


def _prepare(contents: RunContents) -> _Prepared:
    if not contents.rankings:
        raise StoreError("a run without rankings cannot be stored")
    for sample in contents.rankings:
        check_rankings(sample)
    if contents.examination.cases != contents.golden.cases:
        raise StoreError("an examination of other cases than the golden set's cannot be stored")
    instant(contents.started)
    instant(contents.finished)
    golden_hash, golden_body = pack_golden(contents.golden)
    return _Prepared(
        golden_hash=golden_hash,
        golden_body=golden_body,
        manifest=None if contents.manifest is None else pack_manifest(contents.manifest),
        columns=columns_of(contents.examination),
    )


def _write(connection: sqlite3.Connection, contents: RunContents, prepared: _Prepared) -> str:
    saved = now()
    write_golden(connection, prepared.golden_hash, prepared.golden_body, contents.golden)
    if prepared.manifest is not None:
        write_manifest(connection, prepared.manifest)
    policy_hash = write_policy(connection, contents.policy, saved)
    hashes = {
        "suite_hash": write_suite(connection, contents.suite_name, contents.suite),
        "golden_hash": prepared.golden_hash,
        "manifest_hash": None if prepared.manifest is None else prepared.manifest.hash,
        "policy_hash": policy_hash,
    }
    run_key, run_id = write_run(connection, contents, hashes)
    write_rankings(connection, run_key, contents.rankings)
    write_case_rows(connection, run_key, prepared.columns)
    write_verdict(
        connection,
        run_key,
        verdict=contents.verdict,
        policy_hash=policy_hash,
        examination=contents.examination,
        at=saved,
    )
    return run_id


@contextmanager
def _storable() -> Iterator[None]:
    """Values that no SQLite file or JSON can hold, as ``StoreError``: nothing was written."""
    try:
        yield
    except (UnicodeEncodeError, OverflowError, TypeError) as wrong:
        raise StoreError(f"this cannot be stored: {wrong}") from wrong
