"""What each format of others says, and that its reader takes it so."""

import json
from pathlib import Path
from typing import ClassVar

import pytest

from evalcore.errors import InputError, UsageError
from evalcore.formats.corpora import read_corpus
from evalcore.formats.labels import read_label_file
from evalcore.formats.made_ids import question_id, text_id
from evalcore.formats.rankings import read_rankings
from evalcore.model.ranking import Failure
from evalcore.model.words import Behaviour, Direction, Order


@pytest.fixture
def write(tmp_path):
    def put(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, list):
            content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in content)
        elif isinstance(content, dict):
            content = json.dumps(content, ensure_ascii=False)
        path.write_text(content, encoding="utf-8")
        return path

    return put


def labels(file):
    return {c.id: [(e.chunk_id, e.grade) for e in c.expected] for c in file.golden.cases}


def ids(file, sample=0):
    found = file.samples[sample]
    return {c: getattr(found.of(c), "chunk_ids", found.of(c)) for c in found.case_ids}


class TestBeir:
    @pytest.fixture
    def folder(self, write):
        write("b/corpus.jsonl", [{"_id": "d1", "title": "T", "text": "uno", "metadata": {"k": 1}}])
        write("b/queries.jsonl", [{"_id": "q1", "text": "¿uno?"}, {"_id": "q9", "text": "otra"}])
        return write(
            "b/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n"
        ).parents[1]

    def test_a_folder_gives_the_judged_questions_with_their_texts(self, folder):
        file = read_label_file(folder)
        assert (file.format, labels(file)) == ("beir", {"q1": [("d1", 2), ("d2", 0)]})
        assert file.golden.cases[0].question == "¿uno?"

    def test_its_corpus_is_a_manifest(self, folder):
        (chunk,) = read_corpus(folder).chunks
        assert (chunk.chunk_id, chunk.title, chunk.text) == ("d1", "T", "uno")
        assert chunk.extra == {"metadata": {"k": 1}}
        assert read_corpus(folder / "corpus.jsonl").chunks == (chunk,)

    def test_several_splits_without_test_are_for_the_person_to_choose(self, folder, write):
        (folder / "qrels" / "test.tsv").rename(folder / "qrels" / "dev.tsv")
        write("b/qrels/train.tsv", "query-id\tcorpus-id\tscore\nq9\td1\t1\n")
        with pytest.raises(InputError, match=r"several splits: dev\.tsv, train\.tsv"):
            read_label_file(folder)
        assert list(labels(read_label_file(folder / "qrels" / "train.tsv"))) == ["q9"]

    def test_two_grades_of_one_document_are_an_error(self, folder, write):
        write("b/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td1\t1\n")
        with pytest.raises(InputError, match=r"test\.tsv:3.*has grade 2 above, 1 here"):
            read_label_file(folder)


class TestRanx:
    def test_a_run_is_ordered_by_its_scores_as_ranx_orders_it(self, write):
        path = write("run.json", {"q": {"a": 0.1, "b": 0.9, "c": 0.1}})
        assert ids(read_rankings(path)) == {"q": ("b", "a", "c")}

    def test_b06_distances_are_not_turned_round_silently(self, write):
        path = write("run.json", {"q": {"a": 0.1, "b": 0.9}, "r": {"c": 0.2, "d": 0.3}})
        with pytest.raises(InputError, match="scores rise with rank"):
            read_rankings(path)
        assert ids(read_rankings(path, direction=Direction.LOWER))["q"] == ("a", "b")
        assert ids(read_rankings(path, order=Order.SCORE))["q"] == ("b", "a")

    def test_lz4_files_of_ranx_are_read(self, tmp_path):
        import pyarrow as pa

        path = tmp_path / "qrels.lz4"
        path.write_bytes(pa.compress(b'{"q": {"a": 1}}', codec="lz4", asbytes=True))
        assert labels(read_label_file(path)) == {"q": [("a", 1)]}
        path.write_bytes(path.read_bytes()[:-6])
        with pytest.raises(
            InputError, match=r"lz4 file cannot be read.*save it from ranx as \.json"
        ):
            read_label_file(path)

    def test_a_report_of_measures_is_not_taken_for_a_run(self, write):
        path = write("report.json", {"bm25": {"recall@10": 0.9, "mrr": 0.8, "ndcg_at_k": 0.7}})
        for read in (read_rankings, read_label_file):
            with pytest.raises(InputError, match="figures that were measured"):
                read(path)

    def test_b09_a_score_that_is_no_number_is_named(self, write):
        with pytest.raises(InputError, match=r"q\.b"):
            read_rankings(write("run.json", {"q": {"a": 0.5, "b": "0,3"}}), format="ranx")


