import getpass

import pytest

from support.bench import case, gold, listed, plain


@pytest.fixture
def failing(bench):
    cases = [*(case(f"q{n}", plain("a")) for n in range(19)), case("bad", plain("z"))]
    bench.bring(cases, [listed(one["id"], "a") for one in cases])
    bench.judge()


@pytest.fixture
def nobody(monkeypatch):
    def refuse():
        raise KeyError("getpwuid(): uid not found")

    monkeypatch.setattr(getpass, "getuser", refuse)


DOCUMENT = ("document", "latest", "bad", "--text", "Being re-cut.")


@pytest.mark.usefixtures("failing")
def test_the_login_name_signs_where_none_is_given(unbury, monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "mrr")
    done = unbury(*DOCUMENT)
    assert (done.exit, "Signed by mrr: bad" in done.out) == (0, True)
    assert unbury("gate", "latest").exit == 0


@pytest.mark.usefixtures("failing", "nobody")
def test_without_a_login_name_somebody_has_to_be_named(unbury):
    done = unbury(*DOCUMENT)
    assert (done.exit, "--author" in done.err) == (2, True)
    assert unbury(*DOCUMENT, "--author", "M. R.").exit == 0


@pytest.mark.usefixtures("nobody")
def test_a_baseline_is_promoted_by_somebody(bench, unbury):
    bench.bring([case("q", gold("a"))], [listed("q", "a")])
    bench.judge()
    assert "--who" in unbury("promote", "latest", "--why", "Complete").err
    assert unbury("promote", "latest", "--why", "Complete", "--who", "M. R.").exit == 0


@pytest.mark.usefixtures("failing")
def test_an_empty_signature_is_none(unbury):
    assert unbury(*DOCUMENT, "--author", "").exit == 2
    assert unbury("promote", "latest", "--why", " ", "--who", "M. R.").exit == 2
