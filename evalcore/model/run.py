"""A run: one execution of a suite, every case against one index, as it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from evalcore.model.case import GoldenSet
from evalcore.model.exam import Exam
from evalcore.model.examination import Examination
from evalcore.model.manifest import Manifest
from evalcore.model.policy import Policy
from evalcore.model.ranking import Rankings
from evalcore.model.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """What the list of runs shows. Times are ISO 8601 in UTC; hashes name stored contents.

    ``decision``, ``exit_code`` and the counts come from the newest verdict of the run.
    ``seed`` fed every random draw; ``origin`` is ``run`` or ``import``. ``on`` is the day the
    index was examined for (its validity filters), which need not be the day of the run.
    """

    id: str
    label: str | None
    suite: str
    suite_hash: str
    golden_hash: str
    manifest_hash: str | None
    policy_hash: str
    exam: Exam
    started: str
    finished: str
    samples: int
    seed: int
    version: str
    origin: str
    decision: str
    exit_code: int
    counted: int
    measured: int
    on: date | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class RunContents:
    """A whole run about to be written, in one transaction or not at all.

    ``suite`` is the canonical table of the criterion (for an import: the options given).
    ``context`` holds free facts of the run (retriever kind, embedder, run date, blind).
    """

    label: str | None
    suite_name: str
    suite: Mapping[str, Any]
    golden: GoldenSet
    manifest: Manifest | None
    policy: Policy
    rankings: tuple[Rankings, ...]
    examination: Examination
    verdict: Verdict
    started: str
    finished: str
    seed: int
    version: str
    origin: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Documented:
    """A person's signed diagnosis of a tolerated failure.

    It counts for later runs only while case hash, expected ranks and cause stay the same
    (design.md, section 5). ``ranks`` are (chunk id, rank or None) in label order.
    """

    suite: str
    case_id: str
    case_hash: str
    ranks: tuple[tuple[str, int | None], ...]
    cause: str | None
    text: str
    author: str
    written: str
    run_id: str


@dataclass(frozen=True, eq=False, kw_only=True)
class StoredRun:
    """A stored run read back, with everything a page or a command shows of it.

    ``examination`` is recomputed from the stored inputs; ``verdict`` is the newest stored one.
    ``documented`` holds the signed diagnoses that speak of this suite's cases.
    """

    record: RunRecord
    suite: Mapping[str, Any]
    context: Mapping[str, Any]
    golden: GoldenSet
    manifest: Manifest | None
    policy: Policy
    rankings: tuple[Rankings, ...]
    examination: Examination
    verdict: Verdict
    documented: tuple[Documented, ...] = ()
    promoted: bool = False