class TestRagas:
    SAMPLE: ClassVar = {
        "user_input": "¿Qué?",
        "retrieved_contexts": ["dos", "uno"],
        "reference_contexts": ["uno"],
        "reference": "esto",
    }

    def test_contexts_without_ids_are_known_by_their_text(self, write):
        path = write("r.jsonl", [self.SAMPLE])
        file, found = read_label_file(path), read_rankings(path)
        made = question_id("¿Qué?")
        assert (file.format, labels(file)) == ("ragas", {made: [(text_id("uno"), 1)]})
        assert file.golden.cases[0].reference_answer == "esto"
        assert ids(found) == {made: (text_id("dos"), text_id("uno"))}
        assert found.texts[text_id("dos")] == "dos"

    def test_ids_go_before_texts_and_whole_numbers_are_their_digits(self, write):
        sample = {**self.SAMPLE, "reference_context_ids": [7], "retrieved_context_ids": ["007", 7]}
        path = write("r.json", f"[{json.dumps(sample)}]")
        file, found = read_label_file(path), read_rankings(path)
        assert list(labels(file).values()) == [[("7", 1)]]
        assert list(ids(found).values()) == [("007", "7")]
        assert any("taken as their digits" in note for note in found.notes)

    def test_the_old_names_are_read_too(self, write):
        old = {"question": "¿Qué?", "contexts": ["uno"], "ground_truth": "esto"}
        assert list(ids(read_rankings(write("r.jsonl", [old]))).values()) == [(text_id("uno"),)]

    def test_a_csv_with_lists_as_python_prints_them(self, write):
        path = write(
            "r.csv",
            "user_input,retrieved_contexts,reference_contexts\n¿Qué?,\"['uno', 'dos']\",\"['uno']\"\n",
        )
        assert list(ids(read_rankings(path)).values()) == [(text_id("uno"), text_id("dos"))]

    def test_columns_of_a_dataset_are_samples(self, write):
        columns = {name: [value] for name, value in self.SAMPLE.items()}
        assert read_label_file(write("r.json", columns)).format == "ragas"

    def test_a_sample_without_contexts_is_an_error_not_an_empty_list(self, write):
        path = write("r.jsonl", [self.SAMPLE, {"user_input": "¿Y?", "reference_contexts": ["x"]}])
        with pytest.raises(InputError, match=r"r\.jsonl:2.*a sample without retrieved contexts"):
            read_rankings(path)


