"""Every way a file can be wrong ends in an InputError that says where, and never otherwise."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.formats.golden import read_golden
from evalcore.formats.labels import read_labels
from evalcore.formats.manifest import read_manifest
from evalcore.formats.policy import read_policy
from evalcore.formats.qrels import read_qrels
from evalcore.formats.rankings import read_rankings
from evalcore.formats.suite import read_suite

GOOD = b'{"id":"q1","question":"?","expected":["c1"]}\n'


@dataclass(frozen=True)
class Broken:
    name: str
    read: Callable[[Path], Any]
    file: str
    data: bytes
    line: int | None
    says: str
    field: str | None = None


def golden(name: str, data: bytes, line: int | None, says: str, field: str | None = None) -> Broken:
    return Broken(f"golden-{name}", read_golden, "golden.jsonl", data, line, says, field)


def qrels(name: str, data: bytes, line: int | None, says: str, field: str | None = None) -> Broken:
    return Broken(f"qrels-{name}", read_qrels, "qrels.txt", data, line, says, field)


def manifest(
    name: str,
    data: bytes,
    line: int | None,
    says: str,
    field: str | None = None,
    file: str = "m.jsonl",
) -> Broken:
    return Broken(f"manifest-{name}", read_manifest, file, data, line, says, field)


def rankings(
    name: str,
    data: bytes,
    line: int | None,
    says: str,
    field: str | None = None,
    file: str = "r.jsonl",
) -> Broken:
    return Broken(f"rankings-{name}", read_rankings, file, data, line, says, field)


def policy(name: str, text: str, line: int | None, says: str, field: str | None = None) -> Broken:
    return Broken(f"policy-{name}", read_policy, "policy.toml", text.encode(), line, says, field)


def suite(name: str, text: str, line: int | None, says: str, field: str | None = None) -> Broken:
    return Broken(f"suite-{name}", read_suite, "suite.toml", text.encode(), line, says, field)


GOLDEN = [
    golden("empty-file", b"", None, "no cases"),
    golden("blank-lines-only", b"\n \n", None, "no cases"),
    golden("not-json", GOOD + b"hello\n", 2, "not JSON"),
    golden("a-number", b"5\n", 1, "a number where an object"),
    golden("an-array", b'[\n {"id":"q1"}\n]\n', 1, "a JSON array"),
    golden("cut-short", GOOD + b'{"id":"q2","question":"x', 2, "not JSON"),
    golden("B31-key-twice", b'{"id":"q1","id":"q2","question":"?"}', 1, "twice", "id"),
    golden(
        "B31-nested-key-twice",
        b'{"id":"q1","question":"?","relevant":[{"chunk_id":"a","chunk_id":"b"}]}',
        1,
        "twice",
        "chunk_id",
    ),
    golden(
        "B31-key-twice-behind-spaces", b'{"id":"q1","question":"?", "id" : "q2"}', 1, "twice", "id"
    ),
    golden("B31-id-twice", GOOD + GOOD.replace(b"?", b"!"), 2, "line 1 already", "id"),
    golden("B32-number-id", b'{"id":7,"question":"?"}', 1, "in quotes as it is spelled", "id"),
    golden("empty-id", b'{"id":"","question":"?"}', 1, "empty id", "id"),
    golden("no-id", b'{"question":"?","expected":["c"]}', 1, 'no "id"', "id"),
    golden("no-question", b'{"id":"q1","expected":["c"]}', 1, 'no "pregunta"', "question"),
    golden("blank-question", b'{"id":"q1","question":" ","expected":["c"]}', 1, "empty question"),
    golden("two-languages", GOOD.replace(b"}", b',"pregunta":"?"}'), 1, "same field", "question"),
    golden(
        "two-lists",
        b'{"id":"q1","question":"?","expected":["a"],"relevant":[]}',
        1,
        "same field",
    ),
    golden("no-chunks", b'{"id":"q1","question":"?"}', 1, "no relevant chunk"),
    golden(
        "only-irrelevant",
        b'{"id":"q1","question":"?","relevant":[{"chunk_id":"a","grade":0}]}',
        1,
        "no relevant chunk",
    ),
    golden(
        "no-answer-with-chunks",
        GOOD.replace(b"}", b',"has_answer":false}'),
        1,
        "relevant chunks are named",
    ),
    golden(
        "abstain-with-answer",
        b'{"id":"q1","question":"?","has_answer":true,"behaviour":"abstain"}',
        1,
        "there is an answer",
        "comportamiento",
    ),
    golden(
        "two-grades",
        b'{"id":"q1","question":"?","relevant":[{"chunk_id":"a"},{"chunk_id":"a","grado":2}]}',
        1,
        "two grades, 1 and 2",
    ),
    golden(
        "decimal-grade",
        b'{"id":"q1","question":"?","relevant":[{"chunk_id":"a","grade":1.5}]}',
        1,
        "1.5 is not a whole number",
        "grade",
    ),
    golden(
        "huge-grade",
        b'{"id":"q1","question":"?","relevant":[{"chunk_id":"a","grade":5000}]}',
        1,
        "out of range",
    ),
    golden("chunk-without-id", b'{"id":"q1","question":"?","relevant":[{}]}', 1, "chunk_id"),
    golden("number-chunk", b'{"id":"q1","question":"?","expected":[7]}', 1, "is a number"),
    golden("expected-text", b'{"id":"q1","question":"?","expected":"c1"}', 1, "a list"),
    golden("flag-as-text", GOOD.replace(b"}", b',"ciego":"no"}'), 1, "true or false", "ciego"),
    golden("bad-date", GOOD.replace(b"}", b',"verified_on":"3/2/2026"}'), 1, "not a date"),
    golden("impossible-date", GOOD.replace(b"}", b',"verified_on":"2026-02-30"}'), 1, "not a date"),
    golden("unknown-status", GOOD.replace(b"}", b',"status":"done"}'), 1, "draft", "status"),
    golden("B36-utf-16", "\ufeffhola".encode("utf-16-le"), 1, "byte offset 0"),
    golden("B36-utf-16-without-mark", "{}".encode("utf-16-le"), 1, "UTF-16"),
    golden("B36-latin-1", GOOD + b'{"id":"a\xf1o"}', 2, "0xF1 at byte offset 53"),
    golden("B36-surrogate-bytes", b'{"id":"\xed\xa0\x80"}', 1, "byte offset 7"),
    golden("B40-brackets", GOOD + b"[" * 100_000 + b"\n", 2, "levels deep"),
    golden("B40-objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, 1, "levels deep"),
    golden("B40-depth-200", b'{"id":"q","x":' + b"[" * 200 + b"]" * 200 + b"}", 1, "levels deep"),
    golden("B40-5000-digits", b'{"id":"q","x":' + b"1" * 5000 + b"}", 1, "too large"),
    golden("B40-30-digits", b'{"id":"q","x":' + b"1" * 30 + b"}", 1, "over 2**63"),
    golden("B40-2-to-the-63", b'{"id":"q","x":9223372036854775808}', 1, "over 2**63"),
    golden("B40-negative", b'{"id":"q","x":[-9223372036854775809]}', 1, "over 2**63"),
    golden("B40-lone-surrogate", b'{"id":"\\ud800"}', 1, "surrogate"),
    golden("B40-nul-in-text", b'{"id":"q","question":"a\\u0000b"}', 1, "NUL"),
    golden("B40-raw-nul", b'{"id":"q","question":"a\x00b"}', 1, "not JSON"),
    golden("B40-huge-line", GOOD + b'{"x":"' + b"a" * 50_000_000 + b'"}', 2, "over the limit"),
    golden("nan", b'{"id":"q","x":NaN}', 1, "NaN is not a number", "x"),
    golden("infinity", b'{"id":"q","x":-Infinity}', 1, "Infinity is not a number", "x"),
    golden("too-large-a-number", b'{"id":"q","x":1e999}', 1, "too large"),
    golden("damaged-gzip", gzip.compress(GOOD)[:-6], None, "gzip archive is damaged"),
    golden("lone-cr-ends-no-line", GOOD.rstrip() + b"\r" + GOOD, 1, "not JSON"),
]

QRELS = [
    qrels("empty", b"", None, "no judgements"),
    qrels("three-columns", b"301 0 d1 1\n301 0 d2\n", 2, "3 columns"),
    qrels("grade-text", b"301 0 d1 high\n", 1, "no whole number", "grade"),
    qrels("grade-decimal", b"301 0 d1 1.0\n", 1, "no whole number", "grade"),
    qrels("grade-underscore", b"301 0 d1 1_0\n", 1, "no whole number", "grade"),
    qrels("B30-conflict", b"q1 0 c1 1\nq1 0 c2 1\nq1 0 c1 0\n", 3, "grade 1 on line 1, 0 here"),
    qrels("latin-1", b"q1 0 a\xf1o 1\n", 1, "byte offset 6"),
    qrels("nul", b"q1 0 a\x00 1\n", 1, "NUL"),
]

MANIFESTS = [
    manifest("empty", b"", None, "no chunks"),
    manifest("no-id", b'{"chunk_id":"a"}\n{"id":"b"}\n', 2, 'no "chunk_id"', "chunk_id"),
    manifest("id-twice", b'{"chunk_id":"a"}\n{"chunk_id":"a"}\n', 2, "line 1 already", "chunk_id"),
    manifest("number-id", b'{"chunk_id":1e5}\n', 1, "is a number", "chunk_id"),
    manifest("number-doc", b'{"chunk_id":"a","doc_id":7}\n', 1, "is a number", "doc_id"),
    manifest("labels-object", b'{"chunk_id":"a","labels":{}}\n', 1, "texts", "labels"),
    manifest("date-number", b'{"chunk_id":"a","valid_to":20260101}\n', 1, "not a date", "valid_to"),
    manifest("position-text", b'{"chunk_id":"a","position":"1"}\n', 1, "whole number", "position"),
    manifest("ingested-text", b'{"chunk_id":"a","ingested_at":"Friday"}\n', 1, "not a time"),
    manifest("batches-object", b'{"batches":{}}\n{"chunk_id":"a"}', 1, "list of batches"),
    manifest("batch-typo", b'{"batches":[{"id":"b","rejectd":3}]}', 1, 'mean "rejected"'),
    manifest("batch-negative", b'{"batches":[{"id":"b","rejected":-1}]}', 1, "out of range"),
    manifest("batch-twice", b'{"batches":[{"id":"b"},{"id":"b"}]}', 1, "described twice"),
    manifest("batch-without-id", b'{"batches":[{"rejected":0}]}', 1, "without id"),
    manifest("ending", b"", None, "names no format", file="m.xlsx"),
    manifest("csv-header", b"id,text\n1,a\n", 1, 'no column "chunk_id"', file="m.csv"),
    manifest("csv-column-twice", b"chunk_id,text,text\n", 1, "stands twice", file="m.csv"),
    manifest("csv-more-cells", b"chunk_id,text\na,b,c\n", 2, "3 cells", file="m.csv"),
    manifest("csv-fewer-cells", b"chunk_id,text\na\n", 2, "1 cells", file="m.csv"),
    manifest("csv-stray-value", b"chunk_id,\na,b\n", 2, "without a name", file="m.csv"),
    manifest(
        "csv-line-after-break", b'chunk_id,text\na,"x\ny"\n,z\n', 4, 'no "chunk_id"', file="m.csv"
    ),
    manifest("csv-open-quote", b'chunk_id,text\na,"b\n', 2, "not CSV", file="m.csv"),
    manifest("csv-stray-quote", b'chunk_id,text\n"a"b,c\n', 2, "not CSV", file="m.csv"),
    manifest("csv-facets", b"chunk_id,facets\na,legal\n", 2, "name=value", file="m.csv"),
    manifest("csv-position", b"chunk_id,position\na,1_0\n", 2, "whole number", file="m.csv"),
    manifest("parquet-damaged", b"PAR1 no", None, "not a Parquet file", file="m.parquet"),
]

RANKINGS = [
    rankings("empty", b"", None, "no rankings"),
    rankings("B15-no-results", b'{"case_id":"q3"}', 1, 'no "results"', "results"),
    rankings("B15-null-results", b'{"case_id":"q3","results":null}', 1, "null", "results"),
    rankings("no-case", b'{"results":[]}', 1, 'no "case_id"', "case_id"),
    rankings("number-case", b'{"case_id":3,"results":[]}', 1, "is a number", "case_id"),
    rankings(
        "B04-nan",
        b'{"case_id":"q","results":[{"id":"c1","score":NaN}]}',
        1,
        "NaN is not a number",
        "score",
    ),
    rankings(
        "B04-nan-text",
        b'{"case_id":"q","results":[{"id":"c1","score":"NaN"}]}',
        1,
        "a text, not a number",
        "results[0].score",
    ),
    rankings(
        "B04-null",
        b'{"case_id":"q","results":[{"id":"c1","score":null}]}',
        1,
        "not null",
        "results[0].score",
    ),
    rankings(
        "B09-decimal-comma",
        b'{"case_id":"q","results":[{"id":"c1","score":"0,83"}]}',
        1,
        "decimal comma",
        "results[0].score",
    ),
    rankings(
        "B09-true", b'{"case_id":"q","results":[{"id":"c1","score":true}]}', 1, "true or false"
    ),
    rankings("B09-word", b'{"case_id":"q","results":[{"id":"c","score":"high"}]}', 1, "a text"),
    rankings(
        "score-missing-once",
        b'{"case_id":"q","results":[{"id":"a","score":1},{"id":"b"}]}',
        1,
        "among others",
        "results[1].score",
    ),
    rankings(
        "scores-in-some-lists",
        b'{"case_id":"q","results":[{"id":"a","score":1}]}\n{"case_id":"r","results":["b"]}',
        2,
        "has none",
        "score",
    ),
    rankings("mixed-list", b'{"case_id":"q","results":["a",{"id":"b"}]}', 1, "objects and other"),
    rankings("number-chunks", b'{"case_id":"q","results":[7]}', 1, "is a number", "results[0]"),
    rankings("empty-chunk", b'{"case_id":"q","results":[""]}', 1, "empty id", "results[0]"),
    rankings("nameless", b'{"case_id":"q","results":[{"score":1}]}', 1, "without chunk_id"),
    rankings("sample-text", b'{"case_id":"q","sample":"1","results":[]}', 1, "whole", "sample"),
    rankings("sample-negative", b'{"case_id":"q","sample":-1,"results":[]}', 1, "range", "sample"),
    rankings("case-twice", b'{"case_id":"q","results":[]}\n' * 2, 2, "line 1 already", "case_id"),
    rankings("error-and-results", b'{"case_id":"q","error":"x","results":["a"]}', 1, "both"),
    rankings("error-number", b'{"case_id":"q","error":5}', 1, "a text was expected", "error"),
    rankings(
        "rank-twice",
        b'{"case_id":"q","results":[{"id":"a","rank":1},{"id":"b","rank":1}]}',
        1,
        "rank 1 stands twice",
        "rank",
    ),
    rankings(
        "B08-contradiction",
        b'{"case_id":"q","results":["x"]}'.replace(
            b'"x"', b'{"id":"a","score":0.2},{"id":"b","score":0.8},{"id":"c","score":0.1}'
        ),
        1,
        "--order rank",
        "score",
    ),
    rankings("csv-no-column", b"case_id,id\nq,a\n", 1, 'no column "chunk_id"', file="r.csv"),
    rankings("csv-empty-chunk", b"case_id,chunk_id\nq,\n", 2, "empty id", file="r.csv"),
    rankings(
        "B09-csv-comma",
        b'case_id,chunk_id,score\nq,a,"0,83"\n',
        2,
        "decimal comma",
        "score",
        "r.csv",
    ),
    rankings("B04-csv-nan", b"case_id,chunk_id,score\nq,a,nan\n", 2, "a text", "score", "r.csv"),
    rankings(
        "csv-infinite", b"case_id,chunk_id,score\nq,a,1e999\n", 2, "the score is inf", file="r.csv"
    ),
    rankings(
        "csv-some-scores",
        b"case_id,chunk_id,score\nq,a,1\nq,b,\n",
        3,
        "on some rows",
        "score",
        "r.csv",
    ),
    rankings(
        "csv-rank-twice",
        b"case_id,chunk_id,rank\nq,a,1\nq,b,1\n",
        2,
        "rank 1 stands twice",
        "rank",
        "r.csv",
    ),
    rankings("csv-rank-text", b"case_id,chunk_id,rank\nq,a,x\n", 2, "whole number", file="r.csv"),
    rankings("csv-sample", b"case_id,chunk_id,sample\nq,a,x\n", 2, "sample", file="r.csv"),
    rankings("parquet-damaged", b"nothing", None, "not a Parquet file", file="r.parquet"),
    rankings("ending", b"", None, "names no rankings format", file="r.docx"),
]

POLICIES = [
    policy("B53-typo", "[recall]\nflor = 0.8\n", 2, 'did you mean "floor"', "recall.flor"),
    policy("B53-typo-table", "[recal]\nfloor = 0.8\n", 1, 'did you mean "recall"', "recal"),
    policy("B53-key-twice", "[recall]\nfloor = 0.9\nfloor = 0.8\n", 3, "stands twice"),
    policy("B53-table-twice", "[recall]\n[recall]\n", 2, "stands twice"),
    policy("B53-yaml-word", "[tolerance]\ndocumented = on\n", 2, "not TOML"),
    policy("B43-nan", "[recall]\nfloor = nan\n", 2, "not a number", "recall.floor"),
    policy("B43-infinite", "[regression]\nmrr = inf\n", 2, "not a number", "regression.mrr"),
    policy("B43-negative", "[noise]\nceiling = -1\n", 2, "out of range", "noise.ceiling"),
    policy("B43-over-one", "[recall]\nfloor = 1.2\n", 2, "out of range", "recall.floor"),
    policy("floor-zero", "[recall]\nfloor = 0\n", 2, "out of range", "recall.floor"),
    policy("quality-zero", "[recall]\nmean_quality = 0\n", 2, "out of range"),
    policy("grade-zero", "[recall]\nmin_grade = 0\n", 2, "at least 1", "recall.min_grade"),
    policy("ceiling-one", "[noise]\nceiling = 1.0\n", 2, "under 1", "noise.ceiling"),
    policy("domain-one", "[noise.domain]\nlegal = 1\n", 2, "under 1", "noise.domain.legal"),
    policy("noise-tolerance", '[noise]\ntolerance = "2/3"\n', 2, "to 1/2", "noise.tolerance"),
    policy("tolerance-all", "[tolerance]\nother = 1\n", 2, "to 1/2", "tolerance.other"),
    policy("tolerance-gold", "[tolerance]\ngold = 1\n", 2, "not negotiable", "tolerance.gold"),
    policy("broken-all", "[golden]\nmax_broken = 0.9\n", 2, "out of range", "golden.max_broken"),
    policy("agreement-half", '[sampling]\nmin_agreement = "1/2"\n', 2, "over 1/2"),
    policy("pass-zero", '[sampling]\npass = "0/5"\n', 2, "over 1/2", "sampling.pass"),
    policy("pass-by-a-minority", '[sampling]\npass = "1/5"\n', 2, "over 1/2", "sampling.pass"),
    policy("pass-two-thirds", "[sampling]\npass = 0.67\n", 2, '"2/3"', "sampling.pass"),
    policy("agreement-decimal", "[sampling]\nmin_agreement = 0.6\n", 2, '"3/5"'),
    policy("python-name", '[sampling]\npass_share = "3/5"\n', 2, "unknown key"),
    policy("zero-below-the-line", '[recall]\nfloor = "9/0"\n', 2, "not a fraction"),
    policy("words", '[recall]\nfloor = "high"\n', 2, "not a fraction", "recall.floor"),
    policy("true", "[recall]\nfloor = true\n", 2, "a number was expected", "recall.floor"),
    policy("count-as-text", '[ingest]\nmax_rejected = "0"\n', 2, "whole number"),
    policy("count-negative", "[ingest]\nmax_rejected = -1\n", 2, "at least 0"),
    policy("huge-exponent", "[recall]\nfloor = 1e999999999\n", 2, "out of range"),
    policy("5000-digits", "[ingest]\nmax_rejected = " + "1" * 5000, None, "no setting needs"),
    policy("deep", "x = " + "[" * 5000, None, "no setting needs"),
    policy("big-integer", "[ingest]\nmax_rejected = 99999999999999999999\n", None, "2**63"),
    policy("table-as-number", "recall = 5\n", 1, "a table", "recall"),
]

SUITES = [
    suite("empty", "", None, 'no "name"', "name"),
    suite("no-golden", 'name="a"\n[retriever]\nkind="x"\n', None, 'no "golden"', "golden"),
    suite("golden-missing", 'name="a"\ngolden="g.jsonl"\n', 2, 'no file "g.jsonl"', "golden"),
    suite("policy-folder", 'name="a"\npolicy="."\n', 2, 'no file "."', "policy"),
    suite("typo", 'name="a"\ncutof=10\n', 2, 'did you mean "cutoff"', "cutof"),
    suite("cutoff-zero", "cutoff=0\n", 1, "at least 1", "cutoff"),
    suite("level", 'level="page"\n', 1, "'chunk' or 'document'", "level"),
    suite("date", 'date="1/2/2026"\n', 1, "not a date", "date"),
    suite("date-and-time", "date=2026-01-01T10:00:00Z\n", 1, "time of day", "date"),
    suite("retriever-number", "retriever=5\n", 1, "a table", "retriever"),
    suite("retriever-kind", "[retriever]\nboost=2\n", 1, 'no "kind"', "retriever.kind"),
    suite("retriever-nan", "[retriever]\nboost=nan\n", 2, "not a number", "retriever.boost"),
    suite("B53-key-twice", 'name="a"\nname="b"\n', 2, "stands twice"),
    suite("latin-1", "", 1, "not UTF-8"),
]
SUITES[-1] = Broken("suite-latin-1", read_suite, "s.toml", b'name="a\xf1"\n', 1, "not UTF-8")

CASES = [*GOLDEN, *QRELS, *MANIFESTS, *RANKINGS, *POLICIES, *SUITES]


@pytest.mark.parametrize("broken", CASES, ids=lambda broken: broken.name)
def test_a_broken_file_is_an_input_error_that_says_where(broken: Broken, tmp_path: Path) -> None:
    path = tmp_path / broken.file
    path.write_bytes(broken.data)
    with pytest.raises(InputError) as caught:
        broken.read(path)
    told = [
        problem
        for problem in caught.value.problems
        if broken.says in f"{problem.what} -> {problem.hint}" and problem.line == broken.line
    ]
    assert told, str(caught.value)
    assert told[0].file == str(path)
    assert told[0].hint
    if broken.field is not None:
        assert told[0].field == broken.field


@pytest.mark.parametrize(
    "read",
    [read_golden, read_labels, read_qrels, read_policy, read_suite],
    ids=lambda f: f.__name__,
)
def test_a_missing_file_and_a_folder_are_input_errors(
    read: Callable[[Path], Any], tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "none")
    with pytest.raises(InputError, match="folder"):
        read(tmp_path)


@pytest.mark.parametrize("read", [read_manifest, read_rankings], ids=lambda f: f.__name__)
@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_a_missing_table_is_an_input_error(
    read: Callable[[Path], Any], ending: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / f"none.{ending}")


def test_all_problems_of_a_file_are_told_at_once_in_line_order(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    lines = [b'{"id":7,"question":"?"}', b"hello", GOOD.strip(), b'{"id":"q4","ciego":3}']
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(InputError) as caught:
        read_golden(path)
    assert [problem.line for problem in caught.value.problems] == [1, 2, 4, 4]


def test_thousands_of_problems_show_the_first_fifty(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    path.write_bytes(b"{}\n" * 5_000)
    with pytest.raises(InputError) as caught:
        read_golden(path)
    assert str(caught.value).count("\n") == 50
    assert "more problems" in str(caught.value)


def test_suite_and_policy_problems_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text("[recall]\nfloor = 0\n")
    path = tmp_path / "suite.toml"
    path.write_text('name = "a"\ngolden = "none.jsonl"\npolicy = "policy.toml"\ndepth = "x"\n')
    with pytest.raises(InputError) as caught:
        read_suite(path)
    fields = {problem.field for problem in caught.value.problems}
    assert fields == {"golden", "depth", "retriever", "recall.floor"}
