"""Compare: the sentence, the counters that filter, and the ways on from there."""

import json
from dataclasses import replace

import pytest


@pytest.fixture
def other_exam(made):
    """A run of the same suite with another cutoff."""
    from evalcore.model.exam import Exam

    run = made.green()
    return made.build(
        "other",
        golden=run.golden,
        manifest=run.manifest,
        rankings=run.rankings,
        exam=Exam(cutoff=5),
        started="2026-11-25T08:00:00Z",
    )


def _questions(at):
    table = next(one for one in at.dataframe if "question" in one.value.columns)
    return list(table.value["question"])


def test_friday_against_the_baseline_names_the_question_and_what_pushed_it(
    visit, shown, plain, made
):
    at = visit("compare", run="friday", lang="en")
    assert not at.exception
    assert "1 question that passed now fails" in at.title[0].value
    words = "\n".join([*shown(at), *plain(at)])
    assert "8 chunks now stand above that did not, all of them new." in words
    assert "procedimiento de viajes" in words
    assert made.QUESTION in words
    assert _questions(at)[0] == made.QUESTION
    assert len(_questions(at)) == 20


def test_a_counter_filters_and_stands_in_the_url(visit, made):
    at = visit("compare", run="friday", lang="en")
    at.get_by_key("_change_en_None").set_value("worsened").run()
    assert at.query_params["change"] == "worsened"
    assert _questions(at) == [made.QUESTION]
    at.get_by_key("_change_en_worsened").set_value(None).run()
    assert "change" not in at.query_params


def test_a_link_brings_its_counter_base_and_group_along(visit):
    at = visit("compare", run="friday", base="week-5", change="flipped", by="domain", lang="en")
    assert len(_questions(at)) == 1
    words = [one.value for one in at.get("segmented_control")]
    assert "domain" in str(words) or at.query_params["by"] == "domain"


def test_an_unknown_counter_in_the_url_shows_everything(visit):
    at = visit("compare", run="friday", change="<script>", lang="en")
    assert not at.exception
    assert len(_questions(at)) == 20


def test_a_click_on_a_rank_line_opens_its_case(visit, made):
    at = visit("compare", run="friday", lang="en")
    drawn = json.loads(at.get("plotly_chart")[0].proto.spec)
    assert made.TRAVEL in str([trace["customdata"] for trace in drawn["data"]])
    points = [{"customdata": [made.TRAVEL], "curve_number": 0, "point_index": 3}]
    at.session_state["rank_lines"] = {
        "selection": {"points": points, "point_indices": [], "box": [], "lasso": []}
    }
    at.run()
    assert at.query_params["case"] == made.TRAVEL
    assert any(made.QUESTION in str(one.value) for one in at.get("html"))


def test_another_base_is_chosen_and_stands_in_the_url(visit):
    at = visit("compare", run="friday", lang="en")
    at.get_by_key("_base_run-friday_run-green").set_value("run-week-2").run()
    assert at.query_params["base"] == "run-week-2"
    assert not at.exception


def test_other_exams_are_refused_with_the_list_of_differences(visit, shown, made, other_exam, week):
    at = visit("compare", runs=(*week, other_exam), run="friday", base="other", lang="en")
    assert at.title[0].value == "These two runs sat different exams"
    table = at.dataframe[0].value
    assert table.to_numpy().tolist() == [["Cutoff", "5", "10"]]
    assert any("run the suite again with the cutoff" in one for one in shown(at))


def test_without_another_run_it_says_what_to_run(visit, plain, made):
    at = visit("compare", runs=(replace(made.friday(), promoted=False),), lang="en")
    assert at.title[0].value == "There is nothing to compare with yet"
    assert any("unbury promote" in one for one in plain(at))


def test_a_run_is_not_compared_with_itself_or_with_one_that_is_not_there(visit, plain):
    at = visit("compare", run="friday", base="friday", lang="en")
    assert at.title[0].value == "Choose the run to compare with"
    at = visit("compare", run="friday", base="nobody", lang="en")
    assert at.title[0].value == "These two runs cannot be compared"
    assert any("nobody" in one for one in plain(at))
