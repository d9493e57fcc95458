"""Query logs as systems write them."""

import pytest

from evalcore.errors import InputError
from evalcore.formats.query_log import read_query_log


def log(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return read_query_log(path)


def test_csv_and_json_lines_say_the_same(tmp_path):
    rows = log(
        tmp_path,
        "q.csv",
        "pregunta,veces,reformulada,escalada,session\n¿A?,3,sí,no,s1\n¿B?,,,true,\n",
    )
    lines = log(
        tmp_path,
        "q.jsonl",
        '{"question": "¿A?", "count": 3, "reformulated": true, "session": "s1", "other": 1}\n'
        '{"query": "¿B?", "escalated": 1}\n',
    )
    assert rows == lines
    assert (rows[0].times, rows[0].reformulated, rows[1].escalated) == (3, True, True)


def test_an_id_of_a_session_stays_text_b32(tmp_path):
    (one,) = log(tmp_path, "q.csv", "question,session\n¿A?,007\n")
    assert one.session == "007"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.csv", "words,n\n¿A?,1\n", "no question"),
        ("q.csv", "question,times\n¿A?,many\n", "whole number"),
        ("q.jsonl", '{"question": "¿A?", "escalated": "perhaps"}\n', "neither yes nor no"),
        ("q.jsonl", "", "no questions"),
        ("q.xlsx", "x", "names no format"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, name, text, said):
    with pytest.raises(InputError, match=said):
        log(tmp_path, name, text)
