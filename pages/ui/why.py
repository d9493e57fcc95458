"""Trail and bench of a failed case, side by side; on a phone one at a time."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.model.diagnosis import Finding, Trail
from evalcore.model.words import Level, Place
from evalcore.views.bench_form import corpus_of
from evalcore.views.chunks import facts_of
from evalcore.views.outcome import Outcome
from evalcore.views.signing import may_be_signed
from evalcore.views.trail import trail_view
from pages.ui import bench, permission, plain, repairs
from pages.ui import trail as trail_card
from pages.ui.bench_fields import Bench
from pages.ui.frame import Frame


def asked_for(outcome: Outcome) -> bool:
    """Whether this case has a why at all: it failed."""
    return may_be_signed(outcome.state)


def known(frame: Frame, outcome: Outcome) -> Trail | None:
    """The stored trail of the case, else the one worked out in this session."""
    try:
        stored = repairs.stored_trail(frame, outcome.case.id)
    except UnburyError as error:
        plain.refusal(str(error))
        stored = None
    return stored or st.session_state.get(_key(frame, outcome))


def draw(frame: Frame, outcome: Outcome, trail: Trail | None) -> None:
    """The seven questions; where nobody has asked them yet, the way to."""
    if trail is None:
        _ask(frame, outcome)
        return
    just_now = trail is st.session_state.get(_key(frame, outcome))
    view = trail_view(trail, frame.run, frame.t)
    case_id = outcome.case.id
    trail_card.draw(view, frame.t, case_id, stored=not just_now, unasked=repairs.why_not(frame))


def draw_bench(frame: Frame, outcome: Outcome, trail: Trail | None) -> None:
    """The bench with the buried chunk on it; where it cannot be tried, why not."""
    t, corpus = frame.t, corpus_of(frame.run)
    if frame.run.examination.exam.level is not Level.CHUNK:
        bench.closed(
            t.text("The labels of this suite name documents: no one chunk is at fault."), t
        )
        return
    held = [one for one in _buried(outcome, trail) if corpus and corpus.by_id(one)]
    if corpus is None or not held:
        bench.closed(
            t.text("The manifest of this run does not hold the buried chunk: nothing to edit."), t
        )
        return
    why_not = repairs.why_not(frame)
    if why_not:
        bench.closed(why_not, t)
        return
    chunk_id = _chosen(frame, held)
    bench.draw(
        Bench(
            frame=frame,
            case_id=outcome.case.id,
            corpus=corpus,
            chunk=corpus.manifest.by_id[chunk_id],
            quote=next(it.quote for it in outcome.expected if it.chunk_id == chunk_id),
            found=_found(trail, chunk_id),
            attempt=partial(repairs.attempt, frame, outcome.case.id),
            keep=partial(repairs.keep, frame),
        )
    )


def _found(trail: Trail | None, chunk_id: str) -> Finding | None:
    """What the diagnosis leads with for this chunk."""
    chunks = () if trail is None else trail.chunks
    return next((one.leading for one in chunks if one.chunk_id == chunk_id), None)


def _buried(outcome: Outcome, trail: Trail | None) -> list[str]:
    """The buried chunks, the one that leads the diagnosis first."""
    buried = [one.chunk_id for one in outcome.expected if one.place is not Place.FOUND]
    leading = None if trail is None else trail.leading
    first = "" if leading is None else leading.chunk_id
    return sorted(buried, key=lambda chunk_id: chunk_id != first)


def _chosen(frame: Frame, held: list[str]) -> str:
    if len(held) < 2:
        return held[0]
    facts = facts_of(frame.run, held)
    return st.selectbox(
        frame.t.text("Chunk to repair"), held, format_func=lambda one: f"{facts[one].title} · {one}"
    )


def _ask(frame: Frame, outcome: Outcome) -> None:
    t = frame.t
    with st.container(border=True, height="stretch", gap="small"):
        st.subheader(t.text("Why: seven questions, in order"), anchor=trail_card.ANCHOR)
        st.markdown(t.text("Nobody has asked yet why this case fails."))
        if st.button(t.text("Diagnose this case"), type="primary", icon=":material/troubleshoot:"):
            _diagnose(frame, outcome)
        st.caption(t.text("For every failed case of the run at once, and stored:"))
        plain.block(f"unbury diagnose {frame.run.record.id}")


def _diagnose(frame: Frame, outcome: Outcome) -> None:
    t = frame.t
    try:
        with st.spinner(t.text("Asking the index")):
            found = repairs.diagnose(frame, outcome.case.id)
    except UnburyError as error:
        st.warning(t.text("The index could not be asked."), icon=":material/error:")
        plain.refusal(str(error))
        return
    if not permission.granted():
        st.session_state[_key(frame, outcome)] = found
    st.rerun()


def _key(frame: Frame, outcome: Outcome) -> str:
    return f"_trail_{frame.run.record.id}_{outcome.case.id}"
