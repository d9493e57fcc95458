"""Rankings of chunks read as rankings of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from evalcore.model.ranking import Rankings


def to_documents(rankings: Rankings, doc_of: Mapping[str, str]) -> Rankings:
    """The same lists with each chunk named by its document; scores and slots stay.

    A document's rank is thus that of its first chunk, and its later chunks spend their slots.
    An id that ``doc_of`` does not know is kept as it is.
    """
    codes: dict[str, int] = {}
    documents = (doc_of.get(chunk, chunk) for chunk in rankings.chunk_ids)
    code_of = np.fromiter(
        (codes.setdefault(document, len(codes)) for document in documents),
        dtype=np.int32,
        count=len(rankings.chunk_ids),
    )
    return replace(rankings, chunks=code_of[rankings.chunks], chunk_ids=tuple(codes))
