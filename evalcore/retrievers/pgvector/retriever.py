"""Asks a PostgreSQL table, question by question as an application would, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evalcore.model.ranking import Failure, Ranking
from evalcore.model.words import Direction
from evalcore.retrievers.answers import Result, ranking_of
from evalcore.retrievers.indexes.asking import Asking, Question, reaching
from evalcore.retrievers.indexes.fields import id_text, record_of
from evalcore.retrievers.indexes.fusion import reciprocal_ranks
from evalcore.retrievers.pgvector.options import PgvectorOptions
from evalcore.retrievers.pgvector.statements import by_vector, by_words, table_of, values_of
from evalcore.retrievers.pgvector.troubles import troubles
from evalcore.retrievers.protocol import Capabilities, Filters, Query

_LARGE = 1000
Rows = Sequence[tuple[Any, Any]]


@dataclass(frozen=True, eq=False, kw_only=True)
class PgvectorRetriever:
    """One table, only read. ``connect`` opens a connection, which is closed after each batch.

    Chunks without a vector are not found by vectors. Of equal distances the smaller id stands
    first (byte order), but which of them are fetched at the very end of the list is the index's.
    """

    options: PgvectorOptions
    asking: Asking
    connect: Callable[[], Any]
    exact: bool = False

    @property
    def capabilities(self) -> Capabilities:
        """Filters off and exact search; there is neither boost nor cut to switch off."""
        far = self.options.scores == "distance"
        return Capabilities(
            filters_off=True,
            boost_off=True,
            cut_off=True,
            exact=True,
            vectors=self.options.mode != "text",
            lexical=self.options.mode != "vectors",
            direction=Direction.LOWER if far else Direction.HIGHER,
        )

    def exactly(self) -> PgvectorRetriever:
        """The same search with every index switched off: each vector is compared."""
        return replace(self, exact=True)

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None = None
    ) -> Sequence[Ranking | Failure]:
        """The first ``depth`` chunks of every query, best first."""
        filtered = filters is None or not filters.off
        return self.asking.search(
            queries, depth, filters, lambda batch: self._ask(batch, filtered=filtered)
        )

    def records(self) -> Iterator[Mapping[str, Any]]:
        """Every row of the table under a manifest's field names, without its vectors."""
        with reaching(self.asking.secrets):
            yield from self._records()

    def holding(self, chunk_ids: Sequence[str]) -> frozenset[str]:
        """Those of these ids that a row of the table has."""
        with reaching(self.asking.secrets):
            return frozenset(self._holding(chunk_ids))

    def _ask(self, batch: Sequence[Question], *, filtered: bool) -> list[Ranking | Failure]:
        with troubles(), self.connect() as connection:
            self._set_up(connection)
            return [self._answer(connection, question, filtered=filtered) for question in batch]

    def _answer(self, connection: Any, question: Question, *, filtered: bool) -> Ranking | Failure:
        options, values = self.options, values_of(self.options, question)
        lists: list[Rows] = []
        if options.mode != "text":
            found = connection.execute(by_vector(options, filtered=filtered), values)
            lists.append(found.fetchall())
        if options.full_text is not None:
            words = by_words(options, options.full_text, filtered=filtered)
            lists.append(connection.execute(words, values).fetchall())
        rows = lists[0]
        if len(lists) > 1:
            k = 60 if options.fusion is None else options.fusion.k
            rows = reciprocal_ranks([[row[0] for row in one] for one in lists], k)
        return ranking_of([Result(*row) for row in rows], question.depth)

    def _set_up(self, connection: Any) -> None:
        """Settings of this transaction alone, so that a pool of connections may stand between."""
        options = self.options
        settings: dict[str, Any] = {
            "statement_timeout": f"{options.timeout * 1000:.0f}",
            "transaction_read_only": "on",
        }
        if self.exact or options.exact:
            settings["enable_indexscan"] = "off"
        if options.ef_search is not None:
            settings["hnsw.ef_search"] = options.ef_search
        if options.probes is not None:
            settings["ivfflat.probes"] = options.probes
        if options.iterative_scan is not None:
            settings["hnsw.iterative_scan"] = options.iterative_scan
        for name, value in settings.items():
            connection.execute("SELECT set_config(%s, %s, true)", (name, str(value)))

    def _records(self) -> Iterator[Mapping[str, Any]]:
        from psycopg import sql
        from psycopg.rows import dict_row

        with troubles(), self.connect() as connection:
            self._set_up(connection)
            columns = [name for name in self._columns(connection) if name != self.options.column]
            chosen = sql.SQL(", ").join(map(sql.Identifier, columns))
            statement = sql.SQL("SELECT {} FROM {}").format(chosen, table_of(self.options))
            with connection.cursor("unbury_records", row_factory=dict_row) as cursor:
                cursor.itersize = _LARGE
                for row in cursor.execute(statement):
                    yield record_of(row.get(self.options.chunk_id), row, self.options.fields)

    def _columns(self, connection: Any) -> list[str]:
        from psycopg import sql

        names = [getattr(self.options.fields, it) for it in type(self.options.fields).model_fields]
        wanted = {self.options.chunk_id, *type(self.options.fields).model_fields, *names}
        wanted |= {name.split(".", maxsplit=1)[0] for name in names if name is not None}
        nothing = sql.SQL("SELECT * FROM {} LIMIT 0").format(table_of(self.options))
        found = connection.execute(nothing).description or ()
        return [column.name for column in found if column.name in wanted]

    def _holding(self, chunk_ids: Sequence[str]) -> list[str]:
        from psycopg import sql

        statement = sql.SQL("SELECT {id}::text FROM {table} WHERE {id}::text = ANY(%s)").format(
            id=sql.Identifier(self.options.chunk_id), table=table_of(self.options)
        )
        with troubles(), self.connect() as connection:
            self._set_up(connection)
            rows = connection.execute(statement, (list(chunk_ids),)).fetchall()
        return [str(id_text(row[0])) for row in rows]
