"""A function of one's own: what it may return, and what its failures do."""

import sys
import textwrap

import pytest

from evalcore.errors import RetrieverError
from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.protocol import Filters


@pytest.fixture
def search(tmp_path, built, ask):
    """Write a function beside a suite and ask it."""

    def run(body, *texts, depth=10, call="mine:find", name="mine.py", filters=None, **options):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(body), encoding="utf-8")
        retriever = built({"kind": "python", "callable": call, **options}, folder=tmp_path)
        return retriever.search(ask(*(texts or ("x",))), depth, filters)

    return run


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("['a', 'b']", Ranking(chunk_ids=("a", "b"))),
        ("[('a', 2), ('b', -1.5)]", Ranking(chunk_ids=("a", "b"), scores=(2.0, -1.5))),
        ("[{'id': 'a', 'score': 0}]", Ranking(chunk_ids=("a",), scores=(0.0,))),
        (
            "[{'chunk_id': 'a', 'score': 1, 'raw_score': 2}]",
            Ranking(chunk_ids=("a",), scores=(1.0,), raw_scores=(2.0,)),
        ),
        ("iter(['a'])", Ranking(chunk_ids=("a",))),
        ("[]", Ranking(chunk_ids=())),
        ("['x', 'x']", Ranking(chunk_ids=("x", "x"))),
    ],
)
def test_ids_pairs_and_dicts_are_understood(search, result, expected):
    assert search(f"def find(query, depth): return {result}") == [expected]
    assert search(f"def find(queries, depth): return [{result}]") == [expected]


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("None", "the function returned nothing, not a list"),
        ("'abc'", "the function returned a str, not a list"),
        ("{'a': 1.0}", "the function returned a dict, not a list"),
        ("{'a', 'b'}", "the function returned a set, not a list"),
        ("5", "the function returned a int, not a list"),
        ("[7]", "the id of result 1 is a number"),
        ("[('a', float('nan'))]", "the score of result 1 is not a finite number"),
        ("[('a', 1, 2)]", "result 1 has 3 parts, not (id, score)"),
        ("[{'score': 1}]", 'result 1 needs one of "id" and "chunk_id"'),
        ("['a', ('b', 1.0)]", "some results carry a score and some do not"),
    ],
)
def test_b04_b15_anything_else_is_a_failure_with_its_reason(search, result, reason):
    (answer,) = search(f"def find(query, depth): return {result}")
    assert isinstance(answer, Failure)
    assert answer.reason.startswith(reason)


def test_a_data_frame_is_not_taken_for_its_column_names(search):
    body = """
        import pandas
        def find(query, depth):
            return pandas.DataFrame({"id": ["a"], "score": [1.0]})
    """
    assert search(body) == [Failure("the function returned a DataFrame, not a list")]


RAISES = """
def find(query, depth):
    if query == "bad":
        raise ValueError("https://host/?key=sk-test-canary")
    return [query]
"""


def test_an_exception_fails_its_query_only_and_its_text_is_kept_out(search):
    good, bad, also = search(RAISES, "a", "bad", "b")
    assert (good, also) == (Ranking(chunk_ids=("a",)), Ranking(chunk_ids=("b",)))
    assert bad == Failure("it raised ValueError in mine.py, line 4")


def test_a_batch_that_raises_is_asked_again_one_by_one(search):
    body = """
        def find(queries, depth):
            if "bad" in queries:
                raise ValueError
            return [[query] for query in queries]
    """
    good, bad, also = search(body, "a", "bad", "b")
    assert (good, also) == (Ranking(chunk_ids=("a",)), Ranking(chunk_ids=("b",)))
    assert isinstance(bad, Failure)


def test_lists_that_cannot_be_matched_to_their_queries_all_fail(search):
    answers = search("def find(queries, depth): return [['a']]", "x", "y")
    assert answers == [Failure("the function gave 1 lists for 2 queries")] * 2


