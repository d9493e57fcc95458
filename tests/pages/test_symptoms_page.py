"""The symptom table in the app: the sentence, the rows, the proof, the way to the cases."""

PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36"


def _regressed(made):
    """Thursday accepted, and Friday, whose new chunks buried the table."""
    from dataclasses import replace

    from evalcore.model.words import Decision

    green = made.green()
    accepted = replace(green, record=replace(green.record, decision=Decision.ACCEPT.value))
    return made.friday(), accepted


def test_an_active_symptom_leads_and_opens_its_case(visit, made, shown):
    at = visit("symptoms", runs=_regressed(made), run="friday", lang="en")
    assert not at.exception
    assert "One symptom is active:" in at.title[0].value
    assert "a question that passed now fails" in at.title[0].value
    opened = at.get_by_key("_show_regression").click().run()
    assert not opened.exception
    assert made.QUESTION in "".join(str(one.value) for one in opened.get("html"))


def test_its_proof_is_drawn_between_the_last_green_run_and_this_one(visit, made):
    at = visit("symptoms", runs=_regressed(made), run="friday", lang="en")
    keys = [one.proto.id for one in at.get("plotly_chart")]
    assert any("_proof_slope" in key for key in keys)
    links = [one.proto.query_string for one in at.get("page_link")]
    assert any("base=run-green" in link for link in links)


def test_a_row_filters_the_case_table_by_its_symptom(visit, made, shown):
    at = visit("cases", run="friday", symptom="domain", lang="en")
    assert not at.exception
    assert any("A whole domain fails" in text for text in shown(at))
    assert list(at.dataframe[0].value["id"]) == [made.TRAVEL]
    at = visit("cases", run="friday", symptom="<script>", lang="en")
    assert len(at.dataframe[0].value) == 20


def test_a_run_in_which_nothing_fails_says_so(visit):
    at = visit("symptoms", run="green", lang="en")
    assert "No symptom is active" in at.title[0].value


def test_words_of_people_are_never_read_as_markup_b63(visit, made, shown):
    at = visit("symptoms", runs=(made.states(),), run="states", lang="en")
    assert not at.exception
    assert not any("onerror" in text or "http://h.invalid" in text for text in shown(at))
