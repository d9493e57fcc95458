"""Which cases each comparing symptom is about: by type, category, difficulty, or their chunks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from evalcore.model.case import Case
from evalcore.model.folding import fold
from evalcore.model.manifest import Manifest
from evalcore.model.ratios import Mask
from evalcore.model.symptom import SymptomName

TABLE = "table"
WORDS: Mapping[SymptomName, frozenset[str]] = {
    SymptomName.NUMERIC: frozenset({"numeric", "numerical", "numerica", "numericas", "numerico"}),
    SymptomName.CODES: frozenset({"code", "codes", "codigo", "codigos", "siglas"}),
    SymptomName.VOCABULARY: frozenset({"vocabulary", "vocabulario"}),
    SymptomName.OLD_VERSION: frozenset({"temporal"}),
    SymptomName.HALF_FOUND: frozenset({"multi-hop", "multihop", "multi-salto", "multisalto"}),
}
"""What people write for each kind, without case and accents."""


def groups_of(
    cases: Sequence[Case], manifest: Manifest | None, expects_gold: Mask
) -> Mapping[SymptomName, Mask]:
    """Masks (n,) of the cases of each kind.

    A case is of a kind if its type, category or difficulty says so; numeric also if it expects
    a table, in the users' words also if it is marked so.
    """
    said = [_said(case) for case in cases]
    groups = {name: _mask(bool(words & one) for one in said) for name, words in WORDS.items()}
    tables = _tables(manifest)
    groups[SymptomName.NUMERIC] |= _mask(
        any(label.chunk_id in tables for label in case.expected) for case in cases
    )
    groups[SymptomName.VOCABULARY] |= _mask(bool(case.user_vocabulary) for case in cases)
    return {**groups, SymptomName.GOLD: expects_gold}


def _said(case: Case) -> frozenset[str]:
    return frozenset(
        fold(word.strip()) for word in (case.type, case.category, case.difficulty) if word
    )


def _tables(manifest: Manifest | None) -> frozenset[str]:
    if manifest is None:
        return frozenset()
    return frozenset(chunk.chunk_id for chunk in manifest.chunks if chunk.kind == TABLE)


def _mask(values: Iterable[bool]) -> Mask:
    return np.fromiter(values, np.bool_)
