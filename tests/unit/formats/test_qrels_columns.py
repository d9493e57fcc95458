"""Plain qrels are read by columns; whatever the lines, the careful reader says the same."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError, Problem
from evalcore.formats import qrels
from evalcore.formats.qrels_columns import plain_judgements
from evalcore.formats.source import Source
from evalcore.model.case import GoldenSet

IDS = st.sampled_from(["q", "año", "#", "#1", "a\u00a0b", "x\u2028", "\x1c", "\x0b", "007", "1e5", "\x00"])  # fmt: skip
GRADES = st.sampled_from(["0", "1", "-1", "+2", "1.0", "x", "١", "1000000000", "999999999", "-0"])
PLAIN_IDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="# "), min_size=1, max_size=4
)


def often(usual: str, *others: str) -> st.SearchStrategy[str]:
    return st.sampled_from([usual] * 12 + list(others))


BLANK = often(" ", "\t", "  ", "", " \t")
EDGE = often("", " ", "\t", "\ufeff")
END = often("\n", "\r\n", "\r", "\n\n", " \n", "")
LINE = st.tuples(EDGE, IDS, BLANK, often("0", "Q0"), BLANK, IDS, BLANK, GRADES, END).map("".join)
FILES = st.lists(st.one_of(LINE, LINE, LINE, st.sampled_from(["# x\n", "a b c\n", "\n"])))
PLAIN_LINES = st.dictionaries(
    st.tuples(PLAIN_IDS, PLAIN_IDS), st.integers(-9, 9), min_size=1, max_size=20
)


def said(text: str) -> GoldenSet | tuple[Problem, ...]:
    try:
        return qrels.parse_qrels(Source("qrels", text.encode()), name="set")
    except InputError as error:
        return error.problems


def said_carefully(text: str) -> GoldenSet | tuple[Problem, ...]:
    with mock.patch.object(qrels, "plain_judgements", return_value=None):
        return said(text)


@settings(max_examples=400, deadline=None)
@given(FILES.map("".join))
@example("")
@example(" q 0 a 1\n")
@example("q 0 a 1\nq 0 b\n0 c d e 1\n")
@example("q 0 a 1\r\nq 0 b 2\r\n")
@example("q 0 a 1\n# 0 b 2\n")
def test_both_readers_say_the_same_of_any_lines(text: str) -> None:
    assert said(text) == said_carefully(text)


@settings(max_examples=100, deadline=None)
@given(PLAIN_LINES, st.sampled_from(" \t"), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_plain_lines_are_read_by_columns(
    lines: dict[tuple[str, str], int], blank: str, end: str, ended: bool
) -> None:
    written = end.join(
        blank.join([topic, "0", chunk, str(grade)]) for (topic, chunk), grade in lines.items()
    )
    text = written + end if ended or end == "\r\n" else written
    assert plain_judgements(text.encode()) is not None
    assert said(text) == said_carefully(text)


@pytest.mark.parametrize(
    "text",
    ["", "q 0 a\n", "q 0 a 1 x\n", "q 0 a 1\n\n", "q  0 a 1\n", "q 0 a 1.5\n", "q 0 a 1\n" * 2,
     "# 0 a 1\n", "q 0 a 1\r", "q 0 a\x00 1\n", "q 0 a\n1 q 0 b 1 x\n"],
)  # fmt: skip
def test_whatever_is_not_plain_is_left_to_the_careful_reader(text: str) -> None:
    assert plain_judgements(text.encode()) is None


def test_a_line_that_is_too_long_is_left_to_the_careful_reader() -> None:
    with mock.patch("evalcore.formats.qrels_columns.MAX_LINE_BYTES", 10):
        assert plain_judgements(b"q 0 abc 1\n") is not None
        assert plain_judgements(b"q 0 a 1\nq 0 abcdef 1\n") is None
