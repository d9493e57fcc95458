"""Every page opens in both languages and both colours, and says something."""

import pytest

from pages.ui.nav import SECTIONS

PAGES = (
    "verdict",
    "cases",
    "case",
    "compare",
    "blocked",
    "stability",
    "heatmap",
    "golden",
    "annotate",
    "noise",
    "calibration",
    "runs",
)
TITLES = {
    "verdict": ("Do not deploy: 1 of 10 rules", "No desplegar: 1 de 10 reglas"),
    "cases": ("1 of 20 counted cases fails", "Suspende 1 de 20 casos que cuentan"),
    "compare": ("1 question that passed now fails", "1 pregunta que aprobaba ahora suspende"),
    "heatmap": ("1 of 4 cells has failing", "1 de 4 celdas tiene casos que suspenden"),
    "noise": ("All 19 passing cases stay", "Los 19 casos que aprueban no superan"),
    "calibration": ("What if the gate's numbers", "¿Y si los números de la puerta"),
    "symptoms": ("1 of 20 measured questions fails", "Falla 1 de 20 preguntas medidas"),
    "runs": ("9 runs are stored", "9 ejecuciones guardadas"),
}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("es", "dark")])
def test_every_page_opens_in_both_languages(visit, shown, page, language, theme):
    at = visit(page, lang=language, theme=theme)
    assert not at.exception
    words = "\n".join(shown(at))
    if page in TITLES:
        assert TITLES[page][language == "es"] in words
    assert "{" not in words


def test_the_language_is_the_browser_s_unless_the_url_says_otherwise(visit):
    assert "No desplegar" in visit(locale="es-ES").title[0].value
    assert "Do not deploy" in visit(locale="fr-FR").title[0].value
    assert "Do not deploy" in visit(locale="es-ES", lang="en").title[0].value
    assert "No desplegar" in visit(locale="es-ES", lang="klingon").title[0].value


def test_choosing_a_language_puts_it_into_the_url(visit):
    at = visit(locale="en-US")
    at.get_by_key("_language_en").set_value("es").run()
    assert at.query_params["lang"] == "es"
    assert "No desplegar" in at.title[0].value


def test_choosing_a_run_puts_it_into_the_url(visit):
    at = visit()
    at.get_by_key("_run_run-friday_BLOCK").set_value("run-green").run()
    assert at.query_params["run"] == "run-green"
    assert "may be deployed" in at.title[0].value


def test_the_navigation_leads_to_every_page_and_keeps_the_run(visit):
    at = visit(run="green", lang="en")
    links = {link.value: link.proto.query_string for link in at.sidebar.get("page_link")}
    assert list(links) == [one.title for section in SECTIONS.values() for one in section]
    assert all("run=run-green" in query and "lang=en" in query for query in links.values())


@pytest.mark.parametrize("name", ["run-green", "green"])
def test_a_run_is_found_by_id_or_label(visit, name):
    assert "may be deployed" in visit(run=name).title[0].value


def test_an_unknown_run_is_said_and_never_replaced_by_another(visit, plain):
    at = visit(run="run-of-somebody-else")
    assert not at.exception
    assert at.title[0].value == "This run is not in the database"
    assert any("run-of-somebody-else" in text for text in plain(at))


def test_without_a_database_the_page_says_what_to_run(visit, plain, monkeypatch, tmp_path):
    monkeypatch.setenv("UNBURY_DB", str(tmp_path / "nothing.db"))
    at = visit(runs=False)
    assert not at.exception
    assert at.title[0].value == "There is no database yet"
    assert any("unbury demo" in text for text in plain(at))


def test_an_empty_database_says_what_to_run(visit, plain):
    at = visit(runs=())
    assert not at.exception
    assert at.title[0].value == "No run has been stored yet"
    assert any("unbury run suite.toml" in text for text in plain(at))


@pytest.mark.parametrize("error", ["NewerDatabase", "DamagedDatabase", "DatabaseBusy"])
@pytest.mark.parametrize("page", PAGES)
def test_a_database_that_cannot_be_read_is_told_in_words_b60(
    visit, plain, keep, week, monkeypatch, error, page
):
    from evalcore import errors
    from evalcore.workflows import reading

    keep(week)

    def broken(_db):
        raise getattr(errors, error)("the file was written by a newer Unbury", hint="update it")

    monkeypatch.setattr(reading, "runs", broken)
    at = visit(page, runs=False)
    assert not at.exception
    assert at.title[0].value == "The stored runs cannot be shown"
    assert any("update it" in text for text in plain(at))
    assert any(one.value.startswith("unbury doctor --db ") for one in at.code)


def test_an_english_message_is_announced_on_a_spanish_screen(visit, shown, plain, week):
    at = visit("verdict", runs=week, run="nobody", lang="es")
    assert "El mensaje, en inglés, como lo escriben las órdenes:" in shown(at)
    assert any("no run answers to 'nobody'" in text for text in plain(at))
    at = visit("verdict", runs=week, run="nobody", lang="en")
    assert not [text for text in shown(at) if "The message" in text]
