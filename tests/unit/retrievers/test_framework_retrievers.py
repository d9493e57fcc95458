"""LangChain's documents and LlamaIndex's nodes, by a function or by the retriever itself."""

import pytest

from evalcore.model.ranking import Failure, Ranking

LANGCHAIN = """
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

DOCS = [Document(id="a", page_content="x", metadata={"key": "k-a"}),
        Document(id=None, page_content="y", metadata={"key": "k-b"})]


class Mine(BaseRetriever):
    def _get_relevant_documents(self, query, *, run_manager):
        return DOCS[:1] if query == "one" else DOCS


retriever = Mine()


def scored(query, depth):
    return [(DOCS[0], 0.9)]
"""
LLAMA = """
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, TextNode


class Mine(BaseRetriever):
    def _retrieve(self, query_bundle):
        node = TextNode(id_="n-1", text="x", metadata={"key": "k-1"})
        score = None if query_bundle.query_str == "bare" else 0.5
        return [NodeWithScore(node=node, score=score)]


retriever = Mine()
"""


@pytest.fixture
def search(tmp_path, built, ask):
    def make(body, question, **more):
        (tmp_path / "mine.py").write_text(body)
        options = {"kind": "python", "callable": "mine:retriever"} | more
        return built(options, folder=tmp_path).search(ask(question), 5)[0]

    return make


def test_a_langchain_retriever_is_asked_itself(search):
    assert search(LANGCHAIN, "one") == Ranking(chunk_ids=("a",))


def test_a_document_without_id_says_what_to_name(search):
    assert search(LANGCHAIN, "two") == Failure(
        "result 2 has no id: name the key of its metadata as id_field"
    )


def test_ids_may_stand_in_the_metadata(search):
    assert search(LANGCHAIN, "two", id_field="key").chunk_ids == ("k-a", "k-b")
    assert search(LANGCHAIN, "two", id_field="kay") == Failure(
        'the metadata of result 1 has no "kay"'
    )


def test_documents_with_their_scores_keep_them(search):
    found = search(LANGCHAIN, "one", callable="mine:scored")
    assert found == Ranking(chunk_ids=("a",), scores=(0.9,))


# Its tracer still names a module that its own dependency has moved.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_llamaindex_nodes_carry_their_id_and_score(search):
    assert search(LLAMA, "x") == Ranking(chunk_ids=("n-1",), scores=(0.5,))
    assert search(LLAMA, "bare") == Ranking(chunk_ids=("n-1",))
    assert search(LLAMA, "x", id_field="key").chunk_ids == ("k-1",)
