"""Questions to an index elsewhere: made into vectors, sent in batches, with bounded patience."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from evalcore.errors import RetrieverError
from evalcore.model.ranking import Failure, Ranking
from evalcore.retrievers.http.template import fill_body, places_in
from evalcore.retrievers.http.transport import Patience, Trouble, patiently
from evalcore.retrievers.protocol import Filters, Query
from evalcore.retrievers.secrets import Secret
from evalcore.retrievers.vector_source import VectorSource

GIVE_UP_AFTER = 20
"""Cases without any answer in a row, after which the rest of a call is not asked any more."""
PLACES = ("query", "depth", "domain", "on", "vector")
"""What a body or filter may have filled in."""
_SHOWN = 160


@dataclass(frozen=True, eq=False, kw_only=True)
class Question:
    """One question as it is sent. ``vector`` is empty where the search needs none."""

    query: Query
    depth: int
    vector: tuple[float, ...] = ()
    on: date | None = None

    def filled(self, template: Any) -> Any:
        """The template with each placeholder as data: nothing is spliced into a text of code.

        Raises ``Trouble`` where the question lacks what the template needs: asking without it
        would be another question.
        """
        values = {
            "query": self.query.text,
            "depth": self.depth,
            "domain": self.query.domain,
            "on": None if self.on is None else self.on.isoformat(),
            "vector": list(self.vector),
        }
        for name in sorted(places_in(template)):
            if values[name] is None:
                raise Trouble(f"the search asks for the case's {name}, and this case has none")
        return fill_body(template, values)


Ask = Callable[[Sequence[Question]], Sequence[Ranking | Failure]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Asking:
    """How the questions of one call are put. ``source`` is None where no vector is needed."""

    source: VectorSource | None = field(repr=False)
    patience: Patience
    batch: int
    on: date
    secrets: Sequence[Secret] = field(default=(), repr=False)

    def search(
        self, queries: Sequence[Query], depth: int, filters: Filters | None, ask: Ask
    ) -> Sequence[Ranking | Failure]:
        """Every query's answer, in their order. ``ask`` gets one batch, and may raise Trouble.

        A batch that is refused is asked again one by one, so that a bad question does not take
        the others with it.
        """
        if filters is not None and filters.domains is not None:
            why = Failure("this retriever cannot be asked with other domains than its own")
            return [why] * len(queries)
        day = self.on if filters is None or filters.on is None else filters.on
        answers: dict[int, Ranking | Failure] = {}
        asked: dict[int, Question] = {}
        for row, vector in enumerate(self._vectors(queries)):
            if isinstance(vector, Failure):
                answers[row] = vector
            else:
                asked[row] = Question(query=queries[row], depth=depth, vector=vector, on=day)
        found = _Batches(ask, self.patience, self.secrets).run(list(asked.values()), self.batch)
        answers.update(zip(asked, found, strict=True))
        return [answers[row] for row in range(len(queries))]

    def _vectors(self, queries: Sequence[Query]) -> Iterator[tuple[float, ...] | Failure]:
        if self.source is None:
            yield from [()] * len(queries)
            return
        embedded = self.source.queries([query.text for query in queries])
        for row, query in enumerate(queries):
            if not query.text.strip():
                yield Failure("the question is blank, so it has no vector")
            elif row in embedded.failed:
                yield Failure(embedded.failed[row])
            else:
                yield tuple(embedded.vectors[row].tolist())


class _Batches:
    def __init__(self, ask: Ask, patience: Patience, secrets: Sequence[Secret]) -> None:
        self._ask = ask
        self._patience = patience
        self._secrets = secrets
        self._in_a_row = 0

    def run(self, questions: Sequence[Question], size: int) -> Iterator[Ranking | Failure]:
        for start in range(0, len(questions), size):
            yield from self._batch(questions[start : start + size])

    def _batch(self, batch: Sequence[Question]) -> Sequence[Ranking | Failure]:
        if self._in_a_row >= GIVE_UP_AFTER:
            why = Failure(f"not asked: {GIVE_UP_AFTER} cases in a row got no answer")
            return [why] * len(batch)
        try:
            answers = list(patiently(lambda: self._ask(batch), self._patience))
        except Trouble as trouble:
            if not trouble.again and len(batch) > 1:
                return [answer for question in batch for answer in self._batch([question])]
            self._in_a_row += len(batch) if trouble.again else 0
            return [Failure(redacted(trouble.reason, self._secrets))] * len(batch)
        if len(answers) != len(batch):
            why = Failure(f"the index gave {len(answers)} lists for {len(batch)} questions")
            return [why] * len(batch)
        self._in_a_row = 0
        return answers


def redacted(text: str, secrets: Sequence[Secret]) -> str:
    """The text on one line and of bounded length, without any of the secrets."""
    for secret in secrets:
        text = text.replace(secret.reveal(), "***")
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


@contextmanager
def reaching(secrets: Sequence[Secret] = ()) -> Iterator[None]:
    """A ``Trouble`` within becomes the ``RetrieverError`` of a whole index."""
    try:
        yield
    except Trouble as trouble:
        raise RetrieverError(
            redacted(trouble.reason, secrets),
            hint="unbury doctor SUITE shows how the index is reached",
        ) from None
