"""TREC runs: the same lists whatever the file looks like, or every problem with its line."""

from __future__ import annotations

import gzip
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError, UsageError
from evalcore.formats import trec_lists, trec_source
from evalcore.formats.trec_run import read_trec_run
from evalcore.model.ranking import Rankings
from evalcore.model.words import Direction, Order

PATHS = ("plain Python", "Arrow", "Arrow in tiny blocks")


@pytest.fixture(params=PATHS)
def reader(request, monkeypatch):
    """Every promise holds for the light path and for the fast one, wherever its blocks end."""
    if request.param != PATHS[0]:
        monkeypatch.setattr(trec_lists, "SMALL", -1)
    if request.param == PATHS[2]:
        real = trec_source.read_blocks
        monkeypatch.setattr(trec_lists, "read_blocks", lambda path: real(path, 150))
    return request.param


@pytest.fixture
def written(tmp_path):
    def write(content, name="run.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def lists(rankings: Rankings):
    answers = ((case, rankings.of(case)) for case in rankings.case_ids)
    return {
        case: list(zip(answer.chunk_ids, answer.scores, strict=True)) for case, answer in answers
    }


def lines(*rows):
    return "".join(f"{case} Q0 {chunk} {rank} {score} tag\n" for case, chunk, rank, score in rows)


def problems_of(path, **options):
    with pytest.raises(InputError) as refused:
        read_trec_run(path, **options)
    return refused.value.problems


TWO_CASES = (("q1", "a", 1, 3.5), ("q1", "b", 2, 2), ("q2", "b", 1, -0.5), ("q2", "c", 2, -7.25))
AS_LISTS = {"q1": [("a", 3.5), ("b", 2.0)], "q2": [("b", -0.5), ("c", -7.25)]}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("blank", [" ", "\t", "  ", " \t"])
@pytest.mark.parametrize("edge", ["", " "])
def test_blanks_and_line_ends_do_not_matter(reader, written, end, blank, edge):
    text = lines(*TWO_CASES).replace(" ", blank).replace("\n", edge + end)
    text = "".join(edge + line for line in text.splitlines(keepends=True))
    assert lists(read_trec_run(written(text))) == AS_LISTS


def test_a_bom_a_missing_last_line_end_and_empty_lines_are_no_data(reader, written):
    text = "\ufeff\n" + lines(*TWO_CASES).replace("\nq2", "\n\n \nq2", 1).rstrip("\n")
    assert lists(read_trec_run(written(text))) == AS_LISTS


def test_gzipped_files_are_unpacked(reader, written):
    path = written(gzip.compress(lines(*TWO_CASES).encode()), "run.txt.gz")
    assert lists(read_trec_run(path)) == AS_LISTS


def test_a_damaged_gzip_file_is_named(reader, written):
    path = written(gzip.compress(lines(*TWO_CASES * 50).encode())[:-20], "run.txt.gz")
    assert "gzip" in problems_of(path)[0].what


def test_case_order_is_that_of_first_appearance(reader, written):
    rows = [("z", "a", 1, 1), ("b", "a", 1, 1), ("z", "b", 2, 0), ("a", "a", 1, 1)]
    assert read_trec_run(written(lines(*rows))).case_ids == ("z", "b", "a")


def test_b03_shuffled_lines_with_ranks_give_the_same_lists(reader, written):
    rows = [("q1", chunk, rank, 0.7) for rank, chunk in enumerate("cab", start=1)]
    for shuffled in permutations(rows):
        assert lists(read_trec_run(written(lines(*shuffled)))) == {
            "q1": [("c", 0.7), ("a", 0.7), ("b", 0.7)]
        }


def test_b01_ties_keep_the_given_order_unless_trec_order_is_named(reader, written):
    path = written(lines(("q1", "b", 1, 0.5), ("q1", "c", 2, 0.5), ("q1", "a", 3, 0.5)))
    given = [chunk for chunk, _ in lists(read_trec_run(path))["q1"]]
    trec = [chunk for chunk, _ in lists(read_trec_run(path, order=Order.TREC))["q1"]]
    assert (given, trec) == (["b", "c", "a"], ["c", "b", "a"])


def test_trec_order_compares_in_single_precision_as_trec_eval_does(reader, written):
    path = written(lines(("q", "a", 1, 1.0), ("q", "b", 2, 1.0 - 1e-9), ("q", "c", 3, 0.9)))
    ordered = lists(read_trec_run(path, order=Order.TREC))["q"]
    assert ordered == [("b", 1.0 - 1e-9), ("a", 1.0), ("c", 0.9)]


def test_trec_order_is_what_pytrec_eval_scores(written):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    rng = np.random.default_rng(5)
    rows = [
        (f"q{case}", f"ñ{chunk}", rank, float(rng.integers(0, 4)))
        for case in range(30)
        for rank, chunk in enumerate(rng.permutation(40).tolist(), start=1)
    ]
    ours = lists(read_trec_run(written(lines(*rows)), order=Order.TREC))
    run = {case: dict(ranked) for case, ranked in ours.items()}
    for case, ranked in ours.items():
        for rank, (chunk, _) in enumerate(ranked, start=1):
            judged = pytrec_eval.RelevanceEvaluator({case: {chunk: 1}}, {"recip_rank"})
            assert judged.evaluate({case: run[case]})[case]["recip_rank"] == pytest.approx(1 / rank)


def test_b08_ranks_against_scores_are_refused_with_both_orders(reader, written):
    path = written(lines(("q0", "z", 1, 1), ("q1", "a", 1, 0.2), ("q1", "b", 2, 0.8)))
    (problem,) = problems_of(path)
    assert 'case "q1"' in problem.what
    assert "by rank a 0.2, b 0.8; by score b 0.8, a 0.2" in problem.what
    assert problem.line == 3
    for order in Order:
        assert f"--order {order}" in problem.hint


@pytest.mark.parametrize(
    ("order", "expected"),
    [(Order.RANK, "abc"), (Order.SCORE, "bac"), (Order.TREC, "bca")],
)
def test_b08_the_named_order_counts(reader, written, order, expected):
    path = written(lines(("q1", "a", 1, 0.2), ("q1", "b", 2, 0.8), ("q1", "c", 3, 0.2)))
    ranked = lists(read_trec_run(path, order=order))["q1"]
    assert "".join(chunk for chunk, _ in ranked) == expected


def test_b06_scores_that_rise_everywhere_point_at_the_direction(reader, written):
    path = written(lines(("q", "c1", 1, 0.11), ("q", "c2", 2, 0.42), ("q", "c3", 3, 0.97)))
    (problem,) = problems_of(path)
    assert "--direction lower" in problem.hint
    ranked = lists(read_trec_run(path, direction=Direction.LOWER))["q"]
    assert [chunk for chunk, _ in ranked] == ["c1", "c2", "c3"]


def test_falling_scores_read_as_distances_are_refused(reader, written):
    (first, *_) = problems_of(written(lines(*TWO_CASES)), direction=Direction.LOWER)
    assert "--direction higher" in first.hint


def test_score_order_follows_the_direction(reader, written):
    path = written(lines(("q", "a", 1, 2), ("q", "b", 2, 1), ("q", "c", 3, 2)))
    lower = read_trec_run(path, order=Order.SCORE, direction=Direction.LOWER)
    assert [chunk for chunk, _ in lists(lower)["q"]] == ["b", "a", "c"]


def test_trec_order_of_distances_is_a_wrong_call(written):
    with pytest.raises(UsageError, match="trec_eval"):
        read_trec_run(written(lines(*TWO_CASES)), order=Order.TREC, direction=Direction.LOWER)


def test_equal_ranks_everywhere_mean_the_order_of_the_lines(reader, written):
    rows = [("q1", "b", 0, 3), ("q2", "z", 1, 9), ("q1", "a", 0, 2), ("q1", "c", 0, 1)]
    ranked = lists(read_trec_run(written(lines(*rows))))["q1"]
    assert [chunk for chunk, _ in ranked] == ["b", "a", "c"]


def test_a_rank_held_twice_is_refused_with_both_lines(reader, written):
    rows = [("q1", "a", 1, 9), ("q2", "a", 1, 9), ("q1", "b", 2, 8), ("q1", "c", 2, 7)]
    (problem,) = problems_of(written(lines(*rows)))
    assert (problem.line, problem.field) == (4, "rank")
    assert "line 3" in problem.what
    assert read_trec_run(written(lines(*rows)), order=Order.TREC).case_ids == ("q1", "q2")


def test_b10_a_repeated_chunk_keeps_its_slots(reader, written):
    path = written(lines(("q", "x", 1, 3), ("q", "x", 2, 2), ("q", "y", 3, 1)))
    assert lists(read_trec_run(path))["q"] == [("x", 3.0), ("x", 2.0), ("y", 1.0)]


def test_b07_negative_and_zero_scores_are_results(reader, written):
    path = written(lines(("q", "d0", 1, 0), ("q", "d1", 2, -0.1), ("q", "d2", 3, -7.5)))
    assert lists(read_trec_run(path))["q"] == [("d0", 0.0), ("d1", -0.1), ("d2", -7.5)]


@pytest.mark.parametrize(
    ("score", "said", "hint"),
    [
        ("abc", "not a number", "12.5"),
        ("0,83", "decimal comma", "0.83"),
        ("1_000", "not a number", ""),
        ("0x1F", "not a number", ""),
        ("١٢", "not a number", ""),
        ("nan", "nan", "cosine"),
        ("-Infinity", "-Infinity", "orders nothing"),
        ("1e999", "too large", ""),
    ],
)
def test_b04_b09_scores_that_are_no_numbers_are_named(reader, written, score, said, hint):
    rows = [("q", f"d{i}", i + 1, 100 - i) for i in range(20)]
    rows[11] = ("q", "d11", 12, score)
    (problem,) = problems_of(written(lines(*rows)))
    assert (problem.line, problem.field) == (12, "score")
    assert said in problem.what
    assert hint in problem.hint


@pytest.mark.parametrize("score", ["+1.5", "1.", ".5", "1E2", "5e-324", "0.1234567890123456789"])
def test_any_way_to_write_a_number_is_read_exactly(reader, written, score):
    assert lists(read_trec_run(written(f"q Q0 d 1 {score} t\n"))) == {"q": [("d", float(score))]}


@pytest.mark.parametrize("rank", ["1.5", "x", "0x1", "9999999999", "nan"])
def test_ranks_must_be_whole_numbers(reader, written, rank):
    (problem,) = problems_of(written(lines(("q", "a", 1, 2), ("q", "b", rank, 1))))
    assert (problem.line, problem.field) == (2, "rank")


@pytest.mark.parametrize("rank", ["1.0", "+1", "001", "1e0"])
def test_whole_ranks_are_read_however_written(reader, written, rank):
    path = written(lines(("q", "b", 2, 1), ("q", "a", rank, 2)))
    assert [chunk for chunk, _ in lists(read_trec_run(path))["q"]] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "count", "hint"),
    [
        ("q1 0 d1 1", 4, "qrels"),
        ('{"case_id": "q1", "results": []}', 4, "JSON"),
        ("q 1 Q0 d1 1 0.5 tag", 7, "blanks"),
        ("q1  d1 1 0.5 tag", 5, "blanks"),
        ("q1 Q0 d1 1 0.5 ", 5, "blanks"),
        ("q 1\tQ0\td1\t1\t0.5\ttag", 7, "blanks"),
    ],
)
def test_a_wrong_number_of_columns_is_named(reader, written, line, count, hint):
    rows = lines(("q0", "a", 1, 2), ("q0", "b", 2, 1))
    (problem,) = problems_of(written(f"{rows}{line}\n{rows.replace('q0', 'q9')}"))
    assert problem.line == 3
    assert problem.what.startswith(f"{count} columns")
    assert hint in problem.hint


