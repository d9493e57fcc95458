"""The SQL of a search: names are quoted by the driver, values are bound, nothing is spliced.

``where`` is the suite's own SQL, as its author wrote it; what it asks of a question is bound.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evalcore.retrievers.http.template import places_in
from evalcore.retrievers.indexes.asking import Question
from evalcore.retrievers.pgvector.options import FullTextOptions, PgvectorOptions

_OPERATOR = {"cosine": "<=>", "l2": "<->", "inner_product": "<#>", "l1": "<+>"}
_SIMILARITY = {"cosine": "1 - far", "l2": "-far", "inner_product": "-far", "l1": "-far"}
_PLACE = re.compile(r"\{([A-Za-z_]+)\}")


def by_vector(options: PgvectorOptions, *, filtered: bool) -> Any:
    """Statement giving (id, score), nearest first.

    The inner query is what an application asks, so that an index may answer it; the outer one
    only puts equal distances into the order of their ids, for the same list every time.
    """
    from psycopg import sql

    score = "far" if options.scores == "distance" else _SIMILARITY[options.distance]
    return sql.SQL(
        "SELECT id, {score} FROM (SELECT {id}::text AS id, {column} {operator}"
        " %(vector)s::{type} AS far FROM {table} WHERE {column} IS NOT NULL AND {where}"
        " ORDER BY {column} {operator} %(vector)s::{type} LIMIT %(limit)s) AS found"
        ' ORDER BY far, id COLLATE "C"'
    ).format(
        score=sql.SQL(score),
        id=sql.Identifier(options.chunk_id),
        column=sql.Identifier(options.column),
        operator=sql.SQL(_OPERATOR[options.distance]),
        type=sql.SQL(options.column_type),
        table=table_of(options),
        where=_where(options, filtered=filtered),
    )


def by_words(options: PgvectorOptions, full_text: FullTextOptions, *, filtered: bool) -> Any:
    """Statement giving (id, score) of what shares words with the question, best first."""
    from psycopg import sql

    column = sql.Identifier(full_text.column)
    read = sql.SQL("to_tsvector(%(language)s::regconfig, {})").format(column)
    held = column if full_text.tsvector else read
    asked = "plainto_tsquery(%(language)s::regconfig, %(query)s)"
    if full_text.words == "any":
        asked = f"replace({asked}::text, '&', '|')::tsquery"
    return sql.SQL(
        "SELECT {id}::text AS id, ts_rank_cd({held}, {asked})::float8 AS score FROM {table}"
        ' WHERE {held} @@ {asked} AND {where} ORDER BY score DESC, {id}::text COLLATE "C"'
        " LIMIT %(limit)s"
    ).format(
        id=sql.Identifier(options.chunk_id),
        held=held,
        asked=sql.SQL(asked),
        table=table_of(options),
        where=_where(options, filtered=filtered),
    )


def values_of(options: PgvectorOptions, question: Question) -> Mapping[str, Any]:
    """What is bound. Raises ``Trouble`` where the question lacks what ``where`` needs."""
    asked = {name: f"{{{name}}}" for name in places_in(options.where)}
    window = options.fusion.window if options.fusion is not None else None
    return {
        **question.filled(asked),
        "query": question.query.text,
        "vector": "[" + ",".join(map(repr, question.vector)) + "]",
        "language": None if options.full_text is None else options.full_text.language,
        "limit": question.depth if window is None else window,
    }


def table_of(options: PgvectorOptions) -> Any:
    """The table's quoted name; a dot parts it from its schema."""
    from psycopg import sql

    return sql.Identifier(*options.table.split("."))


def _where(options: PgvectorOptions, *, filtered: bool) -> Any:
    from psycopg import sql

    if options.where is None or not filtered:
        return sql.SQL("true")
    # The driver reads percent signs; those of the suite are its own SQL.
    bound = _PLACE.sub(r"%(\1)s", options.where.replace("%", "%%"))
    return sql.SQL(f"({bound})")
