def test_every_run_is_listed_newest_first_with_its_verdict(visit):
    table = visit("runs", run="friday", lang="en").dataframe[0].value
    assert list(table["name"])[:3] == ["friday", "green", "states"]
    assert [list(words) for words in table["verdict"]][:2] == [["BLOCK"], ["ACCEPT"]]
    assert [list(marks) for marks in table["marks"]][:2] == [["in view"], ["baseline"]]


def test_times_are_the_reader_s(visit):
    assert visit("runs", lang="es").dataframe[0].value["when"][0] == "vie 27 nov 2026, 17:40"


def test_it_says_how_to_start_a_run(visit):
    assert any("unbury run suite.toml" in one.value for one in visit("runs").code)
