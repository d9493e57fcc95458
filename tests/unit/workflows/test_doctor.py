import sqlite3

from evalcore.workflows.doctor import examine_installation

from support.bench import case, gold, listed


def about_the_file(bench):
    return examine_installation(bench.db)[-1]


def test_a_sound_installation_has_no_fault(bench):
    assert all(found.sound for found in examine_installation(bench.db))


def test_no_database_yet_is_no_fault(bench):
    found = about_the_file(bench)
    assert (found.sound, "no database" in found.what) == (True, True)
    assert not bench.db.exists()


def test_a_sound_database_is_counted(bench):
    bench.bring([case("q", gold("a"))], [listed("q", "a")])
    bench.judge()
    found = about_the_file(bench)
    assert found.sound
    assert "1 runs" in found.what


def test_a_file_of_somebody_else_is_a_fault(bench):
    bench.db.write_text("hello " * 500)
    assert not about_the_file(bench).sound


def test_a_damaged_file_is_a_fault_with_the_way_out(bench):
    bench.bring([case("q", gold("a"))], [listed("q", "a")])
    bench.judge()
    with sqlite3.connect(bench.db) as connection:
        connection.execute("DELETE FROM manifests")
        connection.execute("DELETE FROM goldens")
    found = about_the_file(bench)
    assert not found.sound
    assert found.hint is not None


def test_a_finding_is_plain_json(bench):
    assert set(about_the_file(bench).to_plain()) == {"sound", "what", "hint"}
