"""The page of the two noises: what moves, and how far."""

import json
from dataclasses import replace

import pytest

from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Ranking, Rankings

from support import two_noises

HOSTILE = "<img src=x onerror=1>"


def sampled(made, number, votes=two_noises.VOTES, label=None):
    """One run of the two-noises text."""
    cases = tuple(
        Case(id=name, question=f"¿{name}?", expected=(Expected(chunk_id=name),)) for name in votes
    )
    samples = tuple(
        Rankings.pack(
            (
                name,
                Ranking(chunk_ids=(name if sample < cast[number] else "another",), scores=(1.0,)),
            )
            for name, cast in votes.items()
        )
        for sample in range(two_noises.SAMPLES)
    )
    return made.build(
        label or f"t{number + 1}",
        golden=GoldenSet(name="newsletter", cases=cases),
        manifest=None,
        rankings=samples,
        started=f"2026-09-0{number + 1}T08:00:00Z",
        suite="newsletter",
    )


@pytest.fixture
def six(made):
    return tuple(sampled(made, number) for number in reversed(range(6)))


def figure(at, key):
    charts = {chart.proto.id.rpartition("-")[2]: chart for chart in at.get("plotly_chart")}
    return json.loads(charts[key].proto.spec)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("product or the ruler", "calm aggregate", "No judged run yet")),
        ("es", ("producto o la regla", "agregado tranquilo", "ninguna ejecución con juez")),
    ],
)
def test_the_two_noises_stand_apart_and_the_judges_waits_for_a_judge(
    visit, shown, six, language, words
):
    at = visit("stability", runs=six, lang=language)
    assert not at.exception
    said = "\n".join(shown(at))
    assert all(word in said for word in words)
    assert "unbury judge RUN" in "\n".join(code.value for code in at.code)


def test_the_grid_shows_the_votes_of_the_text_and_marks_its_two_swings(visit, six):
    at = visit("stability", runs=six, lang="en")
    drawn = figure(at, "votes")
    heat = next(trace for trace in drawn["data"] if trace["type"] == "heatmap")
    rows = [[round(share * 5) for share in row] for row in heat["z"]]
    assert rows[:2] == [list(votes) for votes in list(two_noises.NAMED.values())[:2]]
    marks = [one["text"] for one in drawn["layout"]["annotations"]]
    assert marks[:2] == ["<b>Δ 3</b>", "<b>Δ 3</b>"]
    assert set(marks[2:]) == {"Δ 2"}


def test_the_product_card_counts_what_swings(visit, six):
    at = visit("stability", runs=six, lang="en")
    values = {one.label: one.value for one in at.metric}
    assert values["Cases that swing"] == "6/21"
    # With the default min_agreement of 4/5, a case with three votes of five is undecided.
    assert values["Passing cases"] == "13–16"


def test_one_sampled_run_is_read_sample_by_sample(visit, shown, six):
    at = visit("stability", runs=six, run="t4", lang="en")
    at.query_params["runs"] = "t4"
    at.run()
    assert not at.exception
    assert "change their answer although nothing changed" in at.title[0].value
    assert "How far the means move" in "\n".join(shown(at))


def test_one_answer_a_question_is_never_called_calm(visit, shown, plain, week):
    at = visit("stability", runs=week, run="green", lang="en")
    at.query_params["runs"] = "green"
    at.run()
    assert at.title[0].value.endswith("Asked once, an index does not show its noise]")
    assert not at.metric
    assert any("unbury run" in text and "--samples" in text for text in plain(at))


def test_runs_that_are_no_repetitions_give_no_number(visit, made, six):
    other = sampled(made, 0, label="loose")
    other = replace(other, record=replace(other.record, id="run-loose", golden_hash="f" * 64))
    at = visit("stability", runs=(other, *six), lang="en")
    at.query_params["runs"] = "t1,loose"
    at.run()
    assert at.title[0].value == "These runs are no repetitions of one another"
    assert not at.metric
    assert not at.get("plotly_chart")


def test_a_run_that_is_not_there_is_said(visit, plain, six):
    at = visit("stability", runs=six, lang="en")
    at.query_params["runs"] = "t1,nobody"
    at.run()
    assert at.title[0].value == "One of these runs is not in the database"
    assert any("nobody" in text for text in plain(at))


def test_b63_names_of_cases_and_runs_are_text_in_the_figure(visit, made):
    votes = {HOSTILE: (2, 5, 5, 2, 5, 5), **two_noises.VOTES}
    runs = tuple(sampled(made, n, votes, label=f"{HOSTILE}{n}") for n in reversed(range(3)))
    at = visit("stability", runs=runs, lang="en")
    assert not at.exception
    written = json.dumps(figure(at, "votes")["data"]) + json.dumps(
        figure(at, "votes")["layout"]["yaxis"]
    )
    assert "<img" not in written
    assert "&lt;img" in written
