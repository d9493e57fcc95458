"""``unbury doctor SUITE`` and ``unbury manifest``: their answers and exit codes."""

import pytest

SEARCH = "def search(query, depth):\n    return [('c-1', 2.0), ('c-2', 1.0)]\n"
SUITE = 'manifest = "chunks.jsonl"\n[retriever]\nkind = "python"\ncallable = "ours:search"\n'


@pytest.fixture
def suite(bench, tmp_path):
    (tmp_path / "ours.py").write_text(SEARCH)
    bench.write("golden.jsonl", [{"id": "q1", "question": "one?", "expected": ["c-1"]}])
    bench.write("chunks.jsonl", [{"chunk_id": f"c-{n}", "text": f"text {n}"} for n in (1, 2)])
    path = tmp_path / "suite.toml"
    path.write_text(f'name = "s"\ngolden = "golden.jsonl"\n{SUITE}')
    return path


def test_the_doctor_shows_the_first_results_and_leaves_with_0(unbury, suite):
    answer = unbury("doctor", suite)
    assert answer.exit == 0
    assert "1.  2.0000  c-1\n     text 1" in answer.out
    plain = unbury("doctor", suite, "--json").json
    assert [it["sound"] for it in plain["findings"]] == [True] * len(plain["findings"])
    assert plain["question"] == "one?"
    assert plain["results"][0] == {"rank": 1, "chunk_id": "c-1", "score": 2.0, "text": "text 1"}


def test_the_doctor_leaves_with_2_where_the_search_cannot_be_used(unbury, suite, tmp_path):
    (tmp_path / "ours.py").write_text("def search(query, depth):\n    raise ValueError('x')\n")
    answer = unbury("doctor", suite)
    assert answer.exit == 2
    assert 'FAULT  "q1" got no list: it raised ValueError' in answer.out
    (tmp_path / "ours.py").unlink()
    assert unbury("doctor", suite).exit == 2
    assert unbury("doctor", tmp_path / "nowhere.toml").exit == 2


def test_a_manifest_is_not_pulled_from_a_function(unbury, suite, tmp_path):
    answer = unbury("manifest", suite, "-o", tmp_path / "new.jsonl")
    assert answer.exit == 2
    assert "answers questions only" in answer.err
    assert not (tmp_path / "new.jsonl").exists()