class TestPromptfoo:
    @staticmethod
    def results(*rows):
        return {"evalId": "e", "results": {"version": 3, "results": list(rows)}}

    @staticmethod
    def row(system, query, output=None, **rest):
        row = {
            "provider": {"id": f"python:p.py:{system}"},
            "vars": {"query": query, "correct_chunks": '["a"]'},
        }
        return {**row, **({} if output is None else {"response": {"output": output}}), **rest}

    def test_several_systems_are_for_the_person_to_choose(self, write):
        path = write(
            "p.json", self.results(self.row("one", "q", ["a"]), self.row("two", "q", ["b"]))
        )
        with pytest.raises(
            InputError, match=r"lists of several systems: .*--system python:p\.py:one"
        ):
            read_rankings(path)
        assert list(ids(read_rankings(path, system="two")).values()) == [("b",)]
        with pytest.raises(UsageError, match="three"):
            read_rankings(path, system="three")

    def test_b42_a_row_without_output_is_a_failure_and_a_failed_assertion_is_none(self, write):
        failed = self.row("one", "r", error="Error: pickle data was truncated\n  at /home/x/y.js:3")
        path = write(
            "p.json", self.results(self.row("one", "q", ["a"], success=False, error="MRR"), failed)
        )
        found = ids(read_rankings(path))
        assert found[question_id("q")] == ("a",)
        assert found[question_id("r")] == Failure("Error: pickle data was truncated")

    def test_its_tests_are_labels_once_each(self, write):
        path = write(
            "p.json", self.results(self.row("one", "q", ["a"]), self.row("two", "q", ["b"]))
        )
        assert labels(read_label_file(path)) == {question_id("q"): [("a", 1)]}

    def test_repeated_tests_are_samples(self, write):
        path = write(
            "p.json", self.results(self.row("one", "q", ["a"]), self.row("one", "q", ["b"]))
        )
        file = read_rankings(path)
        assert [list(ids(file, n).values()) for n in (0, 1)] == [[("a",)], [("b",)]]

    def test_an_answer_in_prose_is_no_list(self, write):
        with pytest.raises(InputError, match="the output is no list of ids"):
            read_rankings(write("p.json", self.results(self.row("one", "q", "I think it is a"))))


class TestRankEval:
    REQUEST: ClassVar = {
        "requests": [
            {
                "id": "q1",
                "request": {"query": {"bool": {"must": [{"match": {"text": "¿uno?"}}]}}},
                "ratings": [
                    {"_index": "i", "_id": "d1", "rating": 3},
                    {"_index": "i", "_id": "d2", "rating": 0},
                ],
            },
            {"id": "q2", "params": {"query_string": "dos"}, "ratings": []},
        ]
    }

    def test_requests_are_labels_with_the_text_they_search_for(self, write):
        file = read_label_file(write("r.json", self.REQUEST))
        assert (file.format, labels(file)) == (
            "rank-eval",
            {"q1": [("d1", 3), ("d2", 0)], "q2": []},
        )
        assert [c.question for c in file.golden.cases] == ["¿uno?", "dos"]
        assert file.golden.cases[1].behaviour is Behaviour.ABSTAIN

    def test_one_id_in_two_indexes_is_an_error(self, write):
        request = json.loads(json.dumps(self.REQUEST))
        request["requests"][0]["ratings"][1] = {"_index": "j", "_id": "d1", "rating": 1}
        with pytest.raises(InputError, match="rated in two indexes"):
            read_label_file(write("r.json", request))

    def test_answers_are_rankings_and_failures_stay_failures(self, write):
        answer = {
            "metric_score": 0.5,
            "details": {"q1": {"hits": [{"hit": {"_index": "i", "_id": "d1", "_score": 1.5}}]}},
            "failures": {"q2": {"error": {"type": "index_not_found", "reason": "no such index"}}},
        }
        path = write("a.json", answer)
        assert ids(read_rankings(path)) == {"q1": ("d1",), "q2": Failure("no such index")}

    def test_a_request_given_as_rankings_says_what_it_is(self, write):
        with pytest.raises(InputError, match="its requests hold labels"):
            read_rankings(write("r.json", self.REQUEST))


class TestQuepid:
    CSV = 'query,docid,rating\n"uno, dos",d1,3\n"uno, dos",d2,0\nsolo\ntres,d3,\n'

    def test_ratings_are_labels_and_unrated_documents_say_nothing(self, write):
        file = read_label_file(write("q.csv", self.CSV))
        assert labels(file) == {
            question_id("uno, dos"): [("d1", 3), ("d2", 0)],
            question_id("solo"): [],
            question_id("tres"): [],
        }
        assert "documents without a rating: 1" in file.notes

    def test_a_snapshot_is_a_ranking_in_the_order_of_its_rows(self, write):
        found = ids(read_rankings(write("q.csv", self.CSV)))
        assert found[question_id("uno, dos")] == ("d1", "d2")
        assert found[question_id("solo")] == ()


