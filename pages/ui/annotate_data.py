"""The golden set under annotation, and the search over its manifest, for the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st

from evalcore.golden.propose_quotes import propose_quotes
from evalcore.model.case import Case, Expected
from evalcore.model.run import RunRecord
from evalcore.workflows.annotate import Sheet, Taken, adjudicate, annotate, open_sheet, retire
from evalcore.workflows.annotation_offer import Offer, Reply, reply
from evalcore.workflows.annotation_search import (
    Find,
    ManifestSearch,
    Pooled,
    asked_now,
    manifest_search,
    pool,
)
from evalcore.workflows.golden_review import Desk, desk_of
from pages.ui import data, permission, repairs
from pages.ui.frame import Frame

QUOTES_FROM = 5_000
"""Up to so many chunks a quote is proposed by the way; reading more texts would be waited for."""


def desk(frame: Frame) -> Desk | None:
    """Where the golden set is annotated, if its suite is on this machine."""
    return desk_of(frame.run)


def sheet(frame: Frame, where: Desk) -> Sheet:
    """The golden set as it is on disk now. Shared: never change it. Raises ``UnburyError``."""
    stat = where.golden.stat()
    grade = frame.run.policy.recall.min_grade
    return _sheet(where.golden, (stat.st_mtime_ns, stat.st_size), grade, where)


def search(frame: Frame) -> ManifestSearch | None:
    """The search over the manifest of the run in view; None without one."""
    return _search(
        frame.db, frame.run.record.id, repairs.index_setup(frame).asker is not None, frame
    )


def pooled(frame: Frame, case: Case) -> tuple[Pooled, ...]:
    """What past runs returned for the question, else what this run's index returns now."""
    stat = frame.db.stat()
    key = (frame.db, (stat.st_mtime_ns, stat.st_size), frame.run.record.id, case.id, case.question)
    return _pooled(*key, frame, case)


def finds(
    frame: Frame, case: Case, query: str, sources: tuple[Pooled, ...], most: int
) -> Sequence[Find]:
    """What the search finds for a query, with the pool where the query is the question."""
    there = search(frame)
    if there is None:
        return ()
    own = query.strip() == case.question.strip()
    return there.find(query, sources if own else (), most=most)


def proposed_quote(frame: Frame, case: Case, chunk_id: str) -> str:
    """A short passage of the chunk that stands there alone; empty where none is proposed."""
    manifest = frame.run.manifest
    if manifest is None or len(manifest.chunks) > QUOTES_FROM:
        return ""
    return _quote(frame.db, frame.run.record.id, case.question, chunk_id, frame, case)


def take_down(
    where: Desk, view: Case, shown: Sequence[str], *, digest: str, alone: bool, min_grade: int
) -> Taken:
    """Write one person's view. Raises ``UnburyError``."""
    return permission.write(
        annotate, where, view, shown, digest=digest, alone=alone, min_grade=min_grade
    )


def settle(where: Desk, chosen: Case, *, by: str, why: str, digest: str) -> Taken:
    """Decide between two views. Raises ``UnburyError``."""
    return permission.write(adjudicate, where, chosen, by=by, why=why, digest=digest)


def take_out(where: Desk, case_id: str, *, by: str, why: str, digest: str) -> Taken:
    """Retire a case. Raises ``UnburyError``."""
    return permission.write(retire, where, case_id, by=by, why=why, digest=digest)


def answer_offer(
    where: Desk, case: Case, made: Offer, said: Reply, *, by: str, digest: str
) -> Case:
    """Write what a person says of an offered chunk. Raises ``UnburyError``."""
    return permission.write(reply, where, case, made, said, by=by, digest=digest)


@st.cache_resource(max_entries=4, show_spinner=False)
def _sheet(golden: Path, stamp: tuple[int, int], min_grade: int, _desk: Desk) -> Sheet:  # noqa: ARG001 - part of the key
    return open_sheet(_desk, min_grade=min_grade)


@st.cache_resource(max_entries=3, show_spinner=False)
def _search(db: Path, run_id: str, asked: bool, _frame: Frame) -> ManifestSearch | None:  # noqa: ARG001 - part of the key
    return manifest_search(_frame.run, repairs.index_setup(_frame))


@st.cache_resource(max_entries=200, show_spinner=False)
def _pooled(
    db: Path,
    stamp: tuple[int, int],  # noqa: ARG001 - part of the key
    run_id: str,  # noqa: ARG001 - part of the key
    case_id: str,  # noqa: ARG001 - part of the key
    question: str,
    _frame: Frame,
    _case: Case,
) -> tuple[Pooled, ...]:
    records: Sequence[RunRecord] = data.records(db)
    found = pool(db, _frame.run.record, _case, records)
    return found or asked_now(repairs.index_setup(_frame), _frame.run, question)


@st.cache_resource(max_entries=500, show_spinner=False)
def _quote(
    db: Path,  # noqa: ARG001 - part of the key
    run_id: str,  # noqa: ARG001 - part of the key
    question: str,  # noqa: ARG001 - part of the key
    chunk_id: str,
    _frame: Frame,
    _case: Case,
) -> str:
    manifest = _frame.run.manifest
    if manifest is None:
        return ""
    asked = replace(_case, expected=(Expected(chunk_id=chunk_id),))
    found = propose_quotes([asked], manifest)
    return found[0].found[0] if found else ""
