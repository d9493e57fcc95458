"""Files without ids of their own, imported as a person would."""

import json
from pathlib import Path

import pytest

from evalcore.errors import IdSpaceMismatch, InputError
from evalcore.model.words import Level
from evalcore.store import open_reader
from evalcore.workflows.import_run import ImportOptions, import_run

DATA = Path(__file__).parents[3] / ".." / "shared" / "data"
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="the shared collections are not beside this project"
)


@pytest.fixture
def bring(tmp_path):
    def put(name, lines):
        path = tmp_path / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path

    def run(**options):
        found = import_run(ImportOptions(**options), db=tmp_path / "u.db")
        with open_reader(tmp_path / "u.db") as reader:
            (rankings,) = reader.rankings(found.run_id)
        return found, rankings

    put.run = run
    return put


def sample(question, wanted, found):
    return {"user_input": question, "reference_contexts": wanted, "retrieved_contexts": found}


def ranks(found):
    placed = found.examination.measured.placements
    return dict(zip(placed.labels.chunk_ids, placed.rank.tolist(), strict=True))


def test_texts_take_the_ids_of_their_chunks_and_what_is_unknown_keeps_its_slot(bring):
    chunks = [
        {"chunk_id": f"c{n}", "text": f"el texto número {n} dice algo propio"} for n in range(4)
    ]
    texts = [chunk["text"] for chunk in chunks]
    path = bring(
        "r.jsonl", [sample("¿q?", [texts[2]], [texts[0], "nadie sabe esto", f" {texts[2]} "])]
    )
    found, rankings = bring.run(
        golden=path, rankings=path, manifest=bring("m.jsonl", chunks), cutoff=3
    )
    assert ranks(found) == {"c2": 3}
    (listed,) = [rankings.of(case_id).chunk_ids for case_id in rankings.case_ids]
    assert (listed[0], listed[2]) == ("c0", "c2")
    assert listed[1].startswith("text-")
    assert any(
        note.startswith("retrieved texts matched to the manifest: 2 of 3") for note in found.notes
    )


def test_without_a_manifest_texts_are_compared_word_for_word(bring):
    path = bring("r.jsonl", [sample("¿q?", ["uno dos"], ["otra", "uno  dos"])])
    found, _ = bring.run(golden=path, rankings=path)
    assert list(ranks(found).values()) == [2]


def test_texts_that_never_meet_are_refused_not_scored_0(bring):
    path = bring("r.jsonl", [sample("¿q?", ["uno"], ["dos"])])
    with pytest.raises(InputError, match=r"no expected text is, word for word.*give --manifest"):
        bring.run(golden=path, rankings=path)
    with pytest.raises(InputError, match="none of the 2 texts is a chunk of the manifest"):
        bring.run(
            golden=path, rankings=path, manifest=bring("m.jsonl", [{"chunk_id": "a", "text": "x"}])
        )


def test_lists_known_by_their_question_find_the_case_that_asks_it(bring):
    golden = bring("g.jsonl", [
        {"id": "gd-1", "pregunta": "¿Uno?", "chunks_esperados": ["a"]},
        {"id": "gd-2", "pregunta": "¿Dos?", "chunks_esperados": ["b"]},
    ])  # fmt: skip
    spans = [
        {"span_kind": "RETRIEVER", "attributes": {"input.value": question,
         "retrieval.documents": [{"id": "a", "score": 1.0}]}}
        for question in ("¿Uno? ", "¿Tres?")
    ]  # fmt: skip
    found, rankings = bring.run(golden=golden, rankings=bring("s.jsonl", spans))
    assert rankings.case_ids[0] == "gd-1"
    assert "questions found in the golden set: 1 of 2" in found.notes
    assert len(found.examination.unknown_cases) == 1


