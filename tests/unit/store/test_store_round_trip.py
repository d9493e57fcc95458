"""What is read back is, bit for bit, what was saved."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.errors import StoreError
from evalcore.model.case import GoldenSet
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.policy import Policy, RecallPolicy
from evalcore.model.ranking import Failure, Rankings
from evalcore.store import id_tables, open_reader, open_store
from evalcore.store.case_rows import columns_of
from evalcore.store.golden_blob import pack_golden, unpack_golden
from evalcore.store.manifests import pack_manifest

from support.drawn_cases import CASES, TEXTS


def same_rankings(one, other):
    assert (one.case_ids, one.chunk_ids, dict(one.failures)) == (
        other.case_ids,
        other.chunk_ids,
        dict(other.failures),
    )
    for name in ("starts", "chunks", "scores", "raw_scores"):
        first, second = getattr(one, name), getattr(other, name)
        assert (first is None) == (second is None)
        if first is not None:
            assert first.dtype == second.dtype
            assert first.tobytes() == second.tobytes()


def test_b32_b33_b38_rankings_come_back_bit_for_bit_with_hostile_ids(stored):
    with open_reader(stored.db) as reader:
        back = reader.rankings(stored.run_id)
    assert len(back) == 2
    for one, other in zip(stored.contents.rankings, back, strict=True):
        same_rankings(one, other)


def test_one_case_is_read_as_the_whole_run_holds_it(stored):
    with open_reader(stored.db) as reader:
        for number, sample in enumerate(stored.contents.rankings, start=1):
            for case_id in (*sample.case_ids, "nobody"):
                assert reader.ranking(stored.run_id, case_id, number) == sample.of(case_id)
        assert isinstance(reader.ranking(stored.run_id, "q2"), Failure)
        with pytest.raises(StoreError, match="no sample 3"):
            reader.ranking(stored.run_id, "q1", 3)


def test_lists_without_scores_come_back_without_scores(db, made):
    plain = replace(made.sample(), scores=None, raw_scores=None)
    with open_store(db) as store:
        run_id = store.save_run(made.contents(rankings=(plain,)))
        same_rankings(store.rankings(run_id)[0], plain)
        assert store.ranking(run_id, "q1").scores is None


def test_golden_set_manifest_policy_suite_and_context_come_back_equal(stored):
    with open_reader(stored.db) as reader:
        record = reader.resolve(stored.run_id)
        assert reader.golden(record.golden_hash) == stored.contents.golden
        assert reader.manifest(record.manifest_hash) == stored.contents.manifest
        assert reader.policy(record.policy_hash) == stored.contents.policy
        assert reader.suite(record.suite_hash) == stored.contents.suite
        assert reader.context(stored.run_id) == stored.contents.context


def test_the_verdict_comes_back_equal_with_its_time_and_policy(stored):
    with open_reader(stored.db) as reader:
        (kept,) = reader.verdicts(stored.run_id)
        assert kept.verdict == stored.contents.verdict
        assert kept.policy_hash == reader.resolve(stored.run_id).policy_hash
    assert kept.at.endswith("+00:00")


def test_case_rows_are_the_columns_of_the_examination(stored):
    with open_reader(stored.db) as reader:
        rows = reader.case_rows(stored.run_id)
    assert rows == columns_of(stored.contents.examination)
    assert rows["case_id"] == ["q1", "q2", "q3", "007"]
    assert rows["state"] == ["pass", "error", "no-answer", "blind"]
    assert (rows["recall_num"][0], rows["recall_den"][0]) == (1, 2)
    assert rows["recall_den"][1] == 0
    assert rows["ndcg"][1] is None


def test_the_record_says_what_was_saved(stored):
    contents, examination = stored.contents, stored.contents.examination
    with open_reader(stored.db) as reader:
        (record,) = reader.runs()
    assert (record.id, record.label, record.suite) == (stored.run_id, "verde", "despacho")
    assert record.exam == examination.exam
    assert (record.started, record.finished) == (contents.started, contents.finished)
    assert (record.samples, record.seed, record.version, record.origin) == (2, 17, "0.1", "run")
    assert record.decision == contents.verdict.decision.value
    assert record.exit_code == contents.verdict.exit_code
    assert record.counted == examination.counted.sum()
    assert record.measured == examination.known.sum()


def test_contents_are_kept_once_whatever_the_number_of_runs(db, made):
    with open_store(db) as store:
        first = store.save_run(made.contents())
        second = store.save_run(made.contents(label="otra"))
        one, two = store.resolve(first), store.resolve(second)
        count = store._connection.execute(
            "SELECT (SELECT count(*) FROM goldens), (SELECT count(*) FROM manifests),"
            " (SELECT count(*) FROM chunk_bodies), (SELECT count(*) FROM policies)"
        ).fetchone()
    hashes = [f.name for f in fields(one) if f.name.endswith("_hash")]
    assert [getattr(one, name) for name in hashes] == [getattr(two, name) for name in hashes]
    assert count == (1, 1, len(made.hostile), 1)


def test_b58_a_manifest_is_its_contents_and_their_order_not_their_count(made):
    manifest = made.manifest()
    other = replace(manifest.chunks[0], text="otra cosa")
    changed = Manifest(chunks=(other, *manifest.chunks[1:]), batches=manifest.batches)
    turned = Manifest(chunks=manifest.chunks[::-1], batches=manifest.batches)
    unbatched = Manifest(chunks=manifest.chunks)
    hashes = {pack_manifest(m).hash for m in (manifest, changed, turned, unbatched)}
    assert len(hashes) == 4
    assert pack_manifest(made.manifest()).hash == pack_manifest(manifest).hash


def test_manifests_share_the_bodies_of_equal_chunks(db, made):
    chunks = tuple(Chunk(chunk_id=f"c{i}", text="t") for i in range(30))
    with open_store(db) as store:
        for size in (30, 20):
            manifest = Manifest(chunks=chunks[:size])
            run = store.save_run(
                made.contents(manifest=Manifest(chunks=(*made.manifest().chunks, *manifest.chunks)))
            )
            back = store.manifest(store.resolve(run).manifest_hash)
            assert back.chunks[-size:] == manifest.chunks
        (count,) = store._connection.execute("SELECT count(*) FROM chunk_bodies").fetchone()
    assert count == 30 + len(made.hostile)


def test_a_run_without_manifest_has_none(db, made):
    with open_store(db) as store:
        run_id = store.save_run(made.contents(manifest=None))
        assert store.resolve(run_id).manifest_hash is None


def test_documented_diagnoses_and_promotions_come_back_in_order(stored, made):
    notes = [made.note(stored.run_id), made.note(stored.run_id, cause="ch. 10", text="otra")]
    with open_store(stored.db) as store:
        for note in notes:
            store.document(note)
        given = store.promote(
            suite="despacho",
            run_id=stored.run_id,
            who="Ana",
            why="verde",
            from_runs=[stored.run_id],
        )
    with open_reader(stored.db) as reader:
        assert reader.documented("despacho") == tuple(notes)
        assert reader.documented("otra") == ()
        assert reader.promotions("despacho") == (given,)
        assert reader.baseline("despacho") == stored.run_id
        assert reader.baseline("otra") is None


def test_policy_versions_keep_author_and_reason(stored):
    changed = Policy(
        recall=RecallPolicy(mean_quality=Fraction(90)), author="Luis", reason="calibrated"
    )
    with open_store(stored.db) as store:
        first = store.save_policy(changed)
        assert store.save_policy(changed) == first
        assert store.policy(first) == changed
        assert [version.policy for version in store.policies()] == [
            stored.contents.policy,
            changed,
        ]


def test_a_later_verdict_is_appended_and_counts(stored):
    contents = stored.contents
    strict = Policy(author="Luis")
    with open_store(stored.db) as store:
        store.append_verdict(
            stored.run_id,
            verdict=replace(contents.verdict, exit_code=4),
            policy=strict,
            examination=contents.examination,
        )
        first, second = store.verdicts(stored.run_id)
        assert (first.verdict, second.verdict.exit_code) == (contents.verdict, 4)
        assert store.policy(second.policy_hash) == strict
        assert store.resolve(stored.run_id).exit_code == 4


IDS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12), unique=True, max_size=40
)


@settings(deadline=None, max_examples=40)
@given(IDS, st.data())
def test_ids_of_any_text_come_back_one_by_one_and_together(tmp_path_factory, ids, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(id_tables, "BLOCK_IDS", 7)
        db = tmp_path_factory.mktemp("ids") / "unbury.db"
        with open_store(db) as store:
            connection = store._connection
            connection.execute("PRAGMA foreign_keys = OFF")
            key = id_tables.write_ids(connection, 1, ids)
            assert id_tables.read_all_ids(connection, key) == tuple(ids)
            codes = data.draw(st.lists(st.sampled_from(range(len(ids))))) if ids else []
            assert id_tables.read_ids(connection, key, codes) == tuple(ids[c] for c in codes)


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.lists(CASES, max_size=5).map(tuple))
def test_any_golden_set_comes_back_equal_under_a_hash_of_its_own(name, cases):
    golden = GoldenSet(name=name, cases=cases)
    for case in golden.cases[:2]:
        assert case.hash  # a cached value must not find its way into the body
    digest, body = pack_golden(golden)
    assert unpack_golden(digest, body) == golden
    assert pack_golden(GoldenSet(name=name, cases=cases)) == (digest, body)
    assert pack_golden(GoldenSet(name=f"{name}.", cases=cases))[0] != digest


def test_empty_rankings_are_stored_too(db, made):
    empty = Rankings.pack([])
    with open_store(db) as store:
        run_id = store.save_run(made.contents(rankings=(empty,)))
        back = store.rankings(run_id)[0]
    assert len(back) == 0
    assert np.array_equal(back.starts, [0])
