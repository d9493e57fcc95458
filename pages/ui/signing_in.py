"""Who is signed in, where the installation names a provider; else nothing is drawn."""

from __future__ import annotations

import streamlit as st

from evalcore.views.language import Translator
from pages.ui import permission, plain


def draw(t: Translator) -> None:
    """A way in or out in the sidebar. Without ``[auth]`` in Streamlit's secrets: nothing."""
    signed_in = st.user.get("is_logged_in")
    if signed_in is None:
        return
    if not signed_in:
        st.button(t.text("Sign in"), icon=":material/login:", on_click=st.login)
        return
    plain.small(permission.account() or t.text("signed in, without a verified address"))
    st.button(t.text("Sign out"), icon=":material/logout:", on_click=st.logout)
