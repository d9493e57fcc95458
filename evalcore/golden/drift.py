"""How far a golden set's questions are from those of a query log: words, segments, coverage.

Every figure stands beside what a random sample of the log, as large as the golden set, would
show: a small set never asks all the words of a large log, and that alone is no drift.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.golden.growth import Asked
from evalcore.golden.nearest import Rows, coverage, nearest, rarity_of, word_rows
from evalcore.model.folding import fold
from evalcore.stats.binomial import LEVEL, interval

Floats = npt.NDArray[np.float64]
Tokens = Callable[[str], Sequence[str]]

_NAMED = 100
_WORD = re.compile(r"\w+")

DRAWS = 200
"""Random samples of the log behind each band; a band holds 95 % of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One distinct question of the log and how often it was asked."""

    text: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure of the set against the log, and its band over random samples of the log.

    ``drifted`` says that the set lies on the worse side of the whole band.
    """

    value: float
    low: float
    high: float
    drifted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A category's share of the log and of the set, with the interval of the set's.

    The intervals hold for all categories together in 95 %: each is so much wider.
    """

    name: str
    log: int
    log_total: int
    golden: int
    golden_total: int
    low: float
    high: float

    @property
    def drifted(self) -> bool:
        """Whether the log's share lies outside what the set's could be by chance."""
        return not self.low <= self.log / self.log_total <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncovered:
    """A question of the log and the golden question nearest to it (cosine, 0 to 1).

    ``nearest`` is None where no golden question shares a word with it.
    """

    question: Question
    nearest: str | None
    likeness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """What ``golden drift`` found. Figures weigh each distinct question once.

    ``unasked`` is the share of the log's words that the set never uses, ``divergence`` the
    Jensen-Shannon divergence (base 2, 0 to 1) of their words, ``coverage`` the mean likeness of a
    log question to its nearest golden question. ``head`` are the least covered of the questions
    that make up half of all askings, ``tail`` those of the rest.
    """

    asked: int
    distinct: int
    golden: int
    unasked: Figure
    divergence: Figure
    coverage: Figure
    words: tuple[tuple[str, int], ...]
    segments: tuple[Segment, ...]
    head: tuple[Uncovered, ...]
    tail: tuple[Uncovered, ...]
    in_head: int


def distinct(log: Iterable[Asked]) -> tuple[Question, ...]:
    """The questions of a log, askings of the same words together, case and accents aside."""
    first: dict[str, str] = {}
    times: Counter[str] = Counter()
    for one in log:
        key = " ".join(fold(one.question).split())
        if key:
            first.setdefault(key, one.question.strip())
            times[key] += one.times
    return tuple(Question(text=text, times=times[key]) for key, text in first.items())


def drift(
    log: Sequence[Asked],
    golden: Sequence[tuple[str, str | None]],
    tokens: Tokens,
    *,
    worst: int,
    rng: np.random.Generator,
) -> Drift:
    """Set the golden questions (text, category) beside a log. ``worst`` of each kind are listed.

    ``tokens`` cuts a text into its words. Raises ``ValueError`` for no questions on either side.
    """
    questions = distinct(log)
    if not questions or not golden:
        raise ValueError("nothing to compare")
    vocabulary: dict[str, int] = {}
    asked = [_codes(tokens(one.text), vocabulary) for one in questions]
    known = [_codes(tokens(text), vocabulary) for text, _ in golden]
    width = len(vocabulary)
    rarity = rarity_of([*asked, *known], width)
    rows, own = word_rows(asked, rarity), word_rows(known, rarity)
    least = _least(questions, [text for text, _ in golden], rows, own)
    head = _head(questions)
    counts, ours = _counts(asked, width), _counts(known, width)
    unasked, divergence = _of_words(asked, counts, ours, size=len(known), rng=rng)
    return Drift(
        asked=sum(one.times for one in log),
        distinct=len(questions),
        golden=len(golden),
        unasked=unasked,
        divergence=divergence,
        coverage=figure_of(*coverage(rows, own, rng=rng), higher_is_worse=False),
        words=_missing(questions, vocabulary, np.where(ours > 0, 0, counts), tokens)[: 2 * worst],
        segments=segments(log, [category for _, category in golden]),
        head=tuple(one for one in least if one.question in head)[:worst],
        tail=tuple(one for one in least if one.question not in head)[:worst],
        in_head=len(head),
    )


def figure_of(value: float, drawn: Sequence[float], *, higher_is_worse: bool) -> Figure:
    """A figure beside its band; without draws the band is the figure, and nothing drifted."""
    low, high = np.quantile(np.asarray(drawn or [value]), [0.025, 0.975]).tolist()
    worse = value > high if higher_is_worse else value < low
    return Figure(value=value, low=low, high=high, drifted=worse)


def segments(log: Iterable[Asked], golden: Sequence[str | None]) -> tuple[Segment, ...]:
    """The categories that the log names, largest first; empty where it names none."""
    told: Counter[str] = Counter()
    for one in log:
        if one.category:
            told[one.category] += one.times
    total, mine = sum(told.values()), Counter(name for name in golden if name)
    if not total:
        return ()
    n, level = sum(mine.values()), 1 - (1 - LEVEL) / len(told)
    return tuple(
        Segment(
            name=name,
            log=times,
            log_total=total,
            golden=mine[name],
            golden_total=n,
            low=interval(mine[name], n, level)[0],
            high=interval(mine[name], n, level)[1],
        )
        for name, times in told.most_common()
    )


def _codes(words: Sequence[str], vocabulary: dict[str, int]) -> list[int]:
    return [vocabulary.setdefault(word, len(vocabulary)) for word in words]


def _least(
    questions: Sequence[Question], golden: Sequence[str], rows: Rows, own: Rows
) -> list[Uncovered]:
    """Every question with its nearest golden one, least covered first, most asked among equals."""
    found, likeness = nearest(rows, own)
    times = np.array([one.times for one in questions])
    return [
        Uncovered(
            question=questions[row],
            nearest=golden[int(found[row])] if likeness[row] > 0 else None,
            likeness=float(likeness[row]),
        )
        for row in np.lexsort((-times, likeness)).tolist()
    ]


def _counts(texts: Iterable[Sequence[int]], width: int) -> Floats:
    """How often each word stands in the texts, shape (width,)."""
    codes = np.asarray([code for one in texts for code in one], dtype=np.int64)
    return np.bincount(codes, minlength=width).astype(np.float64)


def _of_words(
    asked: Sequence[Sequence[int]],
    counts: Floats,
    ours: Floats,
    *,
    size: int,
    rng: np.random.Generator,
) -> tuple[Figure, Figure]:
    """Share of the log's words never used, and divergence; by the set, and by samples its size."""
    drawn = []
    for _ in range(DRAWS):
        rows = rng.choice(len(asked), size=min(size, len(asked)), replace=False)
        drawn.append(_counts((asked[int(row)] for row in rows), len(counts)))
    unasked, divergence = (
        figure_of(say(counts, ours), [say(counts, one) for one in drawn], higher_is_worse=True)
        for say in (_unasked, _divergence)
    )
    return unasked, divergence


