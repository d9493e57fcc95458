"""The parts of the comparison below the cases: displacers, measures, groups, index, criterion."""

from __future__ import annotations

import streamlit as st

from evalcore.model.comparison import CaseChange
from evalcore.views.compared import Compared
from evalcore.views.comparison_cases import (
    DisplacerLine,
    common_batch,
    displacer_lines,
    move_lines,
    pushed_words,
)
from evalcore.views.comparison_index import DifferenceLine, IndexView, index_view
from evalcore.views.comparison_measures import (
    CellRow,
    MeasureRow,
    cell_rows,
    dimension_word,
    dimensions,
    measure_rows,
)
from evalcore.views.language import Translator
from evalcore.views.words import Tone
from pages.ui import nav, plain, selection, tones

MOST_TOLD = 5
MOST_ABOVE = 12
BY = "by"


def pushed(both: Compared, t: Translator) -> None:
    """For the worst cases: each expected chunk's way, and who came to stand above it."""
    told = [one for one in both.cases if one.displacers][:MOST_TOLD]
    if not told:
        return
    st.header(t.text("What pushed them down"))
    for number, case in enumerate(told):
        _pushed_case(both, case, t, number)


def measures(both: Compared, t: Translator) -> None:
    """Every measure with its difference, interval, chance, and what could be seen at all."""
    rows = measure_rows(both, t)
    if not rows:
        return
    st.header(t.text("The measures"))
    plain.grid(
        [
            t.text("Measure"),
            t.text("Before"),
            t.text("Now"),
            t.text("Difference"),
            t.text("In words"),
            t.text("95% interval"),
            "p",
            t.text("p (Holm)"),
            t.text("Smallest that shows"),
            t.text("Cases"),
        ],
        [_measure(row, t) for row in rows],
        alt=t.text("The measures of both runs"),
    )
    st.caption(
        t.text(
            "p: how often chance alone, swapping the two runs question by question, makes a "
            "difference as large (paired randomisation test); Holm: the same, for all these "
            "measures together. The smallest that shows is the least change of the mean that "
            "these questions can tell from chance."
        )
    )


def groups(both: Compared, t: Translator) -> None:
    """The same by category, difficulty, domain or type: a flat mean can hide one of them."""
    found = dimensions(both)
    if not found:
        return
    st.header(t.text("By group"))
    asked = selection.asked_for(BY)
    chosen = asked[0] if asked and asked[0] in found else found[0]
    key = f"_by_{t.language}_{chosen}"
    names = {one: dimension_word(one, t) for one in found}
    options: list[str] = [*names]
    st.segmented_control(
        t.text("Grouped by"),
        options,
        default=chosen,
        required=True,
        format_func=lambda one: tones.option(names[one]),
        key=key,
        label_visibility="collapsed",
        on_change=lambda: selection.choose_filter(BY, [st.session_state[key]]),
    )
    rows = cell_rows(both, chosen, t)
    changed = [row for row in rows if row.improved or row.worsened]
    if changed:
        _cells(changed, names[chosen], t)
    if still := [row for row in rows if row not in changed]:
        words = t.plural(
            "{n} group without any change", "{n} groups without any change", len(still)
        )
        with st.expander(words):
            _cells(still, names[chosen], t)


def index(both: Compared, t: Translator) -> None:
    """What came into the index, left it, or changed in it."""
    view = index_view(both, t)
    st.header(t.text("The index"))
    with st.container(border=True):
        _index(view, t)


def criterion(lines: list[DifferenceLine], t: Translator) -> None:
    """What else differs, value against value."""
    plain.grid(
        [t.text("What differs"), t.text("Before"), t.text("Now")],
        [(line.name, line.base, line.candidate) for line in lines],
        alt=t.text("What differs between the two runs"),
    )


def displacers(lines: tuple[DisplacerLine, ...] | list[DisplacerLine], t: Translator) -> None:
    """Chunks that came to stand above, in today's order."""
    for line in lines[:MOST_ABOVE]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
            st.markdown(f"{line.rank}", width=30)
            with st.container(
                horizontal=True,
                vertical_alignment="center",
                gap="xsmall",
                wrap=selection.on_a_phone(),
            ):
                plain.words(line.facts.title)
                if line.was:
                    icon = ":material/fiber_new:" if line.new else None
                    st.badge(line.was, icon=icon, color="orange" if line.new else "gray")
    rest = len(lines) - MOST_ABOVE
    if rest > 0:
        st.caption(t.plural("and {n} more", "and {n} more", rest))


def _pushed_case(both: Compared, case: CaseChange, t: Translator, number: int) -> None:
    batch, _ = common_batch(both, case)
    with st.container(border=True, gap="small"):
        plain.strong(both.question(case.case_id))
        for move in move_lines(both, case, t):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                tone = _tone(move.before, move.after)
                tones.badge(move.words, tone)
                plain.small(move.facts.title)
        st.markdown(pushed_words(case, t) + ".")
        if batch:
            plain.quiet(t.text("Most came with the ingest «{batch}».", batch=batch))
        with st.expander(t.text("Who stands above"), expanded=False):
            displacers(displacer_lines(both, case, t), t)
        if st.button(
            t.text("Open this case"),
            key=f"_pushed_{number}",
            type="tertiary",
            icon=":material/list:",
        ):
            st.switch_page(nav.CASE.file, query_params=selection.link(case=case.case_id))


def _measure(row: MeasureRow, t: Translator) -> tuple[str, ...]:
    return (
        *(row.label, row.base, row.candidate, row.delta, row.verdict),
        *(row.interval, row.p, row.p_holm, row.resolvable, t.number(row.n)),
    )


def _tone(before: int | None, after: int | None) -> Tone:
    if before == after:
        return Tone.QUIET
    sank = after is None or (before is not None and after > before)
    return Tone.BAD if sank else Tone.GOOD


def _cells(rows: list[CellRow], name: str, t: Translator) -> None:
    plain.grid(
        [
            name,
            t.text("Questions"),
            t.text("improved"),
            t.text("got worse"),
            t.text("Now fails"),
            t.text("Now passes"),
            t.text("Quality"),
        ],
        [
            (
                row.value,
                t.number(row.n),
                t.number(row.improved),
                t.number(row.worsened),
                ", ".join(row.newly_failing) or "0",
                ", ".join(row.newly_passing) or "0",
                row.quality,
            )
            for row in rows
        ],
        alt=t.text("By group"),
    )


def _index(view: IndexView, t: Translator) -> None:
    if view.words:
        st.markdown(view.words)
    for line in view.batches:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(t.text("new ingest"), icon=":material/input:", color="orange")
            plain.words(line.title)
            plain.small(" · ".join(part for part in (line.when, line.words) if part))
    for pile in view.piles:
        with st.expander(pile.words):
            plain.grid(
                [t.text("Title"), t.text("Ingest"), "id"],
                [(one.title, one.batch, one.id) for one in pile.chunks],
                alt=pile.words,
            )
            if pile.more:
                st.caption(pile.more)
