"""A result that may lack its label, offered beside the expected chunk that it nearly equals."""

from __future__ import annotations

import streamlit as st

from evalcore.errors import UnburyError
from evalcore.model.manifest import Chunk
from evalcore.model.words import Level
from evalcore.views.annotate import title_of
from evalcore.views.language import Translator
from evalcore.workflows.annotation_offer import Offer, Reply, offer
from pages.ui import annotate_data, plain
from pages.ui.annotate_state import Place


def draw(place: Place, chunk_id: str, by: str) -> bool:
    """The offer and its three answers; False where there is none to make (any more)."""
    t, frame = place.frame.t, place.frame
    key = f"_annotate_offer_{place.case.id}_{chunk_id}"
    if st.session_state.get(key):
        _written(place, str(st.session_state[key]), t)
        return True
    manifest = frame.run.manifest
    if manifest is None or frame.run.record.exam.level is not Level.CHUNK:
        return False
    made = offer(place.case, chunk_id, manifest, min_grade=place.sheet.min_grade)
    if made is None:
        st.info(t.text("The golden set speaks of this chunk already:"))
        plain.small(chunk_id)
        return False
    _draw(place, made, key, by)
    return True


def _draw(place: Place, made: Offer, key: str, by: str) -> None:
    t = place.frame.t
    st.header(t.text("Is a label missing?"))
    st.markdown(_how_like(made, t))
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True, height="stretch", gap="xsmall"):
        _chunk(t.text("**Expected**"), made.beside)
    with right, st.container(border=True, height="stretch", gap="xsmall"):
        _chunk(t.text("**Returned, without a label**"), made.chunk)
    _changes(made, t)
    words = {
        Reply.EITHER: t.text("It says the same: either of the two is enough"),
        Reply.REQUIRED: t.text("It is needed too: it says something the other does not"),
        Reply.IRRELEVANT: t.text("It is not relevant: remember that, and do not offer it again"),
    }
    said = st.radio(
        t.text("What is it?"),
        list(words),
        format_func=words.__getitem__,
        index=None,
        key=f"{key}_said",
    )
    if st.button(t.text("Sign the label"), type="primary", icon=":material/signature:"):
        _reply(place, made, said, key, by)


def _how_like(made: Offer, t: Translator) -> str:
    if made.nearly_equal:
        return t.text(
            "This result says nearly the same as a chunk that the case expects "
            "({likeness:.0%} of the words), and no label speaks of it.",
            likeness=made.likeness,
        )
    return t.text(
        "No label speaks of this result. It is not close to any expected chunk: with the nearest "
        "it shares {likeness:.0%} of the words.",
        likeness=made.likeness,
    )


def _changes(made: Offer, t: Translator) -> None:
    if not made.changes or not made.nearly_equal:
        return
    words = t.text("What changed") if made.same_figures else t.text("A figure changed")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(words, icon=":material/edit:", color="gray" if made.same_figures else "red")
        for before, after in made.changes:
            plain.small(f"{before or '–'} → {after or '–'}")


def _chunk(label: str, chunk: Chunk) -> None:
    st.markdown(label)
    plain.strong(title_of(chunk))
    plain.quiet(" · ".join(part for part in (chunk.batch, chunk.doc_id, chunk.chunk_id) if part))
    plain.block(chunk.text or chunk.representation or "–")


def _reply(place: Place, made: Offer, said: Reply | None, key: str, by: str) -> None:
    t = place.frame.t
    if said is None:
        st.warning(t.text("Choose what it is first."))
        return
    try:
        annotate_data.answer_offer(place.desk, place.case, made, said, by=by, digest=place.digest)
    except (UnburyError, OSError) as error:
        place.look_again()
        plain.refusal(str(error))
        return
    place.wrote()
    st.session_state[key] = said.value
    st.rerun()


def _written(place: Place, said: str, t: Translator) -> None:
    if said == Reply.IRRELEVANT.value:
        st.success(t.text("Written: judged and not relevant. It will not be offered again."))
    else:
        st.success(t.text("Written: the next run counts it as relevant."))
    context = place.frame.run.context
    plain.block(f"unbury run {context.get('folder')}/{context.get('file')}")
