from evalcore.model.case import Case, Expected, GoldenSet
from evalcore.model.ranking import Ranking, Rankings
from pages.ui import opening_table


def _ids(at):
    return list(at.dataframe[0].value["id"])


def test_every_case_is_listed_worst_first(visit):
    at = visit("cases", run="states")
    assert _ids(at)[:4] == ["error", "perdida", "falla", "dudosa"]
    assert "ciega-secreta" not in _ids(at)


def test_a_table_longer_than_anybody_scrolls_says_how_many_it_lists(visit, monkeypatch):
    monkeypatch.setattr(opening_table, "MOST_LISTED", 2)
    at = visit("cases", run="states", lang="en")
    assert _ids(at) == ["error", "perdida"]
    said = [one.value for one in at.caption if "worst first" in one.value]
    assert said == ["10 of 10 cases, worst first. The first 2 are listed; filters bring up others."]


def test_filters_live_in_the_url(visit):
    assert _ids(visit("cases", run="states", state="fail")) == ["falla"]
    assert _ids(visit("cases", run="states", state=["fail", "lost"])) == ["perdida", "falla"]
    assert _ids(visit("cases", run="states", text="recortado")) == ["rota"]
    assert _ids(visit("cases", run="states", domain="Viajes")) == ["dudosa", "retirada"]
    assert set(_ids(visit("cases", run="states", rule="judged"))) == {"error", "dudosa"}


def test_a_filter_that_is_not_there_is_left_out(visit):
    assert len(_ids(visit("cases", run="states", state="<script>", rule="nope"))) == 10


def test_a_counter_is_a_filter_and_writes_the_contract_s_word(visit):
    at = visit("cases", run="states", lang="es")
    at.get_by_key("_states_es").set_value(["lost"]).run()
    assert at.query_params["state"] == "lost"
    assert _ids(at) == ["perdida"]


def test_nothing_found_is_said_in_words(visit):
    at = visit("cases", run="states", text="zzz")
    assert not at.dataframe
    assert at.info[0].value == "No case fits these filters."


def test_blind_cases_are_told_only_as_a_number(visit, made, plain):
    at = visit("cases", run="states", lang="en")
    assert any("1 blind case is kept apart" in text for text in plain(at))
    at = visit("cases", runs=(made.with_reserve(),), lang="en")
    assert any("Of the 1 that count, 1 pass" in text for text in plain(at))
    assert "ciega-secreta" not in str(at.dataframe[0].value)


def test_ids_and_questions_reach_the_table_byte_for_byte_b32_b33_b35(visit, made):
    ids = ("007", "7", "1e5", "1009513310189256287", "año", "an\u0303o", '=1+1 "x"\t§')
    cases = tuple(Case(id=i, question=f"q {i}", expected=(Expected(chunk_id="c"),)) for i in ids)
    rankings = Rankings.pack([(i, Ranking(chunk_ids=("c",), scores=(1.0,))) for i in ids])
    run = made.build(
        "ids", golden=GoldenSet(name="g", cases=cases), manifest=None, rankings=(rankings,)
    )
    assert _ids(visit("cases", runs=(run,))) == list(ids)


def test_a_hundred_thousand_cases_open_in_seconds_b64(visit, made):
    n = 100_000
    cases = tuple(
        Case(id=f"q{i}", question=f"¿{i}?", expected=(Expected(chunk_id="c1"),)) for i in range(n)
    )
    one = Ranking(chunk_ids=("c1", "c2"), scores=(2.0, 1.0))
    rankings = Rankings.pack([(f"q{i}", one) for i in range(n)])
    run = made.build(
        "big", golden=GoldenSet(name="g", cases=cases), manifest=None, rankings=(rankings,)
    )
    at = visit("cases", runs=(run,), text="¿99999?")
    assert not at.exception
    assert _ids(at) == ["q99999"]
