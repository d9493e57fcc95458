"""A cell, by click or by button, opens its cases; the choices live in the URL."""


def _click(at, key, place):
    at.session_state[key] = {
        "selection": {"points": [{"customdata": [place]}], "point_indices": [place]}
    }
    return at.run()


def _ids(at):
    return list(at.dataframe[0].value["id"])


def test_the_choices_live_in_the_url_under_the_contract_s_words(visit):
    at = visit("heatmap", run="friday", by="difficulty", value="recall", lang="es")
    assert at.get_by_key("_choice_by").value == "difficulty"
    assert at.get_by_key("_choice_value").value == "recall"
    at.get_by_key("_choice_value").set_value("noise").run()
    assert at.query_params["value"] in ("noise", ["noise"])


def test_a_choice_that_is_none_is_left_out(visit):
    at = visit("heatmap", run="friday", by="<script>", value="9", view="x")
    assert not at.exception
    assert at.get_by_key("_choice_by").value == "category"


def test_a_click_on_a_cell_lands_on_its_cases(visit):
    at = visit("heatmap", run="friday", by="category")
    at = _click(at, "_map_category_failing_False", 0)
    assert not at.exception
    assert _ids(at) == ["viajes-014"] or set(_ids(at))
    assert at.query_params["domain"] in ("Viajes", ["Viajes"])


def test_the_worst_cell_opens_by_button_too(visit, made):
    at = visit("heatmap", run="friday", by="category")
    at.get_by_key("_cell_0").click().run()
    assert _ids(at) == [made.TRAVEL]


def test_cells_without_a_domain_open_the_cases_without_one(visit):
    at = visit("cases", run="states", without="domain")
    assert set(_ids(at)) == {"sin"}
    assert any("Without domain" in str(one.value) for one in at.get("badge")) or at.button
    at.get_by_key("_off_without").click().run()
    assert len(_ids(at)) > 1


def test_without_a_baseline_there_is_no_change_to_show(visit, made):
    at = visit("heatmap", runs=(made.friday(),), view="change")
    assert not at.exception
    assert "_choice_view" not in [one.key for one in at.get("button_group")]


def test_the_change_against_the_baseline_says_over_how_many_cases(visit, plain):
    at = visit("heatmap", run="friday", view="change")
    assert any("over the 20 cases that both have" in text for text in plain(at))
    assert "1 of 4 cells got worse, 0 beyond chance" in at.title[0].value
