"""The ceiling's effect at once; numbers in the URL; nothing saved on a server that only reads."""

from types import SimpleNamespace

import pytest
import streamlit as st

from evalcore.workflows import policies
from evalcore.workflows.policies import Saved
from pages.ui import noise_bench


def _text(at):
    return "\n".join(str(one.value) for kind in ("markdown", "caption") for one in at.get(kind))


def _figures(at):
    """The figures of the page, by the key that each is given."""
    return {one.proto.id.rsplit("-", 1)[-1]: one.proto.spec for one in at.get("plotly_chart")}


def test_the_ceiling_of_the_url_is_tried_at_once(visit):
    at = visit("noise", run="green", ceiling="1/2")
    assert not at.exception
    assert at.get_by_key("_choice_ceiling").value == "1/2"
    assert "passing cases are over their ceiling" in _text(at)


def test_moving_the_ceiling_changes_the_verdict_and_the_url(visit):
    at = visit("noise", run="green", lang="en")
    assert "0 of 20 passing cases are over" in _text(at)
    at.get_by_key("_choice_ceiling").set_value("0").run()
    assert at.query_params["ceiling"] in ("0", ["0"])
    assert "BLOCK" in " ".join(str(one.value) for one in at.get("markdown"))
    assert "\n20 of 20 passing cases are over" in _text(at)


def test_the_answer_is_painted_before_the_pictures_that_a_changed_number_draws_anew(
    visit, monkeypatch
):
    waits = []
    monkeypatch.setattr(noise_bench, "time", SimpleNamespace(sleep=waits.append))
    at = visit("noise", run="green", lang="en")
    assert waits == []
    at.get_by_key("_choice_ceiling").set_value("0").run()
    assert waits == [noise_bench.PAINTED]
    at.run()
    assert waits == [noise_bench.PAINTED]


def test_the_answer_stands_before_the_pause_and_every_picture_of_the_bench_after_it(
    visit, monkeypatch
):
    at = visit("noise", run="green", lang="en")
    monkeypatch.setattr(noise_bench, "time", SimpleNamespace(sleep=lambda _seconds: st.stop()))
    at.get_by_key("_choice_ceiling").set_value("0").run()
    assert "20 of 20 passing cases are over" in _text(at)
    assert not {"_histogram", "_sweep"} & set(_figures(at))


def test_a_moved_ceiling_draws_only_the_two_figures_that_hang_on_it_anew(visit):
    at = visit("noise", run="green", lang="en")
    before = _figures(at)
    at.get_by_key("_choice_ceiling").set_value("1/2").run()
    after = _figures(at)
    assert before.keys() == after.keys()
    assert {key for key in before if before[key] != after[key]} == {"_histogram", "_sweep"}
    assert len(before) > 2


@pytest.mark.parametrize("asked", ["1", "99", "<script>", "x/0"])
def test_a_ceiling_that_no_policy_may_have_is_left_out(visit, asked):
    at = visit("noise", run="green", ceiling=asked, tolerance=asked, share=asked, own=f"x={asked}")
    assert not at.exception
    assert "0 of 20 passing cases are over" in _text(at)


def test_what_the_last_runs_would_have_been_is_told(visit):
    at = visit("noise", run="green", ceiling="0")
    assert "Of the last 8 runs, 8 would have been blocked" in _text(at)
    table = at.dataframe[0].value
    assert len(table) == 8
    assert set(table["rules"]) >= {"Noise"}


def test_a_server_that_only_reads_offers_no_saving(visit, monkeypatch, plain):
    monkeypatch.setenv("UNBURY_WRITE", "0")
    at = visit("noise", run="green", ceiling="0")
    assert "_save_policy" not in [one.key for one in at.button]
    assert any("unbury serve --write" in text for text in plain(at))


def test_saving_goes_through_with_who_and_why_and_says_which_version(visit, monkeypatch):
    monkeypatch.setenv("UNBURY_WRITE", "1")
    saved = []

    def save(_db, suite, policy, **signed):
        saved.append((suite, policy.noise.ceiling, signed))
        return Saved(hash="ab" * 32, file=None)

    monkeypatch.setattr(policies, "save_version", save)
    at = visit("noise", run="green", ceiling="1/2")
    at.get_by_key("_policy_reason").set_value("calibrated")
    at.get_by_key("_policy_author").set_value("M. R.")
    at.get_by_key("_save_policy").click().run()
    assert not at.exception
    ((suite, ceiling, signed),) = saved
    assert (suite, str(ceiling)) == ("despacho-laboral", "1/2")
    assert (signed["author"], signed["reason"]) == ("M. R.", "calibrated")
    assert "Saved as version abababab" in _text(at)


def test_results_without_scores_have_no_noise_and_the_page_says_so(visit, made):
    from dataclasses import replace

    bare = tuple(replace(one, scores=None) for one in made.green().rankings)
    run = made.build("bare", golden=made.golden(), manifest=None, rankings=bare)
    at = visit("noise", runs=(run,))
    assert not at.exception
    assert at.title[0].value == "The results carry no scores, so noise cannot be measured"
    assert not at.get("slider")


def test_calibration_tries_the_numbers_of_the_url_and_refuses_what_no_policy_may_say(visit, plain):
    at = visit("calibration", run="green", set=["noise.ceiling=0", "recall.floor=1"])
    assert at.title[0].value == "2 numbers differ from the policy in force"
    assert "8 would have been blocked" in _text(at)
    at = visit("calibration", run="green", set="noise.ceiling=1")
    assert not at.exception
    assert any("out of range" in text for text in plain(at))
    assert "would have been blocked" not in _text(at)
