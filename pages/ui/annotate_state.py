"""What the annotator has said so far of one case: kept for the session, until it is signed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from evalcore.golden.annotation import same_name
from evalcore.golden.decisions import Mark
from evalcore.model.case import Case
from evalcore.model.words import CaseStatus
from evalcore.workflows.annotate import Sheet, Taken
from evalcore.workflows.golden_review import Desk
from pages.ui.frame import Frame

_DIGEST = "_annotate_digest_"


@dataclass(frozen=True, eq=False, kw_only=True)
class Place:
    """One case of an opened golden set."""

    frame: Frame
    desk: Desk
    sheet: Sheet
    case: Case

    @property
    def fresh(self) -> bool:
        """A draft on which nobody gave a view: what its line says may be shown to the first."""
        return self.case.status is CaseStatus.DRAFT and not self.sheet.given(self.case)

    @property
    def taken(self) -> Taken | None:
        """What became of the case when something was signed in this session."""
        told = st.session_state.get(f"_annotate_taken_{self.case.id}")
        return told if isinstance(told, Taken) else None

    def took(self, taken: Taken) -> None:
        """Remember what became of the case that this person signed."""
        st.session_state[f"_annotate_taken_{self.case.id}"] = taken
        self.wrote()

    def wrote(self) -> None:
        """Look at the file anew after writing it oneself."""
        for key in [key for key in st.session_state if str(key).startswith(_DIGEST)]:
            del st.session_state[key]  # one's own writing is no change by somebody else

    @property
    def digest(self) -> str:
        """The file as it was when the person first saw this case, or looked at it again."""
        return str(st.session_state.setdefault(f"{_DIGEST}{self.case.id}", self.sheet.digest))

    def look_again(self) -> None:
        """Take the file as it is now for the one that was seen."""
        st.session_state[f"{_DIGEST}{self.case.id}"] = self.sheet.digest

    @property
    def changed(self) -> bool:
        """Whether somebody wrote the file since this case was opened."""
        return self.digest != self.sheet.digest


@dataclass(frozen=True)
class Draft:
    """One person's marks on one case, by chunk."""

    case_id: str
    by: str

    def key(self, name: str) -> str:
        """The key of a widget of this draft: another person's never shows the same values."""
        return f"_annotate_{name}_{self.case_id}_{same_name(self.by)}"

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks in the order in which they were made."""
        return tuple(self._held().values())

    def grade_of(self, chunk_id: str) -> int | None:
        """The grade given to a chunk; None where it is not marked."""
        mark = self._held().get(chunk_id)
        return None if mark is None else mark.grade

    def put(self, mark: Mark) -> None:
        """Mark a chunk, or change its mark."""
        self._held()[mark.id] = mark

    def drop(self, chunk_id: str) -> None:
        """Take a mark off."""
        self._held().pop(chunk_id, None)

    def begin(self, marks: tuple[Mark, ...]) -> None:
        """Start from these marks, unless the draft was begun already."""
        st.session_state.setdefault(self.key("marks"), {mark.id: mark for mark in marks})

    def clear(self) -> None:
        """Forget everything that this person said of the case."""
        for key in [key for key in st.session_state if self._is_mine(key)]:
            del st.session_state[key]

    def _is_mine(self, key: Any) -> bool:
        return str(key).endswith(f"_{self.case_id}_{same_name(self.by)}")

    def _held(self) -> dict[str, Mark]:
        held: dict[str, Mark] = st.session_state.setdefault(self.key("marks"), {})
        return held