def _missing(
    questions: Sequence[Question], vocabulary: dict[str, int], missing: Floats, tokens: Tokens
) -> tuple[tuple[str, int], ...]:
    """The words that the set never uses, as the log writes them most, most used first."""
    order = np.argsort(-missing, kind="stable")[:_NAMED].tolist()
    wanted = {code for code in order if missing[code] > 0}
    written: dict[int, str] = {}
    said = Counter(word for one in questions for word in _WORD.findall(one.text.casefold()))
    for word, _ in said.most_common():
        codes = {vocabulary.get(token, -1) for token in tokens(word)} & wanted
        for code in codes - written.keys():
            written[code] = word
    return tuple((written[code], int(missing[code])) for code in order if code in written)


def _unasked(log: Floats, ours: Floats) -> float:
    total = float(log.sum())
    return float(log[ours == 0].sum()) / total if total else 0.0


def _divergence(log: Floats, ours: Floats) -> float:
    """Jensen-Shannon, base 2: 0 where both use the same words alike, 1 where they share none."""
    if not log.sum() or not ours.sum():
        return 1.0
    one, other = log / log.sum(), ours / ours.sum()
    middle = (one + other) / 2
    return float((_relative(one, middle) + _relative(other, middle)) / 2)


def _relative(one: Floats, middle: Floats) -> float:
    some = one > 0
    return float((one[some] * np.log2(one[some] / middle[some])).sum())


def _head(questions: Sequence[Question]) -> frozenset[Question]:
    """The questions asked more than once that, most asked first, make up half of all askings."""
    half, reached, head = sum(one.times for one in questions) / 2, 0, []
    for one in sorted(questions, key=lambda it: (-it.times, it.text)):
        if reached >= half or one.times < 2:
            break
        head.append(one)
        reached += one.times
    return frozenset(head)
