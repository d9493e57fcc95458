"""What the walkthrough of a blocked deploy is told from, opened for the page."""

from __future__ import annotations

import streamlit as st

from evalcore.comparison.exams import exam_differences
from evalcore.model.run import RunRecord, StoredRun
from evalcore.views.blocked.material import Material, last_accepted, next_accepted
from evalcore.views.blocked.page import page as written
from evalcore.views.language import Translator
from pages.ui import base_choice, data, selection
from pages.ui.frame import Frame


def material(frame: Frame) -> Material:
    """The run in view with the accepted runs around it; a base named in the URL counts first."""
    record = frame.run.record
    named = base_choice.chosen(frame) if selection.asked_for(base_choice.BASE) else None
    before = _opened(frame, last_accepted(frame.records, record), named)
    after = _opened(frame, next_accepted(frame.records, record), None)
    fair = before is not None and not exam_differences(
        before.examination.exam, frame.run.examination.exam
    )
    came = data.compared(frame.db, before.record.id, record.id) if before and fair else None
    return Material(
        stopped=frame.run,
        before=before,
        after=after,
        came=None if came is None else came.changes,
        trails=data.trails(frame.db, record.id),
        asked=st.query_params.get(selection.CASE),
    )


def page(told: Material, t: Translator) -> bytes:
    """The whole walkthrough as one file of its own."""
    return written(told, t).encode()


def _opened(frame: Frame, record: RunRecord | None, named: str | None) -> StoredRun | None:
    known = {one.id for one in frame.records} - {frame.run.record.id}
    if named in known:
        return data.opened(frame.db, str(named))
    return None if record is None else data.opened(frame.db, record.id)
