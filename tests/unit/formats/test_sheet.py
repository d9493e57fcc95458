"""A table for a spreadsheet: texts stay texts, numbers stay numbers."""

import csv
import io

from evalcore.formats.sheet import sheet


def rows_of(written):
    return list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")))


def test_b63_no_text_is_a_formula_not_even_a_column_name():
    written = sheet(["=name", "score"], [["=1+1", -0.5], ["@x", 2], ["año", None]])
    assert rows_of(written) == [
        ["'=name", "score"], ["'=1+1", "-0.5"], ["'@x", "2"], ["año", ""],
    ]  # fmt: skip


def test_commas_quotes_and_line_ends_inside_a_cell_come_back():
    row = ['a "b", c', "two\r\nlines"]
    assert rows_of(sheet(["x", "y"], [row]))[1] == row


def test_a_spreadsheet_is_told_the_encoding():
    assert sheet(["á"], []).startswith(b"\xef\xbb\xbf")
