"""BM25 against a computation written out by hand."""

import math
from collections import Counter

import numpy as np
import pytest

from evalcore.retrievers.embedded.lexical import LexicalIndex
from evalcore.retrievers.embedded.tokens import Tokenizer

TEXTS = [
    "el permiso retribuido por traslado de domicilio",
    "permiso por hospitalización, permiso por nacimiento",
    "tabla de dietas y desplazamientos",
    "",
    "dietas",
]
QUERIES = ["permiso retribuido", "dietas de desplazamiento", "permiso permiso", "zzz", ""]


def naive(texts, query, k1, b):
    token = Tokenizer("es")
    docs = [Counter(token(text)) for text in texts]
    lengths = [sum(doc.values()) for doc in docs]
    mean = sum(lengths) / len(lengths)
    scores = []
    for doc, length in zip(docs, lengths, strict=True):
        total = 0.0
        for word in token(query):
            df = sum(1 for other in docs if word in other)
            idf = math.log(1 + (len(docs) - df + 0.5) / (df + 0.5))
            total += idf * doc[word] / (doc[word] + k1 * (1 - b + b * length / mean))
        scores.append(total)
    return scores


@pytest.mark.parametrize(("k1", "b"), [(1.5, 0.75), (0.9, 0.4), (1.2, 0.0)])
def test_scores_equal_the_formula(k1, b):
    index = LexicalIndex.build(TEXTS, tokenizer=Tokenizer("es"), k1=k1, b=b)
    found = index.search(QUERIES)
    expected = np.array([naive(TEXTS, query, k1, b) for query in QUERIES])
    np.testing.assert_allclose(found.scores, expected, rtol=1e-12, atol=0)
    assert found.scores.dtype == np.float64


def test_a_chunk_without_a_word_of_the_query_is_not_found():
    found = LexicalIndex.build(TEXTS, tokenizer=Tokenizer("es")).search(["dietas"]).found
    assert found.tolist() == [[False, False, True, False, True]]


def test_an_index_of_blank_texts_finds_nothing():
    found = LexicalIndex.build(["", " "], tokenizer=Tokenizer("es")).search(["x", ""])
    assert not found.found.any()
    assert np.isfinite(found.scores).all()
