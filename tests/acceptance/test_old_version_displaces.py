"""Several dated versions of one article in one index: the old text stands where the new should.

The collection holds the versions of the Estatuto de los Trabajadores as the official journal
published them; the questions are made from the articles' headings.
"""

import gzip
import json

import pytest

from evalcore.model.diagnosis import ProbeName
from evalcore.workflows.asking import asker_for
from evalcore.workflows.diagnose_run import diagnose
from evalcore.workflows.reading import open_run
from evalcore.workflows.run_suite import run_suite

from support.shell import shared

ARTICLE = "BOE-A-2015-11430::art-48"

pytestmark = pytest.mark.data


def _versions():
    file = shared("es_legal/history/et_article_versions.jsonl.gz")
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _article(chunk_id):
    return chunk_id.partition("@")[0]


def _cases(rows):
    """A question from the heading of each article that was changed and is still in force."""
    current = {row["logical_id"]: row for row in rows if row["valid_to"] is None}
    changed = {row["logical_id"] for row in rows if row["valid_to"] is not None} & set(current)
    for name in sorted(changed):
        subject = current[name]["heading"].partition(". ")[2].rstrip(".")
        yield {
            "id": name,
            "question": f"¿Qué dice hoy el Estatuto sobre {subject.lower()}?",
            "expected": [current[name]["chunk_id"]],
        }


def _suite(folder, *, validity):
    rows = _versions()
    chunks = [
        {
            "chunk_id": row["chunk_id"],
            "doc_id": row["doc_id"],
            "title": f"Estatuto de los Trabajadores: {row['heading']}",
            "text": row["text"],
            "representation": row["text"],
            "valid_from": row["valid_from"],
            "valid_to": row["valid_to"],
        }
        for row in rows
    ]
    _write(folder / "chunks.jsonl", chunks)
    _write(folder / "golden.jsonl", [{**case, "type": "temporal"} for case in _cases(rows)])
    suite = folder / "suite.toml"
    suite.write_text(
        'name = "historia"\ngolden = "golden.jsonl"\nmanifest = "chunks.jsonl"\n'
        "cutoff = 1\ndate = 2026-06-01\n"
        '[retriever]\nkind = "embedded"\nmode = "bm25"\n'
        f"[retriever.filters]\nvalidity = {str(validity).lower()}\n"
    )
    return suite


def _write(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


@pytest.fixture(scope="module")
def trails(tmp_path_factory):
    """Every version in one index and nothing that keeps the old ones out."""
    folder = tmp_path_factory.mktemp("history")
    outcome = run_suite(_suite(folder, validity=False), db=folder / "unbury.db")
    stored = open_run(folder / "unbury.db", outcome.run_id)
    return {trail.case_id: trail for trail in diagnose(stored, asker=asker_for(stored))}


@pytest.mark.parametrize("article", [ARTICLE, "BOE-A-2015-11430::art-37"])
def test_the_old_version_is_named_as_the_displacer(trails, article):
    (chunk,) = trails[article].chunks
    old = [one for one in chunk.displacers if one.old_version]

    assert chunk.displacers[0] in old
    assert {_article(one.chunk_id) for one in old} == {article}
    assert all(one.valid_to <= chunk.chunk_id.partition("@")[2] for one in old)
    found = trails[article].diagnosis
    assert found.probe is ProbeName.DISPLACED
    assert old[0].chunk_id in str(found.sentence)


def test_versions_of_an_article_are_told_from_other_articles(trails):
    """The few not recognised were rewritten so that hardly a word or the title stayed."""
    told = [
        (one.old_version, _article(one.chunk_id) == article)
        for article, trail in trails.items()
        for chunk in trail.chunks
        for one in chunk.displacers
    ]
    versions = [named for named, same in told if same]

    assert len(versions) >= 50
    assert sum(versions) * 20 >= len(versions) * 19
    assert (True, False) not in told


def test_with_the_validity_filter_no_old_version_stands_above(tmp_path):
    outcome = run_suite(_suite(tmp_path, validity=True), db=tmp_path / "unbury.db")
    stored = open_run(tmp_path / "unbury.db", outcome.run_id)

    for trail in diagnose(stored, asker=None):
        assert not any(one.old_version for chunk in trail.chunks for one in chunk.displacers)
