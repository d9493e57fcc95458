"""Labels given as TREC qrels."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.formats.labels import read_labels
from evalcore.formats.qrels import NOTHING_RELEVANT, read_qrels
from evalcore.model.case import Case
from evalcore.model.words import Behaviour

DATA = Path(__file__).parents[4] / "shared" / "data"


def load(tmp_path: Path, data: bytes) -> tuple[Case, ...]:
    path = tmp_path / "qrels.txt"
    path.write_bytes(data)
    return read_qrels(path).cases


def test_topics_keep_their_order_and_their_documents(tmp_path: Path) -> None:
    first, second = load(tmp_path, b"q2 0 b 1\nq1 Q0 a 3\nq2 0 a 2\n")
    assert (first.id, first.question) == ("q2", "q2")
    assert [(e.chunk_id, e.grade) for e in first.expected] == [("b", 1), ("a", 2)]
    assert second.behaviour is Behaviour.ANSWER


def test_tabs_spaces_and_crlf_are_all_the_same(tmp_path: Path) -> None:
    assert load(tmp_path, b"q1\t0\ta\t1\r\n  q1   0 b   1 \n") == load(
        tmp_path, b"q1 0 a 1\nq1 0 b 1\n"
    )


def test_negative_and_zero_grades_are_judged_and_not_relevant(tmp_path: Path) -> None:
    """B24."""
    (case,) = load(tmp_path, b"q 0 a -1\nq 0 b 2\nq 0 c 0\n")
    assert [e.grade for e in case.expected] == [-1, 2, 0]


def test_a_topic_without_a_relevant_document_is_one_to_abstain_on_and_says_so(
    tmp_path: Path,
) -> None:
    (case,) = load(tmp_path, b"q 0 a 0\nq 0 b -1\n")
    assert case.behaviour is Behaviour.ABSTAIN
    assert case.notes == NOTHING_RELEVANT


def test_an_exact_repeat_is_noted_and_counts_once(tmp_path: Path) -> None:
    """B30."""
    (case,) = load(tmp_path, b"q 0 a 1\nq 0 a 1\n")
    assert len(case.expected) == 1
    assert case.notes == "qrels: line 2 repeats line 1"


def test_comments_are_skipped_and_ids_that_begin_with_a_hash_are_not(tmp_path: Path) -> None:
    cases = load(tmp_path, b"# grades from 1\n\n#\n#1 0 #a 1\n")
    assert [case.id for case in cases] == ["#1"]
    assert cases[0].expected[0].chunk_id == "#a"


def test_only_spaces_and_tabs_part_columns(tmp_path: Path) -> None:
    """B35: a trailing no-break space belongs to the id."""
    (case,) = load(tmp_path, "q 0 a\u00a0 1\nq 0 b\u2003c\x0b 1\n".encode())
    assert [e.chunk_id for e in case.expected] == ["a\u00a0", "b\u2003c\x0b"]


def test_labels_are_recognised_by_their_first_character(tmp_path: Path) -> None:
    path = tmp_path / "labels"
    path.write_bytes(b"\xef\xbb\xbfq 0 a 1\n")
    assert read_labels(path).cases == load(tmp_path, b"q 0 a 1\n")
    path.write_bytes(b'\xef\xbb\xbf\n{"id":"q","question":"?","expected":["a"]}')
    assert read_labels(path).cases[0].question == "?"


@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason="the shared data are not beside the project")
@pytest.mark.parametrize(
    ("file", "topics", "labels"),
    [
        ("xquad_es/runs/qrels.txt", 1190, 1190),
        ("miracl_es/qrels.miracl-v1.0-es-dev.tsv", 648, 6443),
        ("metric_truth/trec_eval/test/qrels.rel_level", 3, 3681),
        ("metric_truth/trec_eval/test/qrels.test.with-comments", 3, 3681),
        ("xquad_es/queries_es.jsonl", 1190, 1190),
    ],
)
def test_real_label_files_load_whole(file: str, topics: int, labels: int) -> None:
    golden = read_labels(DATA / file)
    assert len(golden) == topics
    assert sum(len(case.expected) for case in golden.cases) == labels