class TestSpans:
    @staticmethod
    def span(question, documents, **rest):
        attributes = {"openinference.span.kind": "RETRIEVER", "input.value": question}
        for place, (chunk, score) in enumerate(documents):
            attributes[f"retrieval.documents.{place}.document.id"] = chunk
            attributes[f"retrieval.documents.{place}.document.score"] = score
        return {"name": "retrieve", "attributes": attributes, **rest}

    def test_openinference_spans_are_rankings_and_others_are_counted(self, write):
        chain = {"name": "chain", "attributes": {"openinference.span.kind": "CHAIN"}}
        file = read_rankings(
            write("s.jsonl", [self.span("¿uno?", [("a", 0.9), ("b", 0.8)]), chain])
        )
        assert (file.format, ids(file)) == ("spans", {question_id("¿uno?"): ("a", "b")})
        assert "spans that are no retrieval: 1" in file.notes

    def test_more_than_ten_documents_keep_their_order(self, write):
        many = [(f"c{n}", 1 - n / 100) for n in range(12)]
        (found,) = ids(read_rankings(write("s.jsonl", [self.span("q", many)]))).values()
        assert found == tuple(chunk for chunk, _ in many)

    def test_batches_of_otlp_are_read(self, write):
        attributes = [
            {"key": "gen_ai.operation.name", "value": {"stringValue": "retrieval"}},
            {"key": "gen_ai.retrieval.query.text", "value": {"stringValue": "q"}},
            {
                "key": "gen_ai.retrieval.documents",
                "value": {"stringValue": '[{"id": "d", "score": 0.5}]'},
            },
        ]
        batch = {"resourceSpans": [{"scopeSpans": [{"spans": [{"attributes": attributes}]}]}]}
        assert ids(read_rankings(write("s.jsonl", [batch]))) == {question_id("q"): ("d",)}

    def test_rows_of_a_table_of_spans_are_read(self, write):
        row = {
            "span_kind": "RETRIEVER",
            "attributes.input.value": '{"query": "q"}',
            "attributes.retrieval.documents": [{"document.id": "d", "document.score": 0.5}],
        }
        assert ids(read_rankings(write("s.jsonl", [row]))) == {question_id("q"): ("d",)}

    def test_a_span_that_ended_in_an_error_is_a_failure(self, write):
        failed = self.span("q", [], status={"status_code": "ERROR", "description": "timeout"})
        assert ids(read_rankings(write("s.jsonl", [failed]))) == {
            question_id("q"): Failure("timeout")
        }

    def test_a_question_asked_twice_beside_one_asked_once_is_refused(self, write):
        spans = [
            self.span("q", [("a", 1.0)]),
            self.span("q", [("b", 1.0)]),
            self.span("r", [("a", 1.0)]),
        ]
        with pytest.raises(InputError, match="was asked 2 times"):
            read_rankings(write("s.jsonl", spans))

    def test_a_span_may_name_its_case(self, write):
        span = self.span("q", [("a", 1.0)])
        span["attributes"]["unbury.case_id"] = "gd-1"
        assert ids(read_rankings(write("s.jsonl", [span]))) == {"gd-1": ("a",)}


