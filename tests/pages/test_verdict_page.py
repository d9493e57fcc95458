import pytest


def test_the_sentence_comes_before_anything_else(visit):
    first = next(iter(visit(run="friday").main.children.values()))
    assert first.type == "title"
    assert first.value.startswith(":red[")


@pytest.mark.parametrize(
    ("run", "word", "spanish"), [("friday", "BLOCK", "BLOQUEADO"), ("green", "ACCEPT", "ACEPTADO")]
)
def test_the_machine_word_stands_beside_the_spanish_one_b54(visit, shown, run, word, spanish):
    words = "\n".join(shown(visit(run=run, lang="es")))
    assert word in words
    assert spanish in words


def test_the_first_failing_case_is_one_primary_button_away(visit, made):
    at = visit(run="friday", lang="en")
    primary = [button for button in at.button if button.proto.type == "primary"]
    assert [button.label for button in primary] == ["Open this case"]
    primary[0].click().run()
    assert not at.exception
    assert at.query_params["case"] == made.TRAVEL
    assert at.query_params["run"] == "run-friday"


def test_a_rule_opens_its_cases(visit, made):
    at = visit(run="friday")
    at.button(key="_rule_gold_failures").click().run()
    assert at.query_params["case"] == made.TRAVEL
    at = visit(run="states")
    at.button(key="_rule_judged").click().run()
    assert at.query_params["rule"] == "judged"


def test_measures_show_the_difference_from_the_promoted_baseline(visit):
    shown = {one.label: one for one in visit(run="friday").metric}
    assert (shown["Quality"].value, shown["Quality"].delta) == ("95.0", "-5.0")
    assert "Recall@10" in shown


def test_a_run_without_a_baseline_says_so(visit, shown):
    at = visit(run="states")
    assert "No baseline has been promoted, so no difference is shown." in shown(at)
    assert all(one.delta == "" for one in at.metric)


def test_the_trend_has_words_for_those_who_do_not_see_it(visit):
    chart = visit(run="friday").get("plotly_chart")[0]
    assert "friday: 95.0, blocked" in chart.proto.alt


def test_an_accepted_run_says_how_to_make_it_the_baseline(visit, plain):
    assert any("unbury promote run-week-5" in text for text in plain(visit(run="week-5")))
    assert not any("unbury promote" in text for text in plain(visit(run="green")))


def test_a_blind_run_shows_no_question_of_the_reserve(visit, shown, plain, made):
    blind = made.states(blind=True)
    at = visit(runs=(blind,))
    assert not at.exception
    assert "Secreto" not in "\n".join([*shown(at), *plain(at)])
    assert "ciega-secreta" not in "\n".join([*shown(at), *plain(at)])


def test_the_reserve_stands_as_an_aggregate_beside_the_visible_cases(visit, made, shown, plain):
    at = visit(runs=(made.with_reserve(),), lang="en")
    assert not at.exception
    assert "The blind cases" in shown(at)
    assert list(at.table[0].value["Measure"])[:2] == ["Quality", "Recall@10"]
    assert at.table[0].value["Blind"][0] == "100.0 (1/1)"
    assert "Secreto" not in "\n".join([*shown(at), *plain(at)])