def test_a_question_that_two_cases_ask_is_never_guessed_at(bring):
    golden = bring("g.jsonl", [
        {"id": name, "pregunta": "¿Uno?", "chunks_esperados": ["a"]} for name in ("x", "y")
    ])  # fmt: skip
    span = {
        "span_kind": "RETRIEVER",
        "attributes": {"input.value": "¿Uno?", "retrieval.documents": []},
    }
    with pytest.raises(InputError, match="no question of the rankings is in the golden set"):
        bring.run(golden=golden, rankings=bring("s.jsonl", [span]))


def test_a_guessed_format_is_said_and_a_named_one_is_not(bring):
    golden = bring("g.jsonl", [{"id": "q", "pregunta": "?", "chunks_esperados": ["a"]}])
    lists = bring("r.jsonl", [{"case_id": "q", "results": ["a"]}])
    found, _ = bring.run(golden=golden, rankings=lists)
    assert found.notes == ("format guessed: labels as jsonl, rankings as jsonl",)
    found, _ = bring.run(golden=golden, rankings=lists, format="jsonl", golden_format="jsonl")
    assert found.notes == ()


def documents(bring, level, *, label="doc-7"):
    golden = bring("g.jsonl", [{"id": "q", "pregunta": "?", "chunks_esperados": [label]}])
    chunks = [
        {"chunk_id": f"doc-7#{n}", "doc_id": "doc-7"} for n in range(3)
    ] + [{"chunk_id": "doc-8#0", "doc_id": "doc-8"}]  # fmt: skip
    lists = bring("r.jsonl", [{"case_id": "q", "results": ["doc-8#0", "doc-7#2", "doc-7#1"]}])
    manifest = bring("m.jsonl", chunks)
    return bring.run(golden=golden, rankings=lists, manifest=manifest, level=level)


def test_b12_labels_of_documents_are_found_at_their_first_chunk(bring):
    found, _ = documents(bring, Level.DOCUMENT)
    assert ranks(found) == {"doc-7": 2}


def test_b12_labels_and_level_that_differ_are_an_id_space_mismatch(bring):
    with pytest.raises(IdSpaceMismatch, match=r"labels name documents .*--level document"):
        documents(bring, Level.CHUNK)
    with pytest.raises(IdSpaceMismatch, match=r"labels name chunks .*--level chunk"):
        documents(bring, Level.DOCUMENT, label="doc-7#2")


@needs_data
@pytest.mark.data
@pytest.mark.parametrize("run", ["lexical", "semantic", "hybrid"])
def test_autorag_runs_are_matched_by_row_where_each_rows_recall_proves_it(bring, run):
    folder = DATA / "rag_exports"
    found, _ = bring.run(
        golden=folder / "02_autorag_qa_data_sample.parquet",
        rankings=folder / f"02_autorag_run_{run}_retrieval.parquet",
        manifest=folder / "02_autorag_corpus_data_sample.parquet",
        cutoff=8 if run == "hybrid" else 10,
    )
    means = {name.split("@")[0]: it.mean for name, it in found.examination.estimates.items()}
    assert means["recall"] == 1.0
    assert means["precision"] == pytest.approx(0.125 if run == "hybrid" else 0.1)


@needs_data
@pytest.mark.data
def test_autorag_rows_of_another_qa_file_are_refused(bring):
    folder = DATA / "rag_exports"
    with pytest.raises(InputError, match=r"rows cannot be matched.*add the column qid"):
        bring.run(
            golden=folder / "02_autorag_gen_qa.parquet",
            rankings=folder / "02_autorag_run_lexical_retrieval.parquet",
        )


@needs_data
@pytest.mark.data
def test_squads_paragraphs_are_the_manifests_chunks(bring):
    found, _ = bring.run(
        golden=DATA / "xquad_es" / "xquad.es.json",
        rankings=DATA / "xquad_es" / "runs" / "bm25.trec.gz",
        manifest=DATA / "xquad_es" / "corpus_es.jsonl",
    )
    means = {name.split("@")[0]: it.mean for name, it in found.examination.estimates.items()}
    assert "expected texts matched to the manifest: 240 of 240" in " ".join(found.notes)
    assert means["mrr"] == pytest.approx(0.937581, abs=1e-6)
