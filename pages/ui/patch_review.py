"""A patch of the golden set reviewed: the quote beside the new chunk, accept or refuse."""

from __future__ import annotations

from shlex import quote

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.formats.patch import Patch
from evalcore.golden.anchors import Ruling
from evalcore.views.golden_patch import Choice, Line, PatchView, patch_view
from evalcore.views.language import Translator
from evalcore.workflows.golden_review import Desk
from pages.ui import golden_data, permission, plain, tones
from pages.ui.frame import Frame

ANCHOR = "patch"
_AT, _WRITTEN, _PROBLEM = "_patch_line", "_patch_written", "_patch_problem"


def draw(frame: Frame, *, unlocked: bool) -> None:
    """The patches of the suite's folder, one line at a time, and the new version."""
    t = frame.t
    st.header(t.text("Re-anchoring to review"), anchor=ANCHOR)
    desk = golden_data.desk(frame)
    if desk is None:
        st.markdown(t.text("The suite of this run is not on this machine, so nothing is reviewed."))
        return
    if not desk.patches:
        st.markdown(t.text("No patch waits in the suite's folder. After a new cut, make one:"))
        golden = quote(desk.golden.name)
        plain.block(f"unbury golden reanchor {golden} --manifest new.jsonl -o golden.patch.jsonl")
        return
    name = _choose([path.name for path in desk.patches], t)
    try:
        patch = golden_data.patch(desk, name)
        view = _view(frame, desk, patch, unlocked=unlocked)
    except UnburyError as error:
        plain.refusal(str(error))
        return
    _review(frame, desk, name, patch, view)


def _choose(names: list[str], t: Translator) -> str:
    if len(names) == 1:
        plain.small(names[0])
        return names[0]
    return st.selectbox(t.text("Patch"), names, key="patch", bind="query-params", width=340)


def _view(frame: Frame, desk: Desk, patch: Patch, *, unlocked: bool) -> PatchView:
    cases = frame.run.golden.cases
    blind = set() if unlocked else {case.id for case in cases if case.blind}
    questions = {case.id: case.question for case in cases if case.id not in blind}
    chunks = golden_data.chunks(desk, patch)
    return patch_view(patch.proposals, questions, blind, chunks, frame.t)


def _review(frame: Frame, desk: Desk, name: str, patch: Patch, view: PatchView) -> None:
    t = frame.t
    with st.container(border=True):
        plain.words(view.sentence)
        if view.total:
            done = t.text("{n} of {N} decided", n=view.decided, N=view.total)
            st.progress(view.decided / view.total, text=done)
        if view.hidden:
            st.caption(
                t.plural(
                    "{n} line is of a blind case: rule on it in the file, or unlock it first.",
                    "{n} lines are of blind cases: rule on them in the file, or unlock them first.",
                    view.hidden,
                )
            )
        line = _in_view(view, t)
        if line is not None:
            _line(frame, desk, name, patch, line)
        problem = st.session_state.pop(_PROBLEM, None)
        if problem:
            plain.refusal(problem)
        _version(frame, desk, name, view)


def _in_view(view: PatchView, t: Translator) -> Line | None:
    """The line that is looked at: the one chosen, else the first that waits."""
    if not view.lines:
        return None
    numbers = [line.number for line in view.lines]
    labels = {
        line.number: f"{place}. {line.case_id} · {line.state} · {line.ruled}"
        for place, line in enumerate(view.lines, start=1)
    }
    first = view.waiting[0] if view.waiting else numbers[0]
    if st.session_state.get(_AT) not in numbers:
        st.session_state[_AT] = first
    chosen = st.selectbox(
        t.text("Line"), numbers, format_func=labels.__getitem__, key=_AT, width=420
    )
    return view.lines[numbers.index(chosen)]


def _line(frame: Frame, desk: Desk, name: str, patch: Patch, line: Line) -> None:
    t = frame.t
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        tones.badge(line.state, line.tone)
        plain.mark(line.question or line.case_id)
    plain.words(line.why)
    _changes(line, t)
    may = permission.granted()
    by = permission.author(t.text("Who decides"), "_patch_by") if may else ""
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.markdown(t.text("**The quote**"))
        plain.block(line.quote or "–")
        plain.quiet(" · ".join(part for part in (line.doc_id, line.chunk_id) if part))
    with right:
        for place, choice in enumerate(line.choices):
            _choice(choice, place, t)
            if may and st.button(
                t.text("Accept"),
                key=f"_accept_{place}",
                type="primary" if place == 0 else "secondary",
                icon=":material/check:",
            ):
                _rule(desk, name, patch, line, Ruling.ACCEPT, by, choice.candidate)
        if not line.choices:
            st.markdown(t.text("There is no chunk to take in its place."))
    if not may:
        st.caption(t.text("This dashboard only reads. To decide here, start it with:"))
        plain.block(permission.START)
        return
    with st.container(horizontal=True, gap="small"):
        if st.button(t.text("Refuse"), icon=":material/close:", key="_refuse"):
            _rule(desk, name, patch, line, Ruling.REFUSE, by, None)
        if st.button(t.text("Retire the case"), icon=":material/archive:", key="_retire"):
            _rule(desk, name, patch, line, Ruling.RETIRE, by, None)


def _changes(line: Line, t: Translator) -> None:
    if not line.changes:
        return
    words = t.text("A figure changed") if line.figure_changed else t.text("What changed")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(words, icon=":material/edit:", color="red" if line.figure_changed else "gray")
        for before, after in line.changes:
            plain.mark(f"{before or '–'} → {after or '–'}")


def _choice(choice: Choice, place: int, t: Translator) -> None:
    title = t.text("**The new chunk**") if not place else t.text("**Or this one**")
    st.markdown(title)
    if choice.join:
        st.caption(choice.join)
    for piece in choice.pieces:
        plain.block(piece.text or piece.passage or "–")
        plain.quiet(" · ".join(part for part in (piece.doc_id, piece.chunk_id) if part))


def _rule(
    desk: Desk, name: str, patch: Patch, line: Line, ruling: Ruling, by: str, choice: int | None
) -> None:
    """Write the decision, then go on to the next line; a refusal is told and nothing is written."""
    seen = patch.proposals[line.number]
    try:
        golden_data.rule(desk, name, line.number, ruling, by=by, seen=seen, choice=choice)
    except (UnburyError, OSError) as error:
        st.session_state[_PROBLEM] = str(error)
    else:
        st.session_state.pop(_WRITTEN, None)
        del st.session_state[_AT]
    st.rerun()


def _version(frame: Frame, desk: Desk, name: str, view: PatchView) -> None:
    t = frame.t
    written = st.session_state.get(_WRITTEN)
    if written:
        st.success(t.text("The new version is written. Put its name into the suite:"))
        plain.block(written)
        return
    if not permission.granted() or not view.takes:
        return
    words = t.plural(
        "Write the new version with {n} decision",
        "Write the new version with {n} decisions",
        view.takes,
    )
    if st.button(words, icon=":material/save:", key="_write_version"):
        try:
            path, applied = golden_data.new_version(desk, name)
        except (UnburyError, OSError) as error:
            st.session_state[_PROBLEM] = str(error)
        else:
            st.session_state[_WRITTEN] = f'golden = "{path.name}"  # {applied.hash[:12]}'
        st.rerun()
