"""Drift: a sample of the log is no drift, a foreign set is, and the uncovered are named."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.golden.drift import distinct, drift, segments
from evalcore.golden.growth import Asked
from evalcore.golden.nearest import coverage, nearest, rarity_of, word_rows

WORDS = [f"w{n}" for n in range(400)]


def questions(n, *, seed, words=WORDS):
    rng = np.random.default_rng(seed)
    weights = 1 / np.arange(1, len(words) + 1)
    weights /= weights.sum()
    return [" ".join(rng.choice(words, size=6, p=weights)) for _ in range(n)]


def found(log, golden, *, worst=5):
    asked = [it if isinstance(it, Asked) else Asked(question=it) for it in log]
    rows = [(it, None) if isinstance(it, str) else it for it in golden]
    return drift(asked, rows, str.split, worst=worst, rng=np.random.default_rng(7))


def test_a_random_sample_of_the_log_has_not_drifted():
    log = questions(900, seed=1)
    drifted = [
        it.drifted
        for start in range(5)
        for one in [found(log, log[start * 60 : start * 60 + 60])]
        for it in (one.unasked, one.divergence, one.coverage)
    ]
    assert sum(drifted) <= 2


def test_a_set_of_other_words_has_drifted_in_every_figure():
    one = found(questions(600, seed=1), [f"otra {n} cosa" for n in range(60)])
    assert one.unasked.value == 1
    assert one.divergence.value == pytest.approx(1)
    assert one.coverage.value == 0
    assert all(it.drifted for it in (one.unasked, one.divergence, one.coverage))


def test_the_same_questions_cover_the_log_wholly():
    log = questions(80, seed=3)
    one = found(log, log)
    assert one.unasked.value == 0
    assert one.divergence.value == pytest.approx(0, abs=1e-12)
    assert not one.coverage.drifted
    assert one.words == ()


def test_the_uncovered_are_named_by_head_and_tail_with_their_nearest():
    log = [Asked(question="dietas de viaje", times=9), Asked(question="plazo de pago")]
    one = found([*log, Asked(question="nada igual")], ["plazo de entrega"], worst=2)
    assert [(it.question.text, it.nearest) for it in one.head] == [
        ("dietas de viaje", "plazo de entrega")
    ]
    assert [(it.question.text, it.nearest) for it in one.tail] == [
        ("nada igual", None),
        ("plazo de pago", "plazo de entrega"),
    ]
    assert ("viaje", 1) in one.words


def test_askings_of_the_same_words_are_one_question():
    log = [Asked(question="¿Qué Día?"), Asked(question="¿que  dia?", times=3), Asked(question=" ")]
    assert [(it.text, it.times) for it in distinct(log)] == [("¿Qué Día?", 4)]


def test_a_category_far_from_the_log_s_share_is_marked_and_chance_is_not():
    log = [Asked(question="a", times=50, category="x"), Asked(question="b", times=50, category="y")]
    by_name = {it.name: it for it in segments(log, ["x"] * 30 + [None] * 5)}
    assert (by_name["x"].golden, by_name["x"].golden_total) == (30, 30)
    assert by_name["x"].drifted
    assert by_name["y"].drifted
    assert not any(it.drifted for it in segments(log, ["x"] * 12 + ["y"] * 18))
    assert segments([Asked(question="a")], ["x"]) == ()


def test_nothing_to_compare_is_an_error():
    with pytest.raises(ValueError, match="nothing to compare"):
        found([], ["a"])


@settings(deadline=None, max_examples=30)
@given(st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=8))
def test_a_text_is_most_like_itself_and_likeness_stays_within_0_and_1(texts):
    rows = word_rows(texts, rarity_of(texts, 10))
    found_rows, likeness = nearest(rows, rows)
    assert ((likeness >= 0) & (likeness <= 1 + 1e-12)).all()
    for row, codes in enumerate(texts):
        assert likeness[row] == pytest.approx(1 if codes else 0)
        assert len(found_rows) == len(texts)


def test_coverage_of_a_log_of_one_question_has_no_band():
    rows = np.eye(2)
    assert coverage(rows[:1], rows, rng=np.random.default_rng(1)) == (1.0, [])