def test_all_problems_are_told_together_in_line_order(reader, written):
    text = "q Q0 a 1 x t\nq Q0 b 2 1 t\nq Q0 c three 1 t\nq Q0 d 4\nq Q0 e 5 nan t\n"
    problems = problems_of(written(text))
    assert [problem.line for problem in problems] == [1, 3, 4, 5]
    assert all(problem.file.endswith("run.txt") for problem in problems)


def test_b36_bytes_that_are_not_utf8_are_named_by_offset(reader, written):
    head = lines(*TWO_CASES).encode()
    (problem,) = problems_of(written(head + b"q3 Q0 a\xf1o 1 1 t\n"))
    assert f"byte {len(head) + 7}" in problem.what
    assert problem.line == 5


def test_b36_utf16_is_refused_at_its_first_byte(reader, written):
    problems = problems_of(written(lines(*TWO_CASES).encode("utf-16")))
    assert "byte 0 " in problems[0].what


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x0c", "\x1f", "\r"])
def test_control_characters_are_refused(reader, written, character):
    (problem,) = problems_of(written(lines(("q", "a", 1, 2), ("q", f"b{character}c", 2, 1))))
    assert problem.line == 2
    assert "control character" in problem.what


def test_b32_b35_ids_stay_apart_to_the_byte(reader, written):
    ids = ["007", "7", "1e5", "100000", "0x10", "1_000", "١٢", "año", "an\u0303o", "ﬁ", "fi"]
    ids += [
        "a\u00a0",
        "a",
        "a\u200b",
        "\ufeffa",
        '"a"',
        "a,b",
        "a\\",
        "'",
        "#a",
        "NULL",
        "nan",
        "Q0",
    ]
    rows = [("\ufeffq", chunk, rank, 100 - rank) for rank, chunk in enumerate(ids, start=1)]
    rankings = read_trec_run(written(lines(("first", "007", 1, 1), *rows)))
    assert [chunk for chunk, _ in lists(rankings)["\ufeffq"]] == ids
    assert len(set(rankings.chunk_ids)) == len(ids)


