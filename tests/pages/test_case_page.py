from dataclasses import replace
from html import escape

import pytest

STATES = (
    "caso-001", "falla", "perdida", "rota", "error", "dudosa", "sin", "borrador", "retirada", "hostil=1+1",
)  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("case", STATES)
def test_a_case_of_every_state_opens_in_both_languages(visit, shown, case, lang):
    at = visit("case", run="states", case=case, lang=lang)
    assert not at.exception
    assert "{" not in "\n".join(shown(at))
    assert at.header[0].value


def test_the_friday_case_tells_its_story(visit, shown, plain, made):
    at = visit("case", run="friday", case=made.TRAVEL, lang="es")
    words = "\n".join(shown(at))
    assert "Una píldora esperada está enterrada en el puesto 14" in words
    assert "Enterrada · puesto 14" in words
    assert "corte en 10: lo que sigue no llega al usuario" in words
    assert "línea de ruido en 0,794" in words
    assert "8 píldoras están ahora por delante de la última esperada" in words
    assert "Llegaron con la ingesta «procedimiento de viajes»." in plain(at)
    assert f"<h1>{made.QUESTION}</h1>" in plain(at)


def test_rows_stand_in_order_with_the_cutoff_between_ten_and_eleven(visit, made):
    at = visit("case", run="friday", case=made.TRAVEL, lang="en")
    words = [one.value for one in at.markdown]
    assert (
        words.index("10")
        < next(i for i, w in enumerate(words) if "cutoff at 10" in w)
        < words.index("11")
    )


def test_the_slope_and_the_lines_have_words_for_those_who_do_not_see_them(visit, made):
    charts = visit("case", run="friday", case=made.TRAVEL, lang="en").get("plotly_chart")
    alts = [chart.proto.alt for chart in charts]
    assert all(alts)
    assert any("6 before, 14 now" in alt for alt in alts)


def test_the_short_list_can_be_asked_for(visit, made):
    at = visit("case", run="friday", case=made.TRAVEL, lang="en")
    at.get_by_key("_extent_en").set_value("short").run()
    ranks = [one.value for one in at.markdown if one.value.strip("*").isdigit()]
    assert [rank.strip("*") for rank in ranks[:5]] == ["1", "4", "10", "11", "14"]


def test_without_a_case_in_the_url_the_worst_one_opens(visit, plain, made):
    assert f"<h1>{made.QUESTION}</h1>" in plain(visit("case", run="friday"))


def test_a_case_that_only_another_run_asks_is_shown_as_that_one_answered(visit, plain, made):
    states = made.states()
    states = replace(states, record=replace(states.record, golden_hash="f" * 64))
    at = visit("case", runs=(made.friday(), states), case="perdida", lang="es")
    said = "\n".join(plain(at))
    assert "«friday» no hace esta pregunta" in said
    assert "cómo respondió «states»" in said
    assert any("<h1>" in words for words in plain(at))


def test_an_unknown_case_is_said_and_not_replaced(visit, plain):
    at = visit("case", run="friday", case="nobody")
    assert not at.exception
    assert at.title[0].value == "This run has no such case"
    assert "nobody" in plain(at)


@pytest.mark.parametrize("blind", [False, True])
def test_a_blind_case_is_never_opened(visit, shown, plain, made, blind):
    at = visit("case", runs=(made.states(blind=blind),), case="ciega-secreta")
    assert at.title[0].value == "This is a blind case: it is never opened"
    assert "Secreto" not in "\n".join([*shown(at), *plain(at)])


def test_a_signed_diagnosis_is_shown_with_its_author(visit, plain):
    at = visit("case", run="states", case="falla", lang="en")
    assert "Documented diagnosis" in [one.value for one in at.header]
    assert any("M. R." in text for text in plain(at))


def test_neighbours_that_need_repair_are_one_click_away(visit):
    at = visit("case", run="states", case="perdida", lang="en")
    links = {link.value: link.proto.query_string for link in at.main.get("page_link")}
    assert "case=error" in links["Previous"]
    assert "case=falla" in links["Next to repair"]
    assert "2 of 5 that need repair" in [one.value for one in at.caption]


def test_the_way_back_keeps_the_filters(visit):
    at = visit("cases", run="states", state="fail")
    at.query_params["case"] = "falla"
    at.switch_page("pages/case.py").run()
    links = {link.value: link.proto.query_string for link in at.main.get("page_link")}
    assert "state=fail" in links["Cases"]


def test_text_of_people_is_never_read_as_markup_b63(visit, shown, plain, made):
    for page, params in (
        ("case", {"case": "hostil=1+1"}),
        ("case", {"case": "error"}),
        ("cases", {}),
        ("verdict", {}),
    ):
        at = visit(page, run="states", **params)
        markup = "\n".join(shown(at))
        assert "h.invalid" not in markup
        assert "onerror" not in markup
    at = visit("case", run="states", case="hostil=1+1")
    assert f"<h1>{escape(made.HOSTILE)}</h1>" in plain(at)
    assert not any("<img" in one.value for one in at.get("html"))


def test_a_case_without_a_manifest_shows_ids_and_says_so(visit, shown, made, week):
    from dataclasses import replace

    bare = replace(week[0], manifest=None)
    at = visit("case", runs=(bare,), case=made.TRAVEL, lang="en")
    assert not at.exception
    assert any("the id stands alone" in text for text in shown(at))
