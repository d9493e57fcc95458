"""From a query log to draft cases: confirmed failures first, then head and tail alike.

The golden-set text: take in what ended in a reformulation or with a human on purpose, since those
are confirmed failures; and do not stay with the head of the distribution, since the tail is where
the system breaks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalcore.model.case import Case
from evalcore.model.folding import fold
from evalcore.model.words import Behaviour, CaseStatus

NEAR = 90
"""Likeness (rapidfuzz, 0 to 100) from which a question is one that the set has already."""

_AT_ONCE = 2_000
_RESCUED = 60
"""Likeness of two questions in one session that makes the second a rewording of the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One line of a query log. ``times`` is how often it was asked, where the log counts."""

    question: str
    times: int = 1
    reformulated: bool = False
    escalated: bool = False
    session: str | None = None
    at: str | None = None
    category: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One distinct question of the log, with all that its askings tell."""

    question: str
    times: int
    reformulated: int
    escalated: int

    @property
    def failed(self) -> bool:
        """Whether any asking of it ended in a rewording or with a human."""
        return bool(self.reformulated or self.escalated)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """What was taken of a log: the questions, by the reason for which each was chosen."""

    asked: int
    distinct: int
    known: int
    failed: tuple[Wish, ...] = ()
    head: tuple[Wish, ...] = ()
    tail: tuple[Wish, ...] = field(default=())

    @property
    def chosen(self) -> tuple[Wish, ...]:
        """All of them, confirmed failures first."""
        return (*self.failed, *self.head, *self.tail)


def sample(log: Sequence[Asked], cases: Iterable[Case], n: int) -> Sampled:
    """At most ``n`` questions that no case asks yet: half confirmed failures, as far as there are.

    What is left is shared by head (asked most) and tail (drawn by hash among those asked least),
    so that the same log always gives the same sample.
    """
    wishes = _wishes(_with_rewordings(log))
    known = [fold(case.question) for case in cases]
    new = [wish for wish in wishes if not _is_near(fold(wish.question), known)]
    failed = _apart(sorted((w for w in new if w.failed), key=_worst_first), [], (n + 1) // 2)
    taken = list(failed)
    others = [wish for wish in new if wish not in set(failed)]
    room = n - len(failed)
    head = _apart(sorted(others, key=lambda w: (-w.times, _draw(w))), taken, (room + 1) // 2)
    taken += head
    tail = _apart(sorted(others, key=lambda w: (w.times, _draw(w))), taken, n - len(taken))
    return Sampled(
        asked=sum(one.times for one in log),
        distinct=len(wishes),
        known=len(wishes) - len(new),
        failed=tuple(failed),
        head=tuple(head),
        tail=tuple(tail),
    )


def draft(question: str, *, source: str, taken: Iterable[str], **facts: Any) -> Case:
    """A draft case that asks this, under an id of its own; what is owed to it nobody said yet.

    ``facts`` (how often it was asked, how it ended) stand under the key ``registro``.
    """
    extra: Mapping[str, Any] = {"registro": facts} if facts else {}
    return Case(
        id=_new_id(question, set(taken)),
        question=question,
        behaviour=Behaviour.ANSWER,
        source=source,
        status=CaseStatus.DRAFT,
        extra=extra,
    )


def _with_rewordings(log: Sequence[Asked]) -> list[Asked]:
    """The log, each question marked reformulated that its session asked again in other words."""
    from dataclasses import replace

    from rapidfuzz.fuzz import token_set_ratio

    marked = list(log)
    last: dict[str, int] = {}
    for row, one in enumerate(log):
        if one.session is None:
            continue
        before = last.get(one.session)
        last[one.session] = row
        if before is None or fold(log[before].question) == fold(one.question):
            continue
        if token_set_ratio(fold(log[before].question), fold(one.question)) >= _RESCUED:
            marked[before] = replace(marked[before], reformulated=True)
    return marked


def _wishes(log: Iterable[Asked]) -> list[Wish]:
    """Askings of the same words together, case and accents aside, as first written."""
    grouped: dict[str, list[Asked]] = {}
    for one in log:
        key = " ".join(fold(one.question).split())
        if key:
            grouped.setdefault(key, []).append(one)
    return [
        Wish(
            question=same[0].question.strip(),
            times=sum(one.times for one in same),
            reformulated=sum(one.times for one in same if one.reformulated),
            escalated=sum(one.times for one in same if one.escalated),
        )
        for same in grouped.values()
    ]


def _worst_first(wish: Wish) -> tuple[int, int, int, str]:
    return (-wish.escalated, -wish.reformulated, -wish.times, _draw(wish))


def _apart(wishes: Iterable[Wish], taken: Sequence[Wish], most: int) -> list[Wish]:
    """The first ``most`` that resemble neither each other nor what was taken before."""
    chosen: list[Wish] = []
    seen = [fold(wish.question) for wish in taken]
    for wish in wishes:
        if len(chosen) >= most:
            break
        if not _is_near(fold(wish.question), seen):
            chosen.append(wish)
            seen.append(fold(wish.question))
    return chosen


def _is_near(question: str, others: Sequence[str]) -> bool:
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extractOne

    return extractOne(question, others, scorer=ratio, score_cutoff=NEAR) is not None


def _draw(wish: Wish) -> str:
    return hashlib.sha256(wish.question.encode("utf-8", "replace")).hexdigest()


def _new_id(question: str, taken: set[str]) -> str:
    digest = hashlib.sha256(question.encode("utf-8", "replace")).hexdigest()
    length = next(n for n in range(8, 65, 4) if f"draft-{digest[:n]}" not in taken)
    return f"draft-{digest[:length]}"
