"""The doctor of a suite and the manifest of an index, on Qdrant's local mode."""

import json

import pytest
from qdrant_client import QdrantClient, models

from evalcore.errors import InputError, UsageError
from evalcore.formats.manifest import read_manifest
from evalcore.workflows.manifest_pull import pull_manifest
from evalcore.workflows.suite_doctor import examine_suite

ENCODER = "def words(text):\n    return {len(word): 1.0 for word in text.split()}\n"


@pytest.fixture
def place(tmp_path):
    """A suite over a small collection of sparse vectors; ``make`` puts points into it."""
    (tmp_path / "toys.py").write_text(ENCODER)
    cases = [
        {"id": "q1", "question": "a bb", "expected": ["c-1"]},
        {"id": "q2", "question": "ccc", "expected": ["c-2"]},
        {"id": "secret", "question": "dddd", "expected": ["c-blind"], "blind": True},
    ]
    (tmp_path / "golden.jsonl").write_text("\n".join(map(json.dumps, cases)) + "\n")

    def make(payloads, *, manifest=False, **options):
        client = QdrantClient(path=str(tmp_path / "data"))
        client.create_collection(
            "chunks", vectors_config={}, sparse_vectors_config={"w": models.SparseVectorParams()}
        )
        client.upsert(
            "chunks",
            [
                models.PointStruct(
                    id=row,
                    vector={
                        "w": models.SparseVector(indices=[1, 3], values=[1.0 / (row + 1), 0.5])
                    },
                    payload=payload,
                )
                for row, payload in enumerate(payloads)
            ],
        )
        client.close()
        retriever = {
            "kind": "qdrant",
            "path": "data",
            "collection": "chunks",
            "mode": "sparse",
        } | options
        lines = ['name = "small"', 'golden = "golden.jsonl"']
        lines += ['manifest = "chunks.jsonl"'] if manifest else []
        lines += ["[retriever]", *(f"{key} = {json.dumps(it)}" for key, it in retriever.items())]
        lines += ["[retriever.sparse]", 'using = "w"', 'encoder = "toys:words"']
        lines += ["[retriever.fields]", 'chunk_id = "meta.id"', 'text = "page_content"']
        path = tmp_path / "suite.toml"
        path.write_text("\n".join(lines) + "\n")
        return path

    return make


def point(name, text="uno"):
    return {"meta": {"id": name}, "page_content": text}


def told(checkup):
    return {finding.what: finding for finding in checkup.findings}


def test_a_sound_suite_shows_three_results_and_no_reserved_case(place):
    checkup = examine_suite(place([point("c-2"), point("c-1"), point("c-3"), point("c-4")]))
    assert checkup.sound
    assert checkup.question == "a bb"
    assert [it.rank for it in checkup.results] == [1, 2, 3]
    assert told(checkup)["the index holds 2/2 chunks the golden set expects"].sound
    assert told(checkup)["a chunk of the index says: text"].sound
    assert "it finds 8/8 of what an exact search puts into the first 10" in told(checkup)
    assert not any("secret" in what or "c-blind" in what for what in told(checkup))


def test_expected_ids_that_the_index_lacks_are_a_fault_and_named(place):
    checkup = examine_suite(place([point("c-1"), point("c-9")]))
    finding = told(checkup)["the index holds 1/2 chunks the golden set expects"]
    assert not finding.sound
    assert finding.hint == "it lacks c-2"
    assert not checkup.sound


def test_ids_of_another_space_are_a_fault_with_the_way_out(place):
    checkup = examine_suite(place([point("C-1"), point("C-2")]))
    assert not checkup.sound
    hints = [finding.hint for finding in checkup.findings if not finding.sound]
    assert any("differ only by" in hint for hint in hints if hint)


def test_a_collection_that_is_not_there_is_a_fault_with_its_name(place):
    checkup = examine_suite(place([point("c-1")], collection="other"))
    assert not checkup.sound
    assert checkup.results == ()
    assert '"q1" got no list: Collection other not found' in told(checkup)


def test_every_mistake_of_the_options_is_a_finding(place):
    path = place([point("c-1")])
    path.write_text(path.read_text().replace("collection", "colection"))
    checkup = examine_suite(path)
    assert not checkup.sound
    assert len(checkup.findings) == 2


def test_a_manifest_comes_in_the_order_of_its_ids_and_twice_the_same(place, tmp_path):
    path = place([point("c-2", "dos"), point("c-10"), point("c-1"), point("ñ")], manifest=True)
    pulled = pull_manifest(path, tmp_path / "chunks.jsonl")
    assert (pulled.chunks, pulled.fields) == (4, {"chunk_id": 4, "text": 4})
    first = (tmp_path / "chunks.jsonl").read_bytes()
    pull_manifest(path, tmp_path / "chunks.jsonl")
    assert (tmp_path / "chunks.jsonl").read_bytes() == first
    chunks = read_manifest(tmp_path / "chunks.jsonl").chunks
    assert [chunk.chunk_id for chunk in chunks] == ["c-1", "c-10", "c-2", "ñ"]
    assert chunks[2].text == "dos"


def test_ids_that_clash_are_refused_with_their_number_and_nothing_is_written(place, tmp_path):
    path = place([point("c-1"), point("c-1"), point(7), point("7"), {"meta": {}}])
    with pytest.raises(InputError) as caught:
        pull_manifest(path, tmp_path / "out.jsonl")
    assert [problem.what for problem in caught.value.problems] == [
        '2 chunks of the index have the id "7"',
        '2 chunks of the index have the id "c-1"',
        "1 of 5 chunks have no text as their id",
    ]
    assert not (tmp_path / "out.jsonl").exists()


def test_a_field_of_the_wrong_kind_is_refused_with_its_place(place, tmp_path):
    path = place([point("c-1", ["not", "text"])])
    with pytest.raises(InputError, match=r"the index of suite\.toml:1 \[text\]"):
        pull_manifest(path, tmp_path / "out.jsonl")


def test_what_only_answers_questions_cannot_be_pulled_from(place, tmp_path):
    path = place([point("c-1")])
    path.write_text(
        'name = "x"\ngolden = "golden.jsonl"\n[retriever]\nkind = "python"\n'
        'callable = "toys:words"\n'
    )
    with pytest.raises(UsageError, match="answers questions only"):
        pull_manifest(path, tmp_path / "out.jsonl")


def test_a_suite_whose_manifest_is_not_there_says_how_to_pull_it(place):
    checkup = examine_suite(place([point("c-1")], manifest=True))
    assert "unbury manifest SUITE -o FILE" in checkup.findings[0].hint
