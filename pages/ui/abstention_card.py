"""Whether the best score tells the questions without an answer; silent for few cases."""

from __future__ import annotations

import streamlit as st

from evalcore.model.run import StoredRun
from evalcore.views import abstention as view
from evalcore.views.language import Translator
from evalcore.workflows.abstention import abstention_of


def card(run: StoredRun, t: Translator) -> None:
    """The sentence, the area, the threshold and its check on the blind cases."""
    found = abstention_of(run)
    if found is None:
        return
    st.header(t.text("Questions without an answer"))
    with st.container(border=True, gap="xsmall"):
        st.markdown(f"**{view.headline(found, t)}**")
        st.markdown(view.area_words(found, t))
        for line in view.threshold_words(found, t):
            st.markdown(line)
        st.caption(view.caution(t))
