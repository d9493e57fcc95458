"""Bundles from many machines, at paths and URLs, into one database."""

import shutil
from dataclasses import replace
from uuid import uuid4

import pytest

from evalcore.errors import InputError, RunNotFound, UsageError
from evalcore.formats.places import read_place
from evalcore.store import open_reader, open_store, writer
from evalcore.workflows import merge_bundles
from evalcore.workflows.export_run import export_bundle
from evalcore.workflows.merge_bundles import merge
from evalcore.workflows.reading import read_run
from evalcore.workflows.verify_run import verify_run

from support.bench import case, gold, listed


@pytest.fixture
def many(bench):
    """A database of six runs, each exported into one folder."""
    folder = bench.folder / "bundles"
    folder.mkdir()
    bench.bring(
        [case(f"q{n}", gold("a")) for n in range(3)], [listed(f"q{n}", "a") for n in range(3)]
    )
    ids = [bench.judge(label=f"m{n}").run_id for n in range(6)]
    for run_id in ids:
        export_bundle(bench.db, run_id, str(folder / f"{run_id}.unbury"))
    return folder, ids


def runs(db):
    with open_reader(db) as reader:
        return {record.id for record in reader.runs()}


def test_a_folder_of_bundles_merges_and_each_run_verifies(many, tmp_path):
    folder, ids = many
    report = merge([str(folder)], db=tmp_path / "m.db")
    assert (report.runs, report.rows, report.unchanged, report.refused) == (6, 0, 0, ())
    assert all(verify_run(tmp_path / "m.db", run_id).agrees for run_id in ids)
    again = merge([str(folder)], db=tmp_path / "m.db")
    assert (again.runs, again.rows, again.unchanged) == (0, 0, 6)


def test_a_bad_bundle_keeps_no_other_out_and_says_why(many, tmp_path):
    folder, ids = many
    (folder / "0.unbury").write_bytes(b"nothing")
    report = merge([str(folder), str(folder / "gone.unbury")], db=tmp_path / "m.db")
    assert runs(tmp_path / "m.db") == set(ids)
    assert [one.file.rsplit("/", 1)[-1] for one in report.refused] == ["0.unbury", "gone.unbury"]
    assert report.refused[1].refused == "no such file"


def test_bundles_beyond_one_transaction_all_arrive(many, tmp_path, monkeypatch):
    folder, ids = many
    monkeypatch.setattr(merge_bundles, "TOGETHER", 2)
    told = []
    merge([str(folder)], db=tmp_path / "m.db", progress=lambda *where: told.append(where))
    assert runs(tmp_path / "m.db") == set(ids)
    assert told[-1] == ("merging", 6, 6)


def test_names_with_a_star_and_names_of_nothing(many, tmp_path):
    folder, ids = many
    merge([f"{folder}/*{ids[0][-4:]}.unbury"], db=tmp_path / "m.db")
    assert runs(tmp_path / "m.db") == {ids[0]}
    with pytest.raises(UsageError, match="no bundle at"):
        merge([str(folder / "*.zip")], db=tmp_path / "m.db")


def test_bundles_lie_at_urls_too(many, bench, tmp_path):
    place = f"memory://{uuid4().hex}"
    _, ids = many
    for run_id in ids[:3]:
        export_bundle(bench.db, run_id, f"{place}/{run_id}.unbury")
    merge([f"{place}/{ids[0]}.unbury"], db=tmp_path / "m.db")
    assert runs(tmp_path / "m.db") == {ids[0]}
    merge([f"{place}/*.unbury"], db=tmp_path / "m.db")
    assert runs(tmp_path / "m.db") == set(ids[:3])
    assert merge([place], db=tmp_path / "m.db").unchanged == 3
    local = f"file://{tmp_path}/local.unbury"
    export_bundle(bench.db, ids[5], local)
    assert merge([local], db=tmp_path / "m.db").runs == 1


def test_a_url_that_nothing_can_open_says_what_to_install(bench, many):
    with pytest.raises(UsageError, match="install the driver"):
        export_bundle(bench.db, "latest", "s3://bucket/x.unbury")
    with pytest.raises(InputError, match="memory://nowhere: no such file"):
        read_place("memory://nowhere")


def test_an_export_that_cannot_be_written_leaves_nothing(bench, many, tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        export_bundle(bench.db, "latest", str(tmp_path / "no" / "such" / "x.unbury"))
    with pytest.raises(RunNotFound):
        export_bundle(bench.db, "nobody", str(tmp_path / "x.unbury"))
    assert not (tmp_path / "x.unbury").exists()


def test_merging_into_the_database_it_came_from_changes_nothing(many, bench):
    folder, ids = many
    assert merge([str(folder)], db=bench.db).unchanged == 6
    assert runs(bench.db) == set(ids)


def test_verdicts_of_two_machines_are_ordered_by_when_they_were_given(
    many, bench, tmp_path, monkeypatch
):
    """Each judges the same run again; whoever merges last does not thereby have the last word."""
    folder, ids = many
    other = tmp_path / "other.db"
    merge([str(folder / f"{ids[0]}.unbury")], db=other)
    early, late = "2031-01-01T00:00:00.000+00:00", "2031-06-01T00:00:00.000+00:00"
    for db, at, reason in ((bench.db, early, "here"), (other, late, "there")):
        monkeypatch.setattr(writer, "now", lambda at=at: at)
        with open_store(db) as store:
            run = read_run(store, store.resolve(ids[0]))
            policy = replace(run.policy, reason=reason)
            store.append_verdict(
                ids[0], verdict=run.verdict, policy=policy, examination=run.examination
            )
    export_bundle(bench.db, ids[0], str(folder / "again.unbury"))
    assert merge([str(folder / "again.unbury")], db=other).rows == 1
    with open_reader(other) as reader:
        assert [one.at for one in reader.verdicts(ids[0])][1:] == [early, late]
        newest = reader.verdicts(ids[0])[-1]
        assert reader.policy(newest.policy_hash).reason == "there"


def test_a_copy_of_a_bundle_under_another_name_is_the_same_bundle(many, tmp_path):
    folder, ids = many
    shutil.copy(folder / f"{ids[0]}.unbury", folder / "copy.unbury")
    report = merge([str(folder)], db=tmp_path / "m.db")
    assert (report.runs, report.unchanged) == (6, 1)
