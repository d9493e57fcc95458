"""The ranked list of a case: what came out, the cutoff, and the noise line where it falls."""

from __future__ import annotations

import streamlit as st

from evalcore.views.against import Against
from evalcore.views.case import CaseView
from evalcore.views.charts.palette import Palette
from evalcore.views.charts.rule import dashed
from evalcore.views.language import Translator
from evalcore.views.ranked import Cutoff, Extent, Gap, NoiseLine, RankedList, Row, lines
from evalcore.views.words import Tone
from pages.ui import plain, selection, tones

RANK_WIDTH = 30
SCORE_WIDTH = 78


def draw(view: CaseView, t: Translator, colours: Palette, beside: Against | None) -> None:
    """The list in a card; ``beside`` tells which results the baseline's index did not hold."""
    ranked = view.ranked
    if ranked is None:
        return
    new = beside.new if beside else frozenset()
    with st.container(border=True, height="stretch"):
        st.subheader(t.text("What came out"))
        if not ranked.rows:
            st.markdown(t.text("Nothing: the list is empty."))
            return
        extent = _extent(ranked, t)
        st.caption(_about(ranked, t))
        for number, line in enumerate(lines(ranked, extent, t)):
            if isinstance(line, Row):
                _row(line, t, new=line.facts.id in new, batches=extent is not Extent.SHORT)
            elif isinstance(line, Gap):
                st.caption(f":material/more_vert: {line.words}")
            else:
                _line(line, number, colours)
        if view.noise:
            st.caption(f":material/graphic_eq: {view.noise}")


def _extent(ranked: RankedList, t: Translator) -> Extent:
    """How much is shown: on a phone the essential rows first."""
    names = {
        Extent.SHORT: t.text("Essential"),
        Extent.USUAL: t.text("Around the cutoff"),
        Extent.WHOLE: t.text("All {n}", n=len(ranked.rows)),
    }
    first = Extent.SHORT if selection.on_a_phone() else Extent.USUAL
    options: list[Extent] = [*names]
    return st.radio(
        t.text("How much of the list"),
        options,
        index=options.index(first),
        horizontal=True,
        format_func=names.__getitem__,
        key=f"_extent_{t.language}",
        label_visibility="collapsed",
    )


def _about(ranked: RankedList, t: Translator) -> str:
    about = t.plural("One result in all.", "{n} results in all.", len(ranked.rows))
    if any(not row.facts.known for row in ranked.rows):
        about += " " + t.text("Where the manifest has no text, the id stands alone.")
    return f"{about} {ranked.scale}"


def _row(row: Row, t: Translator, *, new: bool, batches: bool) -> None:
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.markdown(f"**{row.rank}**" if row.expected else f"{row.rank}", width=RANK_WIDTH)
        with st.container(
            horizontal=True,
            wrap=selection.on_a_phone(),
            width="stretch",
            vertical_alignment="center",
            gap="xsmall",
        ):
            if row.expected:
                plain.strong(row.facts.title)
            else:
                plain.words(row.facts.title)
            _badges(row, t, new=new)
            if batches and row.facts.batch and not (new or row.expected):
                plain.small(row.facts.batch)
        if row.score:
            with st.container(width=SCORE_WIDTH, gap="xxsmall"):
                st.text(row.score)
                if row.bar is not None:
                    st.progress(row.bar)


def _badges(row: Row, t: Translator, *, new: bool) -> None:
    if row.expected:
        tone = Tone.GOOD if row.delivered else Tone.BAD
        tones.badge(t.text("expected"), tone, ":material/target:")
    elif row.grade is not None:
        st.badge(t.text("judged not relevant"), color="gray")
    if row.gold:
        st.badge(t.text("Gold"), icon=tones.GOLD_ICON, color="yellow")
    if new:
        st.badge(t.text("new"), icon=":material/fiber_new:", color="orange")
    if row.noise:
        st.badge(t.text("noise"), icon=":material/graphic_eq:", color="gray")
    if row.repeats is not None:
        st.badge(t.text("repeats rank {rank}", rank=row.repeats), color="gray")
    if row.tied:
        st.badge(t.text("tied at the cutoff"), icon=":material/balance:", color="orange")


def _line(line: Cutoff | NoiseLine, number: int, colours: Palette) -> None:
    cut = isinstance(line, Cutoff)
    tint, icon = ("red", "content_cut") if cut else ("orange", "graphic_eq")
    with st.container(gap="xxsmall"):
        st.markdown(f":{tint}[:material/{icon}: {line.words}]")
        st.plotly_chart(
            dashed(colours.red if cut else colours.orange),
            config={"displayModeBar": False, "staticPlot": True},
            key=f"_line_{number}",
            alt=line.words,
        )
