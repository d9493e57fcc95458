"""The trail: probes in order, every answer kept, nothing confirmed without a question."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.diagnosis.trail import trails_of
from evalcore.model.diagnosis import Answer, Certainty, ProbeName
from evalcore.model.plain_trail import trail_from_plain, trail_to_plain

from support.case_files import FixedAsker, case_file, chunks, listed

DAMAGES = {
    "description": {"representation": ""},
    "labels": {"domain": "finanzas"},
    "split": {"text": "Se aplica.", "representation": "Se aplica."},
    "nothing": {},
}
FILTERED = {"kind": "embedded", "filters": {"domain": "case"}}


def file_of(name="description", **facts):
    facts.setdefault("retriever", FILTERED)
    return case_file(chunks({5: DAMAGES[name]}), "c5", **facts)


def answers(trail):
    return [finding.answer for finding in trail.chunks[0].findings]


def test_every_probe_answers_once_in_order():
    (trail,) = trails_of([file_of()], FixedAsker())
    assert [finding.probe for finding in trail.chunks[0].findings] == list(ProbeName)


def test_the_first_confirmed_settles_it_and_the_rest_is_not_asked():
    asker = FixedAsker(rank=1)
    (trail,) = trails_of([file_of("description")], asker)
    assert trail.diagnosis.probe is ProbeName.DESCRIPTION
    assert trail.certainty is Certainty.CONFIRMED
    assert answers(trail)[3:] == [Answer.NOT_ASKED] * 4
    assert all(ask.change.mode is None for ask in asker.asked), "later probes ask nothing"


@pytest.mark.parametrize("name", ["description", "labels", "split"])
def test_each_defect_alone_is_named_by_its_own_probe(name):
    (trail,) = trails_of([file_of(name)], FixedAsker(rank=1))
    assert (trail.diagnosis.probe.value, trail.certainty) == (name, Certainty.CONFIRMED)


def test_a_defect_whose_undoing_does_not_help_is_suspected_and_still_leads():
    (trail,) = trails_of([file_of("labels")], FixedAsker(rank=50))
    assert (trail.diagnosis.probe, trail.certainty) == (ProbeName.LABELS, Certainty.SUSPECTED)


def test_a_recorded_run_is_never_above_suspected():
    gone = case_file(chunks(), "nowhere")
    trails = trails_of([file_of(), file_of("labels"), gone], None)
    assert {trail.certainty for trail in trails} == {Certainty.SUSPECTED}
    assert all(not found.asked for trail in trails for found in trail.chunks[0].findings)


def test_what_an_index_cannot_be_asked_is_not_put_to_it():
    asker = FixedAsker(rank=1, possible=False)
    (trail,) = trails_of([file_of()], asker)
    assert (asker.calls, trail.certainty) == (0, Certainty.SUSPECTED)


def test_a_question_that_failed_confirms_nothing():
    (trail,) = trails_of([file_of()], FixedAsker(rank=1, failed="it timed out"))
    assert trail.certainty is Certainty.SUSPECTED
    asked = trail.chunks[0].findings[2].asked
    assert {it.failed for it in asked} == {"it timed out"}


def test_all_cases_of_a_probe_are_asked_in_one_call():
    asker = FixedAsker()
    trails_of([file_of() for _ in range(20)], asker)
    assert asker.calls <= len(ProbeName)


def test_no_failed_case_asks_nothing():
    asker = FixedAsker()
    assert trails_of([], asker) == ()
    assert asker.calls == 0


def test_progress_tells_each_probe_and_the_end():
    told = []
    trails_of([file_of()], FixedAsker(), lambda *it: told.append(it))
    assert [name for name, _, _ in told] == [*(probe.value for probe in ProbeName), "done"]


_words = st.sampled_from(["vacaciones", "salario", "2026", "Regula", "| a | b |", "\n", ".", ""])
_texts = st.none() | st.lists(_words, max_size=8).map(" ".join)
_changes = st.fixed_dictionaries(
    {},
    optional={
        "text": _texts,
        "representation": _texts,
        "title": _texts,
        "domain": st.sampled_from([None, "laboral", "finanzas"]),
        "position": st.none() | st.integers(0, 12),
        "doc_id": st.sampled_from([None, "guia", "otra"]),
        "tier": st.sampled_from([None, "gold"]),
    },
)


@st.composite
def files(draw):
    members = chunks({n: draw(_changes) for n in draw(st.sets(st.integers(0, 11), max_size=4))})
    rank = draw(st.none() | st.integers(3, 6))
    ids = [f"c{n}" for n in range(1, 12)]
    ids.insert((rank or 12) - 1, "c0")
    return case_file(
        draw(st.none() | st.just(members)),
        draw(st.sampled_from(["c0", "c0", "nowhere"])),
        rank=rank,
        quote=draw(st.none() | _words),
        question=draw(_texts) or "?",
        ranking=draw(st.none() | st.just(listed(*ids[: rank or 11]))),
        retriever=draw(st.sampled_from([{}, FILTERED, {"kind": "http"}, {"kind": "embedded"}])),
    )


@settings(deadline=None, max_examples=60)
@given(file=files(), rank=st.none() | st.integers(1, 20), can=st.booleans())
def test_laws_of_every_trail(file, rank, can):
    asker = FixedAsker(rank=rank, possible=can)
    (trail,) = trails_of([file], asker)
    found = trail.chunks[0].findings
    assert [finding.probe for finding in found] == list(ProbeName)
    confirmed = [n for n, finding in enumerate(found) if finding.answer is Answer.CONFIRMED]
    if confirmed:
        assert all(finding.answer is Answer.NOT_ASKED for finding in found[confirmed[0] + 1 :])
    for n in confirmed:
        proven = any(it.rank is not None and it.rank <= file.cutoff for it in found[n].asked)
        assert proven or found[n].probe is ProbeName.CASE
    plain = trail_to_plain(trail)
    assert trail_from_plain(json.loads(json.dumps(plain, allow_nan=False))) == trail


@settings(deadline=None, max_examples=40)
@given(file=files())
def test_without_an_asker_nothing_is_above_suspected(file):
    (trail,) = trails_of([file], None)
    assert trail.certainty is not Certainty.CONFIRMED
