"""Many cases column by column: each is made when somebody asks for it.

A label file or a stored golden set holds a hundred thousand cases and three times as many
labels. Reading, examining and storing them needs their columns; making an object of each takes
longer than all of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from functools import cached_property
from itertools import chain, islice, repeat
from operator import attrgetter
from typing import Any, TypeVar, overload

import numpy as np

from evalcore.model.case import Case, Expected
from evalcore.model.ranking import Longs

Value = TypeVar("Value", Case, Expected)

_SHARE = 20
"""One case alone takes some times as long as one of all: a twentieth singly, then all at once."""

LABELS = "expected"
"""The field of a case that is no column: its labels have columns of their own."""


class CaseTable(Sequence[Case]):
    """n cases with m labels in all; reads like a tuple of cases.

    ``columns`` holds the fields of ``Case`` (without its labels), n values each; ``labels``
    those of ``Expected``, m values each, laid end to end; ``counts`` (n,) says how many of them
    each case has. A field without a column has its default everywhere.
    """

    __hash__ = None  # type: ignore[assignment]  # as large as a golden set; nothing is keyed by it

    def __init__(
        self,
        columns: Mapping[str, Sequence[Any]],
        *,
        counts: Longs,
        labels: Mapping[str, Sequence[Any]],
    ) -> None:
        self._columns = columns
        self._labels = labels
        self.counts = counts
        self._singly = len(counts) // _SHARE

    def __len__(self) -> int:
        return len(self.counts)

    @overload
    def __getitem__(self, place: int) -> Case: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Case, ...]: ...

    def __getitem__(self, place: int | slice) -> Case | tuple[Case, ...]:
        if isinstance(place, slice) or self._singly <= 0 or "_cases" in self.__dict__:
            return self._cases[place]
        self._singly -= 1
        return self._one(range(len(self))[place])

    def __iter__(self) -> Iterator[Case]:
        return iter(self._cases)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, CaseTable | tuple):
            return NotImplemented
        return self._cases == tuple(other)

    def __repr__(self) -> str:
        return f"CaseTable({len(self)} cases)"

    def column(self, name: str) -> Sequence[Any]:
        """A field of every case, n values in their order."""
        return _column(Case, name, self._columns, len(self))

    def label_column(self, name: str) -> Sequence[Any]:
        """A field of every label, m values in their order."""
        return _column(Expected, name, self._labels, int(self.counts.sum()))

    def _one(self, place: int) -> Case:
        first, last = int(self._starts[place]), int(self._starts[place + 1])
        own = {name: values[first:last] for name, values in self._labels.items()}
        labels = tuple(_made(Expected, own, last - first))
        fields_ = {name: [values[place]] for name, values in self._columns.items()}
        return next(iter(_made(Case, {**fields_, LABELS: [labels]}, 1)))

    @cached_property
    def _starts(self) -> Longs:
        return np.concatenate([[0], np.cumsum(self.counts)]).astype(np.int64)

    @cached_property
    def _cases(self) -> tuple[Case, ...]:
        labels = iter(_made(Expected, self._labels, int(self.counts.sum())))
        expected = [tuple(islice(labels, count)) for count in self.counts.tolist()]
        return tuple(_made(Case, {**self._columns, LABELS: expected}, len(self)))


def column(cases: Sequence[Case], name: str) -> Sequence[Any]:
    """A field of every case, in their order; the table's own column where there is one."""
    return cases.column(name) if isinstance(cases, CaseTable) else _got(name, cases)


def label_column(cases: Sequence[Case], name: str) -> Sequence[Any]:
    """A field of every label of the cases, laid end to end in their order."""
    if isinstance(cases, CaseTable):
        return cases.label_column(name)
    return _got(name, list(chain.from_iterable(case.expected for case in cases)))


def label_counts(cases: Sequence[Case]) -> Longs:
    """How many labels each case has, shape (n,)."""
    if isinstance(cases, CaseTable):
        return cases.counts
    return np.fromiter((len(case.expected) for case in cases), dtype=np.int64, count=len(cases))


def default_of(spec: Field[Any]) -> Any:
    """What a field holds where nothing was said; ``MISSING`` for one that must be given."""
    return spec.default if spec.default_factory is MISSING else spec.default_factory()


def _got(name: str, items: Sequence[Any]) -> list[Any]:
    return list(map(attrgetter(name), items))


def _column(
    cls: type[Value], name: str, columns: Mapping[str, Sequence[Any]], count: int
) -> Sequence[Any]:
    if name in columns:
        return columns[name]
    return [default_of(next(spec for spec in fields(cls) if spec.name == name))] * count


def _made(cls: type[Value], columns: Mapping[str, Sequence[Any]], count: int) -> Iterable[Value]:
    """What the constructor would make, in a third of its time: twenty fields are set at once."""
    names = tuple(columns)
    own = [s for s in fields(cls) if s.name not in columns and s.default_factory is not MISSING]
    rows = zip(*columns.values(), strict=True) if names else repeat((), count)
    for row in rows:
        one = object.__new__(cls)
        one.__dict__.update(zip(names, row, strict=True))
        for spec in own:
            one.__dict__[spec.name] = default_of(spec)
        yield one
