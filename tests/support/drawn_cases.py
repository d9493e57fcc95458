"""Cases of any kind, drawn for the laws that every case obeys."""

from __future__ import annotations

from hypothesis import strategies as st

from evalcore.model.case import Case, Expected
from evalcore.model.words import Behaviour, CaseStatus

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
EXTRA = st.dictionaries(TEXTS, JSON, max_size=2)
EXPECTED = st.builds(
    Expected,
    chunk_id=st.sampled_from("abc") | TEXTS,
    doc_id=st.none() | TEXTS,
    grade=st.integers(-3, 3),
    quote=st.none() | TEXTS,
    group=st.sampled_from([None, None, "g", "h"]),
    gold=st.none() | st.booleans(),
    extra=EXTRA,
)
CASES = st.builds(
    Case,
    id=TEXTS,
    question=TEXTS,
    expected=st.lists(EXPECTED, max_size=4).map(tuple),
    requires_all=st.none() | st.booleans(),
    behaviour=st.sampled_from(Behaviour),
    domain=st.none() | TEXTS,
    notes=st.none() | TEXTS,
    annotated_by=st.lists(TEXTS, max_size=2).map(tuple),
    annotated_on=st.none() | st.dates(),
    blind=st.booleans(),
    status=st.sampled_from(CaseStatus),
    extra=EXTRA,
)
