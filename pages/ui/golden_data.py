"""The golden set's health and its patches for the page, read once for each state of the files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import streamlit as st

from evalcore.formats.patch import Patch
from evalcore.golden.anchors import Proposal, Ruling
from evalcore.model.manifest import Chunk
from evalcore.workflows.golden_check import Checked, check_run
from evalcore.workflows.golden_reanchor import Applied
from evalcore.workflows.golden_review import (
    Desk,
    decide,
    desk_of,
    new_chunks,
    open_patch,
    write_version,
)
from pages.ui import data, permission
from pages.ui.frame import Frame


def checked(frame: Frame, on: date) -> Checked:
    """The report on the golden set of the run in view, as of a day. Shared: never change it."""
    stat = frame.db.stat()
    return _checked(frame.db, (stat.st_mtime_ns, stat.st_size), frame.run.record.id, on)


def desk(frame: Frame) -> Desk | None:
    """Where the golden set is worked on, if its suite is on this machine."""
    return desk_of(frame.run)


def patch(where: Desk, name: str) -> Patch:
    """One patch of the suite's folder. Raises ``UnburyError`` where it cannot be read."""
    return open_patch(where, name)[1]


def chunks(where: Desk, one: Patch) -> Mapping[str, Chunk]:
    """The chunks that the patch speaks of."""
    return _chunks(where.folder, one.manifest, one.manifest_hash, where, one)


def rule(
    where: Desk,
    name: str,
    line: int,
    ruling: Ruling,
    *,
    by: str,
    seen: Proposal,
    choice: int | None,
) -> None:
    """Write one decision into the patch file. Raises ``NotAllowedToWrite``."""
    permission.write(decide, where, name, line, ruling, by=by, candidate=choice, expected=seen)


def new_version(where: Desk, name: str) -> tuple[Path, Applied]:
    """Write the next version of the golden set. Raises ``NotAllowedToWrite``."""
    return permission.write(write_version, where, name)


@st.cache_resource(max_entries=6, show_spinner=False)
def _checked(db: Path, stamp: tuple[int, int], run_id: str, on: date) -> Checked:  # noqa: ARG001 - part of the key
    return check_run(data.opened(db, run_id), on=on, db=db)


@st.cache_resource(max_entries=4, show_spinner=False)
def _chunks(
    folder: Path,  # noqa: ARG001 - part of the key
    manifest: str,  # noqa: ARG001 - part of the key
    manifest_hash: str,  # noqa: ARG001 - part of the key
    _desk: Desk,
    _patch: Patch,
) -> Mapping[str, Chunk]:
    return new_chunks(_desk, _patch)