def test_b54_sys_exit_in_the_function_never_ends_the_run_as_a_success(search):
    (answer,) = search("import sys\ndef find(query, depth): sys.exit(0)")
    assert isinstance(answer, Failure)
    with pytest.raises(RetrieverError):
        search("import sys\nsys.exit(0)")


def test_a_lazy_list_that_breaks_off_is_a_failure(search):
    body = """
        def find(queries, depth):
            return [some(query) for query in queries]
        def some(query):
            yield "a"
            raise KeyError
    """
    (answer,) = search(body)
    assert answer == Failure("it raised KeyError in mine.py, line 6")


def test_scores_must_be_there_in_all_lists_or_in_none(search):
    body = """
        def find(query, depth):
            return {"none": [], "ids": ["a"]}.get(query, [("a", 1.0)])
    """
    first, empty, other, plain = search(body, "x", "none", "y", "ids")
    assert isinstance(first, Ranking)
    assert isinstance(empty, Ranking)
    assert isinstance(other, Ranking)
    assert isinstance(plain, Failure)


def test_batch_can_be_said_and_depth_is_passed(search):
    assert search("def find(q, k): return [[str(k)]]", batch=True, depth=7) == [
        Ranking(chunk_ids=("7",))
    ]


def test_other_filters_are_refused(search):
    (answer,) = search("def find(query, depth): return ['a']", filters=Filters(off=True))
    assert isinstance(answer, Failure)


def test_two_suites_may_each_have_a_module_of_one_name(tmp_path, built, ask):
    found = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "search.py").write_text(f"def find(query, depth): return ['{name}']")
        retriever = built({"kind": "python", "callable": "search:find"}, folder=folder)
        found.append(retriever.search(ask("x"), 5)[0].chunk_ids)
    assert found == [("one",), ("two",)]


def test_an_edited_file_is_loaded_anew(search):
    assert search("def find(query, depth): return ['before']")[0].chunk_ids == ("before",)
    assert search("def find(query, depth): return ['after it']")[0].chunk_ids == ("after it",)


def test_modules_beside_the_file_can_be_imported_and_the_path_is_put_back(search, tmp_path):
    (tmp_path / "neighbour_of_mine.py").write_text("WORD = 'n'")
    before = list(sys.path)
    body = "from neighbour_of_mine import WORD\ndef find(query, depth): return [WORD]"
    assert search(body)[0].chunk_ids == ("n",)
    assert sys.path == before


def test_a_package_beside_the_suite_is_imported_whole(search, tmp_path):
    (tmp_path / "mypack_one").mkdir()
    (tmp_path / "mypack_one" / "__init__.py").write_text("")
    (tmp_path / "mypack_one" / "words.py").write_text("WORD = 'p'")
    body = "from .words import WORD\ndef find(query, depth): return [WORD]"
    answers = search(body, name="mypack_one/ask.py", call="mypack_one.ask:find")
    assert answers[0].chunk_ids == ("p",)


def test_another_package_of_the_same_name_is_never_taken_for_it(tmp_path, built):
    (tmp_path / "evalcore").mkdir()
    (tmp_path / "evalcore" / "__init__.py").write_text("def find(query, depth): return ['a']")
    with pytest.raises(RetrieverError, match="from elsewhere"):
        built({"kind": "python", "callable": "evalcore:find"}, folder=tmp_path)


@pytest.mark.parametrize(
    ("body", "call", "message"),
    [
        ("x = 1", "mine:find", 'no function "find"'),
        ("find = 1", "mine:find", 'no function "find"'),
        ("x = 1", "missing_one:find", 'the module "missing_one" cannot be imported'),
        ("import missing_two", "mine:find", 'the module "missing_two" cannot be imported'),
        ("def find(:", "mine:find", "it raised SyntaxError"),
        ("raise ValueError('sk-test-canary')", "mine:find", "it raised ValueError in mine.py"),
    ],
)
def test_a_function_that_cannot_be_had_is_a_retriever_error(search, body, call, message):
    with pytest.raises(RetrieverError, match=message) as caught:
        search(body, call=call)
    assert "canary" not in str(caught.value)