class TestLists:
    def test_the_field_of_expected_ids_is_said(self, write):
        line = {
            "example_id": "x",
            "question": "?",
            "relevant_chunk_ids": ["a"],
            "answer": "sí",
            "difficulty": "hard",
        }
        file = read_label_file(write("l.jsonl", [line]))
        assert (file.format, labels(file)) == ("lists", {"x": [("a", 1)]})
        assert (file.golden.cases[0].reference_answer, file.golden.cases[0].difficulty) == (
            "sí",
            "hard",
        )
        assert file.notes == ('expected ids were taken from "relevant_chunk_ids"',)

    def test_names_of_documents_are_said_to_be_such(self, write):
        file = read_label_file(
            write("l.jsonl", [{"query": "?", "id": "x", "expected_files": ["a.md"]}])
        )
        assert any("say --level document" in note for note in file.notes)

    def test_an_error_speaks_of_the_field_as_the_file_calls_it(self, write):
        path = write("l.jsonl", [{"query": "?", "id": "x", "expected_files": []}])
        with pytest.raises(InputError, match=r"l\.jsonl:1 \[expected_files\]"):
            read_label_file(path)

    def test_b32_an_id_that_is_a_number_is_an_error(self, write):
        path = write("l.jsonl", [{"query": "?", "id": 7, "relevant_ids": ["a"]}])
        with pytest.raises(InputError, match="the id 7 is a number"):
            read_label_file(path)

    def test_lines_of_an_array_are_those_of_the_file(self, write):
        path = write(
            "l.json",
            '[\n  {"id": "x", "query": "?",\n   "correct_chunks": ["a"]},\n\n  {"id": "x", "query": "?", "correct_chunks": ["b"]}\n]\n',
        )
        with pytest.raises(InputError, match=r"l\.json:5.*stands on line 2 already"):
            read_label_file(path)

    def test_questions_without_labels_are_refused_with_the_way_out(self, write):
        path = write("l.jsonl", [{"query_id": "x", "query": "?", "gt_answer": "sí"}])
        with pytest.raises(InputError, match=r"no labels: .*under \"relevant_chunk_ids\""):
            read_label_file(path)


def test_squad_expects_the_paragraph_by_its_text(write):
    qas = [
        {"id": "1", "question": "?", "answers": [{"text": "uno", "answer_start": 0}]},
        {"id": "2", "question": "¿?", "answers": [], "is_impossible": True},
    ]
    path = write(
        "s.json", {"data": [{"title": "t", "paragraphs": [{"context": "uno y dos", "qas": qas}]}]}
    )
    file = read_label_file(path)
    assert labels(file) == {"1": [(text_id("uno y dos"), 1)], "2": []}
    assert file.golden.cases[1].behaviour is Behaviour.ABSTAIN


def test_columns_numbered_as_pandas_does(write):
    columns = {
        "id": {"0": "q1", "1": "q2"},
        "question": {"0": "?", "1": "¿?"},
        "relevant": {"0": ["a"], "1": ["b"]},
    }
    assert labels(read_label_file(write("c.json", columns))) == {"q1": [("a", 1)], "q2": [("b", 1)]}


def test_results_by_column_one_a_row(write):
    columns = {"case_id": ["q", "q"], "chunk_id": ["b", "a"], "rank": [2, 1]}
    assert ids(read_rankings(write("c.json", columns))) == {"q": ("a", "b")}


def test_a_golden_set_in_an_array_loads(write):
    path = write("g.json", '[{"id": "q", "pregunta": "?", "chunks_esperados": ["a"]}]')
    assert labels(read_label_file(path)) == {"q": [("a", 1)]}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("r.jsonl", [{"case_id": "q", "results": ["a"]}], "give it as --rankings"),
        ("r.txt", "q Q0 a 1 0.5 t\n", "give it as --rankings"),
        ("c.jsonl", [{"chunk_id": "a", "text": "uno"}], "give it as --manifest"),
        ("b.jsonl", [{"_id": "a", "text": "uno"}], "name the folder"),
    ],
)
def test_a_file_given_for_labels_that_holds_something_else_says_where_it_belongs(
    write, name, content, says
):
    with pytest.raises(InputError, match=says):
        read_label_file(write(name, content))


def test_an_unknown_format_names_those_there_are(write):
    path = write("g.jsonl", [{"id": "q"}])
    with pytest.raises(UsageError, match=r'no labels format "csw"\n  the formats are: jsonl, trec'):
        read_label_file(path, format="csw")
    with pytest.raises(UsageError, match=r'no rankings format "beir"'):
        read_rankings(path, format="beir")


DATA = Path(__file__).parents[3] / ".." / "shared" / "data"


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason="the shared collections are not beside this project")
def test_rows_of_an_autorag_run_need_proof_or_a_qid():
    run = DATA / "rag_exports" / "02_autorag_run_semantic_retrieval.parquet"
    file = read_rankings(run)
    assert file.recalls == (1.0,) * 10
    assert set(file.samples[0].case_ids) == {f"row-{n}" for n in range(1, 11)}
