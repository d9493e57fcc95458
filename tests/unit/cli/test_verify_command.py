import sqlite3

from support.bench import case, gold, listed


def test_a_changed_verdict_is_told_and_leaves_with_1(bench, unbury):
    bench.bring([case("q", gold("a"))], [listed("q", "b")])
    bench.judge()
    with sqlite3.connect(bench.db) as connection:
        connection.execute("DROP TRIGGER verdicts_update")
        connection.execute("UPDATE verdicts SET decision = 'ACCEPT'")
    told, answer = unbury("verify", "latest"), unbury("verify", "latest", "--json")
    assert (told.exit, answer.exit) == (1, 1)
    assert "does not follow from its inputs" in told.out
    assert (answer.json["agrees"], len(answer.json["differences"])) == (False, 1)


def test_an_untouched_run_leaves_with_0_also_when_it_is_a_block(bench, unbury):
    bench.bring([case("q", gold("a"))], [listed("q", "b")])
    bench.judge()
    told = unbury("verify", "latest")
    assert (told.exit, "BLOCK" in told.out) == (0, True)
