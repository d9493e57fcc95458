"""Whether the set forces the known ways to fail, or only measures the system on its best day."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from evalcore.golden.finding import Finding, Severity
from evalcore.golden.kinds import ON_PURPOSE, Kind, kinds_of
from evalcore.golden.subject import Subject
from evalcore.model.message import Message

LEAST, MOST = Fraction(10, 100), Fraction(20, 100)
"""The share of questions without an answer that the golden-set text asks for."""

_ABSENT = {
    Kind.MULTI_HOP: Message("No multi-hop case: none needs two chunks combined."),
    Kind.AMBIGUOUS: Message("No ambiguous case: none where asking back is right."),
    Kind.VOCABULARY: Message("No case in the user's own words where the documents use others."),
    Kind.CODES: Message("No case with codes, references or proper names."),
    Kind.TEMPORAL: Message("No temporal case: none whose answer changed over time."),
    Kind.OUT_OF_SCOPE: Message("No case out of scope, where a polite refusal is right."),
}
_ADD = {
    Kind.MULTI_HOP: Message("Add questions that need two or three chunks, from two documents."),
    Kind.AMBIGUOUS: Message("Add questions that lack their context, of the type ambiguous."),
    Kind.VOCABULARY: Message("Take questions from the query log and mark vocabulario_usuario."),
    Kind.CODES: Message("Add questions that name a form, an article or a product, type codes."),
    Kind.TEMPORAL: Message("Add questions whose old answer still stands in the index."),
    Kind.OUT_OF_SCOPE: Message("Add what the system must not treat, of the type out-of-scope."),
}


def check(subject: Subject) -> Iterator[Finding]:
    """The share without answer, and every kind of which there is no case at all."""
    cases = subject.active
    if not cases:
        return
    without = [case for case in cases if Kind.NO_ANSWER in kinds_of(case)]
    share = Fraction(len(without), len(cases))
    if not LEAST <= share <= MOST:
        yield subject.finding(
            "no_answer_share",
            Severity.WARNING,
            what=Message("Cases without an answer in the corpus: {n} of {N}; 10 to 20 % are due."),
            do=Message("They catch the system that invents rather than admit a gap.")
            if share < LEAST
            else Message("Add questions with an answer, or retire some without."),
            cases=without,
        )
    present = frozenset(kind for case in cases for kind in kinds_of(case))
    for kind in ON_PURPOSE:
        if kind not in present and kind in _ABSENT:
            name = "no_" + kind.value.replace(" ", "_").replace("-", "_")
            yield subject.finding(name, Severity.WARNING, what=_ABSENT[kind], do=_ADD[kind])