def test_long_ids_stay_apart_too(reader, written):
    ids = ["x" * size + end for size in (7, 8, 9, 63, 64, 65, 300) for end in ("", "a", "b")]
    rows = [("q", chunk, rank, 100 - rank) for rank, chunk in enumerate(ids, start=1)]
    again = [("r", chunk, rank, -rank) for rank, chunk in enumerate(reversed(ids), start=1)]
    rankings = read_trec_run(written(lines(*rows, *again)))
    ranked = lists(rankings)
    assert [chunk for chunk, _ in ranked["q"]] == ids
    assert [chunk for chunk, _ in ranked["r"]] == ids[::-1]
    assert len(rankings.chunk_ids) == len(set(ids))


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_b52_a_file_without_results_is_an_error(reader, written, content):
    assert "no results" in problems_of(written(content))[0].what


def test_missing_files_and_folders_are_named(tmp_path):
    assert "cannot be read" in problems_of(tmp_path / "absent.txt")[0].what
    assert "cannot be read" in problems_of(tmp_path)[0].what


def test_b40_a_line_without_end_is_refused(written, monkeypatch):
    monkeypatch.setattr(trec_source, "LONGEST_LINE", 1000)
    real = trec_source.read_blocks
    monkeypatch.setattr(trec_lists, "read_blocks", lambda path: real(path, 100))
    problems = problems_of(written(lines(*TWO_CASES) + "x" * 5000))
    assert "longer than" in problems[0].what


