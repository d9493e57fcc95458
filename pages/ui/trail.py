"""The trail of a case: the diagnosis in one sentence, seven questions, and who stands above."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evalcore.model.diagnosis import Answer, Certainty
from evalcore.views.displacers import FIRST, Above, AboveRow
from evalcore.views.evidence import Evidence
from evalcore.views.language import Translator
from evalcore.views.trail import ChunkView, ProbeLine, TrailView
from pages.ui import nav, plain, selection, tones

_ICONS = {
    Answer.CONFIRMED: ":red[:material/error:]",
    Answer.SUSPECTED: ":orange[:material/help:]",
    Answer.RULED_OUT: ":gray[:material/check:]",
    Answer.NO_DATA: ":gray[:material/remove:]",
    Answer.NOT_ASKED: ":gray[:material/more_horiz:]",
}
ICON_WIDTH = 26
SIDE_BY_SIDE = 3
PASSAGE_WIDTH = 180
ANCHOR = "why"


def draw(view: TrailView, t: Translator, case_id: str, *, stored: bool, unasked: str) -> None:
    """The trail of a case in a card. ``stored`` False says that it was only worked out just now.

    ``unasked`` is why the index could not be asked, empty where it could.
    """
    with st.container(border=True, height="stretch", gap="small"):
        st.subheader(t.text("Why: seven questions, in order"), anchor=ANCHOR)
        _diagnosis(view)
        if unasked:
            st.caption(":material/info: " + t.text("Nothing above a suspicion can be told here:"))
            plain.quiet(unasked)
        if not stored:
            st.caption(t.text("Worked out just now; not stored, as this dashboard only reads."))
        chunk = _chosen(view.chunks, t)
        if chunk is None:
            return
        for line in chunk.lines:
            _line(line, t)
        if chunk.above is not None:
            _above(chunk.above, case_id, t)


def _diagnosis(view: TrailView) -> None:
    sure = view.certainty is not Certainty.NONE
    tint = tones.colour(view.tone) if sure else "gray"
    st.markdown(f"**:{tint}[{view.diagnosis}]**")
    st.caption(view.proof)


def _chosen(chunks: Sequence[ChunkView], t: Translator) -> ChunkView | None:
    """The one buried chunk, or the one chosen among several; the leading one comes first."""
    if len(chunks) < 2:
        return chunks[0] if chunks else None
    by_id = {one.facts.id: one for one in chunks}
    chosen = st.selectbox(
        t.text("Which buried chunk"),
        list(by_id),
        key="_trail_chunk",
        format_func=lambda chunk_id: f"{by_id[chunk_id].facts.title} · {by_id[chunk_id].place}",
    )
    return by_id[chosen]


def _line(line: ProbeLine, t: Translator) -> None:
    with st.container(horizontal=True, wrap=False, gap="small", vertical_alignment="top"):
        st.markdown(_ICONS[line.answer], width=ICON_WIDTH)
        with st.container(gap="xxsmall", width="stretch"):
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.markdown(f"**{line.number}. {line.name}**", width="content")
                st.badge(line.state, color=tones.colour(line.tone))
            if line.leads:
                _leading(line)
            else:
                plain.quiet(line.sentence)
            _check(line, t)


def _leading(line: ProbeLine) -> None:
    """The finding that is the diagnosis: in ink, with its repair and chapter."""
    plain.words(line.sentence)
    if line.repair:
        with st.container(horizontal=True, gap="xsmall", wrap=False):
            st.markdown(":material/build:", width="content")
            plain.strong(line.repair)
    if line.chapter:
        st.caption(f":material/menu_book: {line.chapter}")


def _check(line: ProbeLine, t: Translator) -> None:
    if not line.evidence and not line.asked:
        return
    with st.expander(t.text("Check it"), type="compact"):
        if not line.leads and line.repair:
            plain.small(line.repair)
        _evidence(line.evidence)
        if line.asked:
            _asked(line, t)


def _asked(line: ProbeLine, t: Translator) -> None:
    """The questions put to the index, and where the chunk then stood."""
    with st.container(gap=None):
        st.caption(t.text("Asked of the index, and where the chunk then stood"))
        for asked in line.asked:
            with st.container(horizontal=True, gap="small", wrap=False):
                st.markdown(":material/search:", width="content")
                plain.words(asked.what)
                plain.mark(asked.rank)


def _evidence(evidence: Evidence) -> None:
    """Texts side by side, facts under them, tables last."""
    if evidence.passages:
        side = min(SIDE_BY_SIDE, len(evidence.passages))
        with st.grid(side, min_column_width=PASSAGE_WIDTH, gap="small"):
            for passage in evidence.passages:
                with st.container(gap="xxsmall"):
                    plain.small(passage.label)
                    if passage.empty:
                        plain.quiet(passage.text)
                    else:
                        plain.block(passage.text)
    with st.container(gap=None):
        for fact in evidence.facts:
            plain.pair(fact.label, fact.value)
    for table in evidence.tables:
        plain.small(table.label)
        plain.grid(table.columns, table.rows, alt=table.label)


def _above(above: Above, case_id: str, t: Translator) -> None:
    with st.expander(above.words, icon=":material/vertical_align_top:"):
        if above.batch:
            plain.pair(above.most_from, above.batch)
        for row in above.rows[:FIRST]:
            _who(row, case_id, t)
        rest = above.rows[FIRST:]
        if rest:
            with st.expander(t.text("{n} more", n=len(rest)), type="compact"):
                for row in rest:
                    _who(row, case_id, t)


def _who(row: AboveRow, case_id: str, t: Translator) -> None:
    with st.container(horizontal=True, gap="small", wrap=False, vertical_alignment="top"):
        st.markdown(f":gray[{row.rank}]", width=ICON_WIDTH)
        with st.container(gap="xxsmall", width="stretch"):
            plain.words(row.facts.title)
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
                for words, tone in row.marks:
                    st.badge(words, color=tones.colour(tone))
                plain.small(" · ".join(part for part in (row.about, row.facts.id) if part))
            if row.maybe_unlabelled:
                st.page_link(
                    nav.ANNOTATE.file,
                    label=t.text("Annotate it"),
                    icon=nav.ANNOTATE.icon,
                    query_params=selection.link(case=case_id, chunk=row.facts.id),
                )
