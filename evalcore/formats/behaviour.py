"""What a case asks of the system, where its author did not say, and what contradicts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalcore.model.case import Case, Expected
from evalcore.model.words import Behaviour, CaseStatus

OUT_OF_SCOPE = frozenset({"out-of-scope", "fuera-de-alcance"})
AMBIGUOUS = frozenset({"ambiguous", "ambigua", "ambiguo"})


def derived_behaviour(
    *, has_answer: bool | None, question_type: str | None, expected: Sequence[Expected]
) -> Behaviour:
    """What is owed to the user.

    Decline what is out of scope, ask back where the question is ambiguous and nothing is
    expected, abstain where there is no answer, else answer.
    """
    word = (question_type or "").lower().replace(" ", "-").replace("_", "-")
    if word in OUT_OF_SCOPE:
        return Behaviour.DECLINE
    if word in AMBIGUOUS and not relevant(expected):
        return Behaviour.ASK_BACK
    return Behaviour.ABSTAIN if has_answer is False else Behaviour.ANSWER


def relevant(expected: Sequence[Expected]) -> tuple[Expected, ...]:
    """The chunks judged relevant at all; grade 0 and below mean judged and not relevant."""
    return tuple(chunk for chunk in expected if chunk.grade > 0)


def contradictions(case: Case, *, has_answer: bool | None) -> Iterator[tuple[str, str, str]]:
    """What in the case cannot all be true, as (field, what, hint).

    A draft or a retired case is not run, so it may still lack its chunks.
    """
    behaviour, named = case.behaviour, relevant(case.expected)
    if behaviour is Behaviour.ANSWER and not named and case.status is CaseStatus.ACTIVE:
        what = "an answer is expected but no relevant chunk is named"
        hint = 'name the chunks, or say "tiene_respuesta": false, or "estado": "draft"'
        yield "fragmentos_relevantes", what, hint
    if behaviour in {Behaviour.ABSTAIN, Behaviour.DECLINE} and named:
        what = f"the case is to {behaviour.value}, yet relevant chunks are named"
        hint = 'take them out, grade them 0, or say "comportamiento": "answer"'
        yield "fragmentos_relevantes", what, hint
    if has_answer is False and behaviour is Behaviour.ANSWER:
        what = "there is no answer in the corpus, yet the case is to answer"
        yield "comportamiento", what, 'say "abstain", or "tiene_respuesta": true'
    if has_answer is True and behaviour is Behaviour.ABSTAIN:
        what = "there is an answer in the corpus, yet the case is to abstain"
        yield "comportamiento", what, 'say "answer", or "tiene_respuesta": false'