def test_the_arrays_are_read_only_and_exact(reader, written):
    rankings = read_trec_run(written(lines(*TWO_CASES)))
    assert rankings.chunks.dtype == np.int32
    assert rankings.scores.dtype == np.float64
    assert not any(a.flags.writeable for a in (rankings.starts, rankings.chunks, rankings.scores))
    assert rankings.raw_scores is None


CASES = st.lists(
    st.tuples(st.sampled_from("pqrs"), st.sampled_from(["a", "bb", "ñandú", "x" * 70, "0"])),
    min_size=1,
    max_size=40,
)


@settings(deadline=None, max_examples=60)
@given(CASES, st.randoms(use_true_random=False), st.integers(100, 400))
def test_both_paths_read_the_same_from_any_order_of_lines(tmp_path_factory, pairs, random, size):
    rows = [(case, chunk, place, 1000 - place) for place, (case, chunk) in enumerate(pairs)]
    random.shuffle(rows)
    path = tmp_path_factory.mktemp("runs") / "run.txt"
    path.write_text(lines(*rows))
    light = read_trec_run(path)
    with pytest.MonkeyPatch.context() as patch:
        real = trec_source.read_blocks
        patch.setattr(trec_lists, "SMALL", -1)
        patch.setattr(trec_lists, "read_blocks", lambda path: real(path, size))
        fast = read_trec_run(path)
    assert lists(light) == lists(fast)
    assert light.case_ids == fast.case_ids
    expected = sorted(rows, key=lambda row: row[2])
    for case in light.case_ids:
        assert [c for c, _ in lists(light)[case]] == [r[1] for r in expected if r[0] == case]


@pytest.mark.parametrize("size", [20, 40, 80, 90, 100, 160])
def test_ranks_that_fall_only_where_a_block_ends_are_still_put_in_order(written, monkeypatch, size):
    real = trec_source.read_blocks
    monkeypatch.setattr(trec_lists, "SMALL", -1)
    monkeypatch.setattr(trec_lists, "read_blocks", lambda path: real(path, size))
    ranks = [5, 6, 7, 8, 1, 2, 3, 4]
    path = written(lines(*[("q1", f"c{rank}", rank, 10 - rank) for rank in ranks]))
    assert [chunk for chunk, _ in lists(read_trec_run(path))["q1"]] == [
        f"c{n}" for n in range(1, 9)
    ]
