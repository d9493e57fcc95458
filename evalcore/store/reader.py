"""Reading the store: a connection that cannot write, opened for one call and closed after it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from evalcore.errors import DamagedDatabase
from evalcore.model.case import GoldenSet
from evalcore.model.diagnosis import Trail
from evalcore.model.judgement import StoredJudgement
from evalcore.model.manifest import Manifest
from evalcore.model.policy import Policy
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.model.repair import Task
from evalcore.model.run import Documented, RunRecord
from evalcore.model.unlock import Unlock
from evalcore.store import (
    case_rows,
    contents,
    judgements,
    manifests,
    names,
    rankings,
    run_rows,
    signed,
    tasks,
    trails,
    unlocks,
)
from evalcore.store.connect import PATIENCE, closed_on_error, connect_to_read, explained
from evalcore.store.contents import PolicyVersion
from evalcore.store.migrate import check_schema
from evalcore.store.signed import Promotion, StoredVerdict


class Reader:
    """What is stored, as the model's values. A context manager; made by ``open_reader``.

    Contents that do not hold together raise ``DamagedDatabase``; they never become numbers.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        if isinstance(error, sqlite3.DatabaseError):
            with explained(self.path):
                raise error

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    def runs(self) -> tuple[RunRecord, ...]:
        """Every run, the one started last first."""
        return tuple(run_rows.read_records(self._connection))

    def resolve(self, name: str) -> RunRecord:
        """The run that a person means by ``name`` (design.md, section 14).

        An id, a label (its newest run), a unique prefix of an id, ``latest``, ``baseline`` or
        ``latest-green``. Raises ``RunNotFound`` with what there is instead.
        """
        return names.resolve(name, self.runs(), signed.read_baselines(self._connection))

    def golden(self, golden_hash: str) -> GoldenSet:
        """A stored golden set, equal to the one that was saved."""
        return contents.read_golden(self._connection, golden_hash)

    def manifest(self, manifest_hash: str) -> Manifest:
        """A stored manifest, equal to the one that was saved."""
        return manifests.read_manifest(self._connection, manifest_hash)

    def policy(self, policy_hash: str) -> Policy:
        """A stored policy."""
        return contents.read_policy(self._connection, policy_hash)

    def policies(self) -> tuple[PolicyVersion, ...]:
        """Every policy version, in the order they were first saved."""
        return contents.read_policies(self._connection)

    def suite(self, suite_hash: str) -> Mapping[str, Any]:
        """A stored suite's table."""
        return contents.read_suite(self._connection, suite_hash)

    def context(self, run_id: str) -> Mapping[str, Any]:
        """The free facts stored with a run."""
        return run_rows.read_context(self._connection, run_id)

    def rankings(self, run_id: str) -> tuple[Rankings, ...]:
        """The rankings of every sample of a run, bit for bit."""
        return rankings.read_rankings(self._connection, self._key(run_id))

    def ranking(self, run_id: str, case_id: str, sample: int = 1) -> Ranking | Failure | None:
        """The list of one case, without reading the rest; None if the run has none."""
        return rankings.read_ranking(self._connection, self._key(run_id), case_id, sample)

    def case_rows(self, run_id: str) -> Mapping[str, list[Any]]:
        """What came of each case when the run was made, as the columns of ``columns_of``."""
        return case_rows.read_case_rows(self._connection, self._key(run_id))

    def verdicts(self, run_id: str) -> tuple[StoredVerdict, ...]:
        """Every verdict of a run, oldest first; there is at least one."""
        found = signed.read_verdicts(self._connection, self._key(run_id))
        if not found:
            raise DamagedDatabase(f"run {run_id} has no verdict")
        return found

    def documented(self, suite: str) -> tuple[Documented, ...]:
        """The diagnoses signed for cases of a suite, oldest first."""
        return signed.read_documented(self._connection, suite)

    def trails(self, run_id: str) -> Mapping[str, Trail]:
        """The newest diagnosis of each diagnosed case of a run, by case id."""
        return trails.read_trails(self._connection, self._key(run_id))

    def judgements(self, run_id: str) -> tuple[StoredJudgement, ...]:
        """What judges said of a run's answers, oldest first; empty where nobody was asked."""
        return judgements.read_judgements(self._connection, self._key(run_id))

    def promotions(self, suite: str) -> tuple[Promotion, ...]:
        """The promotions of a suite, oldest first."""
        return signed.read_promotions(self._connection, suite)

    def baseline(self, suite: str) -> str | None:
        """The id of the run promoted last for a suite, None if none was."""
        return signed.read_baselines(self._connection).get(suite)

    def tasks(self, suite: str | None = None) -> tuple[Task, ...]:
        """The accepted repairs of a suite, or of all, oldest first."""
        return tasks.read_tasks(self._connection, suite)

    def bundle(self, run_id: str) -> bytes:
        """The run as the bytes of a bundle file, for another database."""
        from evalcore.store.bundles import take_bundle  # only where a run leaves the house

        with explained(self.path):
            return take_bundle(self._connection, run_id)

    def unlocks(self, golden_hash: str | None = None) -> tuple[Unlock, ...]:
        """Who looked behind the blind cases of a golden set's version (of all), oldest first."""
        return unlocks.read_unlocks(self._connection, golden_hash)

    def _key(self, run_id: str) -> int:
        return run_rows.key_of(self._connection, run_id)


def open_reader(path: Path, *, patience: float = PATIENCE) -> Reader:
    """A reader of the file. Raises ``StoreError`` if it is missing, foreign, newer or damaged.

    Readers never change the file; only what a killed writer left half done is put back first.
    """
    connection = connect_to_read(path, patience=patience)
    with closed_on_error(connection), explained(path):
        check_schema(connection, path)
    return Reader(connection, path)
