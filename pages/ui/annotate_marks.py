"""Decision 2: which chunks hold the answer, all of them; search, pool, grades, quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from evalcore.golden.decisions import Mark
from evalcore.model.manifest import Chunk
from evalcore.views import annotate as view
from evalcore.views.annotated import grade_words
from evalcore.views.language import Translator
from evalcore.workflows.annotation_search import ManifestSearch
from pages.ui import annotate_data, plain, tones
from pages.ui.annotate_state import Draft, Place

SHOWN = 20
NUMBER_WIDTH = 26
TEXT_LENGTH = 240
_PAIR = re.compile(r"(\d+)\s*[=:]\s*([0-3]|-)")


def draw(place: Place, draft: Draft, there: ManifestSearch) -> tuple[str, ...]:
    """The search and what it finds; the ids that the person was shown in this search."""
    t = place.frame.t
    query = st.text_input(
        t.text("Search the manifest"), place.case.question, key=draft.key("query"), type="search"
    )
    pooled = annotate_data.pooled(place.frame, place.case)
    found = annotate_data.finds(place.frame, place.case, query, pooled, SHOWN)
    rows = view.find_rows([(one.id, one.chunk, one.ranks) for one in found], t)
    st.caption(_how(there, [one.run for one in pooled], t))
    if not rows:
        st.info(t.text("Nothing is found by these words."), icon=":material/search_off:")
        return ()
    _by_number(draft, rows, t)
    with st.container(border=True, height=560, gap="xsmall"):
        for row in rows:
            _row(draft, row, t)
    return tuple(row.id for row in rows)


def marked(place: Place, draft: Draft, held: Mapping[str, Chunk]) -> None:
    """The marked chunks, each with its quote and what it is interchangeable with."""
    t = place.frame.t
    relevant = [mark for mark in draft.marks if mark.grade > 0]
    refused = [mark for mark in draft.marks if mark.grade <= 0]
    st.markdown(t.plural("**{n} chunk marked**", "**{n} chunks marked**", len(relevant)))
    if not relevant:
        st.caption(t.text("Mark every chunk that holds the answer, not only the first."))
    titles = {mark.id: view.title_of(held[mark.id]) for mark in relevant if mark.id in held}
    for mark in relevant:
        _marked(place, draft, mark, titles, t)
    if refused:
        st.caption(
            t.plural(
                "{n} chunk judged not relevant", "{n} chunks judged not relevant", len(refused)
            )
        )


def _how(there: ManifestSearch, runs: Sequence[str], t: Translator) -> str:
    ways = t.text("by words and by vectors") if there.vectors else t.text("by words only")
    if not runs:
        return t.text("Searched {ways}. No index was asked this question.", ways=ways)
    return t.plural(
        "Searched {ways}, with what {n} run returned (pool). Numbers are ranks.",
        "Searched {ways}, with what {n} runs returned (pool). Numbers are ranks.",
        len(runs),
        ways=ways,
    )


def _by_number(draft: Draft, rows: Sequence[view.FindRow], t: Translator) -> None:
    """Marks typed as ``1=3 4=2``: a whole list without leaving the keyboard."""
    key = draft.key("numbers")

    def take() -> None:
        for number, grade in _PAIR.findall(str(st.session_state[key])):
            at = int(number) - 1
            if 0 <= at < len(rows):
                _grade(draft, rows[at].id, None if grade == "-" else int(grade))
        st.session_state[key] = ""

    st.text_input(
        t.text("Mark by number"),
        key=key,
        on_change=take,
        placeholder=t.text("such as 1=3 4=2, and Enter; 4=- takes a mark off"),
    )


def _row(draft: Draft, row: view.FindRow, t: Translator) -> None:
    key = draft.key(f"grade_{row.id}")
    st.session_state[key] = draft.grade_of(row.id)
    with st.container(horizontal=True, wrap=False, gap="small", vertical_alignment="top"):
        st.markdown(f":gray[{row.number}]", width=NUMBER_WIDTH)
        with st.container(gap="xxsmall", width="stretch"):
            plain.strong(row.title)
            plain.quiet(f"{row.sources} — {row.about}")
            if len(row.text) > TEXT_LENGTH:
                plain.words(_beginning(row.text))
                with st.expander(t.text("Read it"), type="compact"):
                    plain.words(row.text)
            elif row.text:
                plain.words(row.text)
            st.segmented_control(
                t.text("Grade of result {n}", n=row.number),
                (0, 1, 2, 3),
                format_func=lambda grade: tones.option(grade_words(grade, t)),
                key=key,
                label_visibility="collapsed",
                on_change=lambda: _grade(draft, row.id, st.session_state[key]),
            )


def _beginning(whole: str) -> str:
    cut = whole[:TEXT_LENGTH].rstrip()
    return cut + "…"


def _grade(draft: Draft, chunk_id: str, grade: int | None) -> None:
    if grade is None:
        draft.drop(chunk_id)
        return
    kept = next((mark for mark in draft.marks if mark.id == chunk_id), None)
    draft.put(Mark(id=chunk_id, grade=grade) if kept is None else replace(kept, grade=grade))


def _marked(
    place: Place, draft: Draft, mark: Mark, titles: Mapping[str, str], t: Translator
) -> None:
    with st.container(border=True, gap="xsmall"):
        plain.strong(titles.get(mark.id, mark.id))
        plain.quiet(f"{grade_words(mark.grade, t)} · {mark.id}")
        _quote(place, draft, mark, t)
        others = [one for one in titles if one != mark.id]
        if others:
            _same_as(draft, mark, others, titles, t)


def _quote(place: Place, draft: Draft, mark: Mark, t: Translator) -> None:
    key = draft.key(f"quote_{mark.id}")
    if key not in st.session_state:
        proposed = annotate_data.proposed_quote(place.frame, place.case, mark.id)
        st.session_state[key] = mark.quote or proposed
    quote = st.text_input(
        t.text("A short quote, word for word (it finds the passage again after a new cut)"),
        key=key,
    )
    if quote != mark.quote:
        draft.put(replace(mark, quote=quote))


def _same_as(
    draft: Draft, mark: Mark, others: list[str], titles: Mapping[str, str], t: Translator
) -> None:
    key = draft.key(f"same_{mark.id}")
    if key not in st.session_state:
        st.session_state[key] = mark.same_as if mark.same_as in others else None
    chosen = st.selectbox(
        t.text("Says the same as (either is enough)"),
        others,
        format_func=lambda one: f"{titles[one]} · {one}",
        key=key,
        index=None,
        placeholder=t.text("none: it says something of its own"),
    )
    if chosen != mark.same_as:
        kept = next((one for one in draft.marks if one.id == mark.id), mark)
        draft.put(replace(kept, same_as=chosen))
