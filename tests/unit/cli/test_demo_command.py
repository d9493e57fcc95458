import pytest

from evalcore.cli.demo import DEMO_DATABASE

from support.bench import case, gold, listed


def test_a_folder_of_the_demos_name_is_nobodys_database(bench, unbury):
    (bench.folder / DEMO_DATABASE).mkdir()
    done = unbury("demo", "--no-serve")
    assert (done.exit, "is no file" in done.err) == (2, True)


@pytest.mark.parametrize("name", ["mine.db", "unbury.db"])
def test_runs_of_somebody_are_never_replaced(bench, unbury, name):
    bench.bring([case("q", gold("a"))], [listed("q", "a")])
    bench.judge()
    kept = bench.db.rename(bench.folder / name)
    before = kept.read_bytes()
    done = unbury("demo", "--no-serve", "--db", kept)
    assert (done.exit, "already holds runs" in done.err) == (2, True)
    assert kept.read_bytes() == before
