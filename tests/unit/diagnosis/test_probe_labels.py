"""Probe 3: what keeps a chunk out must be a filter or label that can be named."""

from datetime import date

import pytest

from evalcore.diagnosis.probes import labels
from evalcore.model.diagnosis import Answer

from support.case_files import case_file, chunk, chunks, concluded

FILTERED = {"kind": "embedded", "filters": {"validity": True, "domain": "case"}}
BOOSTED = {"kind": "embedded", "boost": {"label": "SINTESIS_CURADA", "factor": 1.1}}


def told(change, retriever=FILTERED, **facts):
    return concluded(labels, case_file(chunks({0: change}), retriever=retriever, **facts))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        pytest.param({"valid_to": date(2026, 3, 1)}, "validity", id="ended, and nothing follows"),
        pytest.param({"valid_from": date(2027, 1, 1)}, "validity", id="not begun"),
        pytest.param({"domain": "finanzas"}, "domain", id="another domain"),
        pytest.param({"domain": None}, "domain", id="no domain"),
    ],
)
def test_what_the_filters_keep_out_is_named(change, fault):
    found = told(change)
    assert (found.answer, found.evidence["fault"]) == (Answer.SUSPECTED, fault)


@pytest.mark.parametrize("change", [{"valid_to": date(2026, 3, 1)}, {"domain": "finanzas"}])
def test_without_a_filter_the_same_labels_keep_nothing_out(change):
    assert told(change, retriever={"kind": "embedded"}).answer is Answer.RULED_OUT


def test_a_day_on_the_bound_is_still_valid():
    assert told({"valid_to": date(2026, 11, 27)}).answer is Answer.RULED_OUT


@pytest.mark.parametrize("what", ["without_filters", "with_its_labels_corrected"])
def test_either_counterfactual_confirms(what):
    file = case_file(chunks({0: {"valid_to": date(2026, 3, 1)}}), retriever=FILTERED)
    assert concluded(labels, file, **{what: 2}).answer is Answer.CONFIRMED


def test_the_correction_is_what_the_siblings_say():
    change = {"valid_to": date(2026, 3, 1), "domain": "finanzas"}
    file = case_file(chunks({0: change}), retriever=FILTERED)
    corrected = labels.asks(file, file.buried[0])[-1].change.chunk
    assert (corrected.valid_from, corrected.valid_to) == (date(2026, 1, 1), None)
    assert corrected.domain == "laboral", "both faults undone: either alone lets nothing through"


def test_an_old_version_is_rightly_kept_out():
    ended = {"valid_from": date(2022, 1, 1), "valid_to": date(2025, 12, 31)}
    old = chunk(0, title="Guía 2022: Vacaciones", **ended)
    new = chunk(30, title="Guía 2026: Vacaciones", text=old.text, doc_id="nueva")
    file = case_file([old, new, *chunks()[1:]], retriever=FILTERED)
    found = concluded(labels, file, rest=1)
    assert (found.answer, found.evidence["successor"]) == (Answer.RULED_OUT, "c30")


def test_a_curated_chunk_without_the_boosted_label_is_named():
    found = told({"tier": "gold"}, retriever=BOOSTED)
    assert found.evidence["fault"] == "label"
    file = case_file(chunks({0: {"tier": "gold"}}), retriever=BOOSTED)
    assert "SINTESIS_CURADA" in labels.asks(file, file.buried[0])[0].change.chunk.labels


def test_a_search_elsewhere_is_asked_without_filters_and_believed():
    file = case_file(chunks(), retriever={"kind": "http"})
    assert concluded(labels, file, rest=1).answer is Answer.CONFIRMED
    assert concluded(labels, file, rest=9).answer is Answer.RULED_OUT


def test_an_import_uses_what_the_manifest_holds():
    odd = told({"domain": "finanzas"}, retriever={})
    assert (odd.answer, odd.evidence["fault"]) == (Answer.SUSPECTED, "domain")
    bare = {"domain": None, "valid_from": None}
    members = [chunk(n, **bare) for n in range(12)]
    assert concluded(labels, case_file(members, retriever={})).answer is Answer.NO_DATA
