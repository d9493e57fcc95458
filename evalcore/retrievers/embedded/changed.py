"""The same index with a chunk changed, removed or added; only what changed is made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evalcore.model.manifest import Chunk
from evalcore.retrievers.embedded.build import dense_index, embedded_text
from evalcore.retrievers.embedded.retriever import EmbeddedRetriever


def changed(
    retriever: EmbeddedRetriever, *, chunk: Chunk | None = None, without: tuple[str, ...] = ()
) -> EmbeddedRetriever:
    """The index with ``chunk`` in place of the one of its id, and the chunks ``without`` gone.

    A chunk that the index lost (``unindexed``) is indexed where the manifest has it; one that is
    in neither comes last. Ids of ``without`` that the index does not hold change nothing. Every
    answer equals, byte for byte, that of an index built from the changed manifest. Raises
    ``RetrieverError`` where the new text cannot be embedded.
    """
    chunks, lost = list(retriever.chunks), dict(retriever.unindexed)
    if chunk is not None:
        row = next((n for n, it in enumerate(chunks) if it.chunk_id == chunk.chunk_id), None)
        if row is None:
            row = lost.get(chunk.chunk_id, len(chunks))
            chunks.insert(row, chunk)
            lost = _after_insertion(lost, chunk.chunk_id)
        else:
            chunks[row] = chunk
    gone = [n for n, it in enumerate(chunks) if it.chunk_id in without]
    kept = [it for it in chunks if it.chunk_id not in without]
    lost = {i: row - sum(n < row for n in gone) for i, row in lost.items() if i not in without}
    return replace(over(retriever, kept), unindexed=lost)


def over(retriever: EmbeddedRetriever, chunks: Sequence[Chunk]) -> EmbeddedRetriever:
    """The same index over another list of chunks, in which nothing is lost.

    A chunk whose embedded text is the one already held under its id is not embedded again.
    """
    held = {chunk.chunk_id: (row, chunk) for row, chunk in enumerate(retriever.chunks)}
    texts: list[str] = []
    rows: list[int] = []
    for chunk in chunks:
        row, old = held.get(chunk.chunk_id, (-1, None))
        text = embedded_text(chunk, retriever.text_field) if chunk is not old else ""
        same = chunk is old or (
            old is not None and embedded_text(old, retriever.text_field) == text
        )
        rows.append(row if same else -1)
        if not same:
            texts.append(text)
    return _reindexed(retriever, chunks, rows, texts)


def _reindexed(
    retriever: EmbeddedRetriever,
    chunks: Sequence[Chunk],
    rows: Sequence[int],
    texts: Sequence[str],
) -> EmbeddedRetriever:
    lexical, dense, source = retriever.lexical, retriever.dense, retriever.source
    if lexical is not None:
        lexical = lexical.over(rows, texts)
    if dense is not None and source is not None:
        dense = dense.over(rows, dense_index(texts, source))
    return replace(retriever, chunks=tuple(chunks), lexical=lexical, dense=dense, unindexed={})


def _after_insertion(lost: Mapping[str, int], chunk_id: str) -> dict[str, int]:
    """The rows of the chunks still lost, once the one of this id takes its row again."""
    if chunk_id not in lost:
        return dict(lost)
    later = list(lost).index(chunk_id)
    return {
        key: row + (place > later)
        for place, (key, row) in enumerate(lost.items())
        if key != chunk_id
    }
