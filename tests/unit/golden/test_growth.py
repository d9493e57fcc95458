"""From a query log to drafts: confirmed failures first, then head and tail alike."""

from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.golden.growth import Asked, draft, sample
from evalcore.model.case import Case
from evalcore.model.words import CaseStatus

WORDS = [
    "vacaciones",
    "nómina",
    "despido",
    "kilometraje",
    "alquiler",
    "fianza",
    "teletrabajo",
    "excedencia",
    "dietas",
    "finiquito",
    "paternidad",
    "antigüedad",
]


def question(n):
    return f"¿{WORDS[n % 12]} {WORDS[(n * 5 + 3) % 12]} {n * 104729}?"


def log(n, **changes):
    return [Asked(question=question(k), times=n - k, **changes) for k in range(n)]


def test_confirmed_failures_come_first_and_escalated_before_reworded():
    asked = [
        *log(40),
        Asked(question="¿Quién paga el taxi nocturno del cierre?", reformulated=True),
        Asked(question="¿Me despiden estando de baja médica?", escalated=True),
    ]
    found = sample(asked, [], 10)
    assert [wish.question for wish in found.failed] == [
        "¿Me despiden estando de baja médica?",
        "¿Quién paga el taxi nocturno del cierre?",
    ]
    assert found.chosen[:2] == found.failed


def test_head_and_tail_share_what_is_left():
    found = sample(log(40), [], 10)
    assert (len(found.failed), len(found.head), len(found.tail)) == (0, 5, 5)
    assert {wish.times for wish in found.head} == {40, 39, 38, 37, 36}
    assert {wish.times for wish in found.tail} == {1, 2, 3, 4, 5}


def test_failures_never_take_more_than_half():
    found = sample([*log(30, escalated=True), *log(60)[30:]], [], 10)
    assert len(found.failed) == 5
    assert len(found.chosen) == 10


def test_a_question_that_a_case_asks_already_is_not_drafted_again():
    case = Case(id="q", question=question(0).upper())
    found = sample(log(3), [case], 10)
    assert found.known == 1
    assert question(0) not in {wish.question for wish in found.chosen}


def test_the_same_question_in_other_letters_counts_once():
    asked = [Asked(question="¿Cuántos días?"), Asked(question="¿CUANTOS  dias?", times=4)]
    found = sample(asked, [], 5)
    assert (found.asked, found.distinct) == (5, 1)
    assert found.chosen[0].question == "¿Cuántos días?"


def test_a_session_that_asks_again_in_other_words_confirms_a_failure():
    asked = [
        Asked(question="días por mudanza", session="s"),
        Asked(question="¿cuántos días me dan por mudanza?", session="s"),
        Asked(question="¿y la nómina cuándo llega?", session="t"),
    ]
    assert [wish.question for wish in sample(asked, [], 4).failed] == ["días por mudanza"]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 60), max_size=60), st.integers(1, 20))
def test_the_sample_is_never_larger_nor_repeats_itself_and_is_the_same_each_time(picks, n):
    asked = [Asked(question=question(k), escalated=k % 9 == 0) for k in picks]
    found = sample(asked, [], n)
    questions = [wish.question for wish in found.chosen]
    assert len(questions) <= n
    assert len(set(questions)) == len(questions)
    assert found == sample(asked, [], n)


def test_a_draft_has_an_id_of_its_own_and_waits_for_an_annotator():
    first = draft("¿A?", source="log-q", taken=[], veces=3)
    second = draft("¿A?", source="log-q", taken=[first.id])
    assert first.id != second.id
    assert first.status is CaseStatus.DRAFT
    assert first.extra == {"registro": {"veces": 3}}
