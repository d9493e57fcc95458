"""Blocked deploy: six steps, each with a link of its own, and what is said where there is none."""

import pytest

HEADLINES = {
    "1": "80 new documents were about to reach the users",
    "2": "19 of 20 questions passed, and still the new index was stopped",
    "3": "Whoever asked this would not have seen",
    "4": "8 texts moved in front and pushed what was needed from rank 6 to 14",
    "5": "This question has not been diagnosed yet",
    "6": "The exam is not green again yet",
}


def _heading(at):
    return next(str(one.value) for one in at.get("html") if str(one.value).startswith("<h1>"))


@pytest.mark.parametrize("step", HEADLINES)
def test_every_step_has_a_link_and_says_one_thing(visit, shown, step):
    at = visit("blocked", run="friday", step=step, lang="en")
    assert not at.exception
    assert HEADLINES[step] in _heading(at)
    labels = [button.label for button in at.button]
    assert sum(label.startswith(("Back: ", "Next: ")) for label in labels) == (
        1 if step in "16" else 2
    )


def test_next_names_its_target_and_leads_there(visit):
    at = visit("blocked", run="friday", lang="en")
    button = next(one for one in at.button if one.label == "Next: the verdict")
    button.click().run()
    assert at.query_params["step"] == "2"
    assert HEADLINES["2"] in _heading(at)


def test_all_ten_results_stand_beside_what_was_owed(visit, plain, made):
    at = visit("blocked", run="friday", step="3", lang="en")
    words = "\n".join(plain(at))
    assert made.QUESTION in words
    assert "Tabla de perfiles: percibos por destino" in words
    assert "Plazos de reembolso" not in words  # rank 13: below what is delivered
    assert "Límites por país y temporada" in words
    assert "color:" in words


@pytest.mark.parametrize("step", ["0", "7", "x", "<script>"])
def test_a_step_that_is_not_there_is_the_first(visit, step):
    at = visit("blocked", run="friday", step=step, lang="en")
    assert HEADLINES["1"] in _heading(at)


def test_an_accepted_run_says_so_and_leads_to_the_blocked_ones(visit):
    at = visit("blocked", run="green", lang="en")
    assert at.title[0].value == "This run was accepted: no deploy was blocked"
    assert at.get_by_key("_stopped_run-friday").label
    at.get_by_key("_stopped_run-friday").click().run()
    assert at.query_params["run"] == "run-friday"


def test_without_an_earlier_run_it_shows_what_there_is(visit, made):
    at = visit("blocked", runs=(made.friday(),), step="4", lang="en")
    assert not at.exception
    assert "no earlier run to compare with" in _heading(at)


def test_every_state_of_a_case_can_be_told(visit, made, shown):
    for step in HEADLINES:
        at = visit("blocked", run="states", step=step, lang="es")
        assert not at.exception
        assert "ciega-secreta" not in "\n".join(shown(at))
