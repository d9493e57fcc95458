"""Rankings made elsewhere: JSON Lines, CSV, Parquet; the given order is the ranking."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evalcore.errors import InputError, UsageError
from evalcore.formats.ranking_file import RankingFile
from evalcore.formats.rankings import read_rankings
from evalcore.model.ranking import Failure, Ranking
from evalcore.model.words import Direction, Order


def load(tmp_path: Path, *lines: Any, name: str = "r.jsonl", **asked: Any) -> RankingFile:
    path = tmp_path / name
    encoded = [line.encode() if isinstance(line, str) else orjson.dumps(line) for line in lines]
    path.write_bytes(b"\n".join(encoded) + b"\n")
    return read_rankings(path, **asked)


def scored(case_id: str, *pairs: tuple[str, float]) -> dict[str, Any]:
    return {"case_id": case_id, "results": [{"chunk_id": c, "score": s} for c, s in pairs]}


def test_lists_scores_and_failures_are_read_as_they_stand(tmp_path: Path) -> None:
    file = load(
        tmp_path,
        scored("q1", ("a", 0.9), ("b", 0.5)),
        {"qid": "q2", "results": []},
        {"question_id": "q3", "error": "timeout"},
    )
    (rankings,) = file.samples
    assert file.format == "jsonl"
    assert rankings.case_ids == ("q1", "q2", "q3")
    assert rankings.of("q1") == Ranking(chunk_ids=("a", "b"), scores=(0.9, 0.5))
    assert rankings.of("q2") == Ranking(chunk_ids=(), scores=())
    assert rankings.of("q3") == Failure("timeout")
    assert rankings.of("q4") is None


def test_an_empty_list_is_data(tmp_path: Path) -> None:
    """B15, B16."""
    lines = [{"case_id": case, "results": []} for case in ("q1", "q2")]
    (rankings,) = load(tmp_path, *lines).samples
    assert rankings.lengths.tolist() == [0, 0]


def test_plain_ids_have_no_scores(tmp_path: Path) -> None:
    (rankings,) = load(tmp_path, {"case_id": "q", "results": ["b", "a"]}).samples
    assert rankings.of("q") == Ranking(chunk_ids=("b", "a"))
    assert rankings.scores is None


def test_negative_zero_and_whole_scores_are_kept(tmp_path: Path) -> None:
    """B07."""
    (rankings,) = load(
        tmp_path, scored("q", ("d0", 0), ("d1", 0)), scored("r", ("d0", -0.1), ("d1", -7.5))
    ).samples
    assert rankings.of("q") == Ranking(chunk_ids=("d0", "d1"), scores=(0.0, 0.0))
    assert rankings.of("r") == Ranking(chunk_ids=("d0", "d1"), scores=(-0.1, -7.5))


def test_a_repeated_chunk_keeps_its_slot(tmp_path: Path) -> None:
    """B10."""
    (rankings,) = load(tmp_path, {"case_id": "q", "results": ["x", "x", "y"]}).samples
    assert rankings.of("q") == Ranking(chunk_ids=("x", "x", "y"))


def test_samples_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    lines = [{"case_id": "q", "sample": n, "results": [f"c{n}"]} for n in (3, 1, 2)]
    file = load(tmp_path, *lines)
    assert [sample.of("q") for sample in file.samples] == [
        Ranking(chunk_ids=(f"c{n}",)) for n in (1, 2, 3)
    ]
    assert file.notes == ()
    assert load(tmp_path, lines[0], lines[1]).notes == (
        "samples missing between the first and the last: [2]",
    )


def test_raw_scores_stand_beside_scores(tmp_path: Path) -> None:
    results = [{"id": "a", "score": 2, "raw_score": 0.1}, {"id": "b", "score": 1, "raw_score": 0.4}]
    (rankings,) = load(tmp_path, {"case_id": "q", "results": results}).samples
    assert rankings.of("q") == Ranking(
        chunk_ids=("a", "b"), scores=(2.0, 1.0), raw_scores=(0.1, 0.4)
    )


def test_unused_keys_are_noted(tmp_path: Path) -> None:
    results = [{"doc_id": "a", "similarity": 0.5, "text": "x"}]
    file = load(tmp_path, {"case_id": "q", "results": results})
    assert file.notes == ("keys of results that were not used: similarity, text",)


def test_ties_contradict_nothing_and_keep_the_given_order(tmp_path: Path) -> None:
    """B01."""
    (rankings,) = load(tmp_path, scored("q", ("b", 0.5), ("a", 0.5), ("c", 0.5))).samples
    assert rankings.of("q") == Ranking(chunk_ids=("b", "a", "c"), scores=(0.5, 0.5, 0.5))


def test_scores_that_contradict_the_order_are_never_chosen_between(tmp_path: Path) -> None:
    """B08."""
    lines = [scored(f"q{n}", ("a", 0.2), ("b", 0.8), ("c", 0.1)) for n in range(7)]
    with pytest.raises(InputError) as caught:
        load(tmp_path, scored("ok", ("a", 1), ("b", 0)), *lines)
    (problem,) = caught.value.problems
    assert "cases 7: q0 (rank 1 scores 0.2, rank 2 scores 0.8)" in problem.what
    assert "and 2 more" in problem.what
    assert "--order rank" in problem.hint
    assert problem.line == 2


@pytest.mark.parametrize(
    ("order", "chunks"),
    [(Order.RANK, "abcd"), (Order.SCORE, "bcda"), (Order.TREC, "dcba")],
)
def test_the_person_says_which_order_is_meant(order: Order, chunks: str, tmp_path: Path) -> None:
    """B01, B08."""
    line = scored("q", ("a", 0.2), ("b", 0.8), ("c", 0.8), ("d", 0.8))
    (rankings,) = load(tmp_path, line, order=order).samples
    found = rankings.of("q")
    assert isinstance(found, Ranking)
    assert "".join(found.chunk_ids) == chunks


def test_trec_order_compares_ids_by_their_bytes(tmp_path: Path) -> None:
    ids = ["a", "Z", "é", "z", "\U0001f600", "\uffee"]
    (rankings,) = load(tmp_path, scored("q", *((i, 1) for i in ids)), order=Order.TREC).samples
    found = rankings.of("q")
    assert isinstance(found, Ranking)
    assert list(found.chunk_ids) == sorted(ids, key=str.encode, reverse=True)
    with pytest.raises(UsageError):
        load(tmp_path, scored("q"), order=Order.TREC, direction=Direction.LOWER)


def test_distances_taken_for_similarities_are_named_as_such(tmp_path: Path) -> None:
    """B06."""
    line = scored("q", ("c1", 0.11), ("c2", 0.42), ("c3", 0.97))
    with pytest.raises(InputError, match=r"scores rise with rank.*--direction lower"):
        load(tmp_path, line)
    (rankings,) = load(tmp_path, line, direction=Direction.LOWER).samples
    assert rankings.of("q") == Ranking(chunk_ids=("c1", "c2", "c3"), scores=(0.11, 0.42, 0.97))
    with pytest.raises(InputError, match=r"scores fall with rank.*--direction higher"):
        load(tmp_path, scored("q", ("c1", 0.9), ("c2", 0.1)), direction=Direction.LOWER)


ROWS = ["q1,a,.7,1", "q1,b,.7,2", "q1,c,.7,3"]


@pytest.mark.parametrize("rows", list(permutations(ROWS)))
def test_explicit_ranks_make_the_order_of_lines_irrelevant(
    rows: tuple[str, ...], tmp_path: Path
) -> None:
    """B03."""
    (rankings,) = load(tmp_path, "case_id,chunk_id,score,rank", *rows, name="r.csv").samples
    assert rankings.of("q1") == Ranking(chunk_ids=("a", "b", "c"), scores=(0.7, 0.7, 0.7))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_explicit_ranks_order_a_json_list_too(order: tuple[int, ...], tmp_path: Path) -> None:
    """B03."""
    results = [{"id": "abc"[i], "score": 0.7, "rank": i} for i in order]
    (rankings,) = load(tmp_path, {"case_id": "q", "results": results}).samples
    assert rankings.of("q") == Ranking(chunk_ids=("a", "b", "c"), scores=(0.7, 0.7, 0.7))


def test_csv_without_ranks_keeps_the_order_of_lines_within_a_case(tmp_path: Path) -> None:
    rows = ["q1,a,1", "q2,x,-1", "q1,b,0.5", "q2,y,-2e0"]
    (rankings,) = load(tmp_path, "case_id,chunk_id,score", *rows, name="r.csv").samples
    assert rankings.of("q1") == Ranking(chunk_ids=("a", "b"), scores=(1.0, 0.5))
    assert rankings.of("q2") == Ranking(chunk_ids=("x", "y"), scores=(-1.0, -2.0))


def test_csv_samples_and_unused_columns(tmp_path: Path) -> None:
    header = "case_id,chunk_id,sample,latency"
    file = load(tmp_path, header, "q,a,2,5", "q,b,1,5", name="r.csv")
    assert [sample.of("q") for sample in file.samples] == [
        Ranking(chunk_ids=("b",)),
        Ranking(chunk_ids=("a",)),
    ]
    assert file.notes == ("columns that were not used: latency",)


def parquet(tmp_path: Path, columns: dict[str, Any]) -> RankingFile:
    path = tmp_path / "r.parquet"
    pq.write_table(pa.table(columns), path)
    return read_rankings(path)


def test_parquet_ranks_and_scores(tmp_path: Path) -> None:
    file = parquet(
        tmp_path,
        {
            "case_id": ["q", "q", "r"],
            "chunk_id": pa.array(["b", "007", "b"]).dictionary_encode(),
            "score": pa.array([0.25, 0.5, 1.0], pa.float32()),
            "rank": pa.array([2, 1, 1], pa.int8()),
        },
    )
    assert file.format == "parquet"
    assert file.samples[0].of("q") == Ranking(chunk_ids=("007", "b"), scores=(0.5, 0.25))


@pytest.mark.parametrize(
    ("column", "says"),
    [
        ([0.5, float("nan")], "the score is nan"),
        ([0.5, float("inf")], "the score is inf"),
        ([float("nan")] * 2, "the score is nan"),
        ([0.5, None], "score on some rows"),
        (["0,83", "1"], "decimal comma"),
        ([True, False], "true or false"),
    ],
)
def test_parquet_scores_that_are_no_numbers_are_refused(
    column: list[Any], says: str, tmp_path: Path
) -> None:
    """B04, B09."""
    with pytest.raises(InputError, match=says) as caught:
        parquet(tmp_path, {"case_id": ["q", "q"], "chunk_id": ["a", "b"], "score": column})
    assert caught.value.problems[0].line in {1, 2}


def test_parquet_number_ids_are_refused(tmp_path: Path) -> None:
    """B32."""
    with pytest.raises(InputError, match="case_id"):
        parquet(tmp_path, {"case_id": [1], "chunk_id": ["a"]})


def test_one_case_may_be_known_to_the_rankings_alone(tmp_path: Path) -> None:
    """B14: ids are read as they are; what the golden set knows is for the examination."""
    (rankings,) = load(tmp_path, scored("q1"), scored("q9", ("a", 1))).samples
    assert rankings.case_ids == ("q1", "q9")


def test_the_format_is_named_or_follows_from_the_ending(tmp_path: Path) -> None:
    file = load(tmp_path, scored("q", ("a", 1)), name="run.out", format="jsonl")
    assert file.format == "jsonl"
    with pytest.raises(UsageError, match="jsonl, trec, csv, parquet"):
        load(tmp_path, scored("q"), format="xml")


def test_a_trec_run_is_read_through_the_same_door(tmp_path: Path) -> None:
    file = load(tmp_path, "q Q0 a 1 0.9 t", "q Q0 b 2 0.5 t", name="run.trec")
    assert file.format == "trec"
    assert file.samples[0].of("q") == Ranking(chunk_ids=("a", "b"), scores=(0.9, 0.5))


def test_depth_is_never_cut(tmp_path: Path) -> None:
    line = {"case_id": "q", "results": [f"c{n}" for n in range(5_000)]}
    (rankings,) = load(tmp_path, line).samples
    assert rankings.lengths.tolist() == [5_000]
