"""The published table of three systems, from the lists that were published with it.

Its precision divides by what was returned: ``precision_returned``. The results file is one
execution; the per-question files beside it another, in which a model ordered the candidates
of levels two and three anew. So each row's own scores are matched for all three systems, and
the table itself for the one whose search is deterministic.
"""

import csv
import gzip
import json

import pytest

from evalcore.formats.made_ids import folded
from evalcore.model.comparison import Change
from evalcore.model.words import State
from evalcore.workflows.compare_runs import compare_runs
from evalcore.workflows.import_run import ImportOptions, import_run

SYSTEMS = ("base", "level_two", "level_three")
MEASURES = {"Precision": "precision_returned", "Recall": "recall", "MRR": "rr"}
PUBLISHED = {"precision_returned": 0.4283, "recall": 0.6592, "rr": 0.7367}


@pytest.fixture(scope="module")
def folder(shared_data):
    return shared_data / "rag_exports"


@pytest.fixture(scope="module")
def imported(folder, tmp_path_factory):
    db = tmp_path_factory.mktemp("anthropic") / "u.db"
    found = {
        system: import_run(
            ImportOptions(
                golden=folder / "01_anthropic_docs_evaluation_dataset.json",
                rankings=folder / "01_anthropic_promptfoo_retrieval_results.json.gz",
                manifest=folder / "01_anthropic_docs_chunks.json.gz",
                system=f"retrieve_{system}",
                cutoff=3,
                label=system,
                suite="anthropic",
            ),
            db=db,
        )
        for system in SYSTEMS
    }
    return db, found


@pytest.fixture(scope="module")
def recorded(folder):
    """The scores that promptfoo recorded of each row, by system and question."""
    data = gzip.decompress(
        (folder / "01_anthropic_promptfoo_retrieval_results.json.gz").read_bytes()
    )
    rows = {}
    for row in json.loads(data)["results"]["results"]:
        parts = (row.get("gradingResult") or {}).get("componentResults") or []
        scores = {k: v for part in parts for k, v in (part.get("named_scores") or {}).items()}
        system = row["provider"]["id"].split("retrieve_")[1]
        rows[system, folded(row["vars"]["query"])] = scores
    return rows


def measured(outcome):
    """Each question's measures, by question."""
    found = outcome.examination
    ratios = {name: getattr(found.measured, name) for name in MEASURES.values()}
    return {
        folded(case.question): {
            name: int(one.num[row]) / int(one.den[row]) if int(one.den[row]) else None
            for name, one in ratios.items()
        }
        for row, case in enumerate(found.cases)
    }


@pytest.mark.data
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_row_has_the_scores_that_were_recorded_of_it(imported, recorded, system):
    _, found = imported
    compared = 0
    for question, values in measured(found[system]).items():
        for theirs, ours in MEASURES.items():
            if theirs in recorded[system, question]:
                assert values[ours] == pytest.approx(recorded[system, question][theirs])
                compared += 1
    assert compared >= 3 * 99 - 3  # all rows but the errored one, as far as scores were kept


@pytest.mark.data
def test_the_errored_row_is_seen_and_not_lost(imported):
    _, found = imported
    examination = found["base"].examination
    (case_id,) = examination.ids(examination.is_state(State.ERROR))
    assert "pickle data was truncated" in examination.failures[case_id]
    assert "\n" not in examination.failures[case_id]
    recall = examination.estimates["recall@3"]
    assert (recall.n, recall.N) == (99, 100)
    assert (int(examination.counted.sum()), int(examination.known.sum())) == (100, 99)
    for system in ("level_two", "level_three"):
        assert int(found[system].examination.known.sum()) == 100


@pytest.mark.data
def test_the_published_table_is_reproduced_with_the_one_row_this_run_lost(imported, folder):
    """The published mean is that of 100 rows; the lost one is in the per-question file."""
    _, found = imported
    with (folder / "01_anthropic_detailed_one.csv").open(encoding="utf-8", newline="") as file:
        theirs = {folded(row["question"]): row for row in csv.DictReader(file)}
    published = json.loads((folder / "01_anthropic_summary_one.json").read_text())
    names = {"precision_returned": "precision", "recall": "recall", "rr": "mrr"}
    ours = measured(found["base"])
    for measure, name in names.items():
        values = [
            float(theirs[question][f"retrieval_{name}"]) if row[measure] is None else row[measure]
            for question, row in ours.items()
        ]
        mean = sum(values) / len(values)
        assert mean == pytest.approx(published[f"average_{name}"], abs=1e-12)
        assert mean == pytest.approx(PUBLISHED[measure], abs=5e-5)


@pytest.mark.data
def test_the_published_mean_stands_within_the_bounds_that_are_shown(imported):
    _, found = imported
    for measure, name in (("recall", "recall@3"), ("rr", "mrr")):
        shown = found["base"].examination.estimates[name]
        assert shown.worst <= PUBLISHED[measure] + 5e-5
        assert PUBLISHED[measure] <= shown.best + 5e-5


@pytest.mark.data
def test_every_label_and_every_result_is_a_chunk_of_the_manifest(imported):
    _, found = imported
    for outcome in found.values():
        assert not outcome.examination.is_state(State.BROKEN, State.LOST).any()
        assert outcome.examination.unknown_cases == ()


@pytest.mark.data
def test_the_systems_compare_case_by_case(imported):
    db, _ = imported
    compared = compare_runs(db, "base", "level_three")
    assert (compared.shared, len(compared.cases)) == (99, 100)
    assert len(compared.having(Change.NOT_COMPARABLE)) == 1  # the row that ended in an error
    assert compared.having(Change.IMPROVED)
    assert compared.having(Change.WORSENED)
