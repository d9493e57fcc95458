"""Whatever is wrong with what people bring, the answer is never a 0 and never ACCEPT."""

import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from evalcore.cli.main import main
from evalcore.store import open_store

GOLDEN = (
    '{"id":"q1","question":"?","expected":["a"]}\n{"id":"q2","question":"?","expected":["b"]}\n'
)
RANKINGS = (
    '{"case_id":"q1","results":[{"chunk_id":"a","score":1.0}]}\n'
    '{"case_id":"q2","results":[{"chunk_id":"b","score":1.0}]}\n'
)
SUITE = 'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "recorded"\nrankings = "rankings.jsonl"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNBURY_DB", str(tmp_path / "u.db"))
    (tmp_path / "golden.jsonl").write_text(GOLDEN)
    (tmp_path / "rankings.jsonl").write_text(RANKINGS)
    (tmp_path / "suite.toml").write_text(SUITE)
    return tmp_path


def unbury(monkeypatch, capsys, *arguments):
    monkeypatch.setattr(sys, "argv", ["unbury", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr()
    return left.value.code, said.out, said.err


IMPORT = ("import", "--golden", "golden.jsonl", "--rankings", "rankings.jsonl")
RUN = ("run", "suite.toml")


def test_sound_input_is_accepted(folder, monkeypatch, capsys):
    for command in (IMPORT, RUN):
        code, out, _ = unbury(monkeypatch, capsys, *command)
        assert (code, "ACCEPT" in out) == (0, True)


def replaced(name, text):
    return lambda folder: (folder / name).write_bytes(
        text.encode() if isinstance(text, str) else text
    )


def removed(name):
    return lambda folder: (folder / name).unlink()


def policy(text):
    def write(folder):
        (folder / "policy.toml").write_text(text)
        (folder / "suite.toml").write_text('policy = "policy.toml"\n' + SUITE)

    return write


def suite(extra):
    return replaced("suite.toml", extra + SUITE)


def database(make):
    return lambda folder: make(folder / "u.db")


def newer(path):
    with sqlite3.connect(path) as db:
        db.execute("pragma application_id = 1433821785")
        db.execute("pragma user_version = 9999")
        db.execute("create table future (x)")


BROKEN = [
    ("empty golden", IMPORT, replaced("golden.jsonl", "")),
    ("blank golden", IMPORT, replaced("golden.jsonl", "\n\n")),
    ("cut golden", IMPORT, replaced("golden.jsonl", GOLDEN[:-20])),
    ("golden with NaN grade", IMPORT, replaced("golden.jsonl", GOLDEN.replace('["a"]', "[NaN]"))),
    ("golden twice the same id", IMPORT, replaced("golden.jsonl", GOLDEN + GOLDEN)),
    ("golden in UTF-16", IMPORT, replaced("golden.jsonl", GOLDEN.encode("utf-16"))),
    (
        "golden in Latin-1",
        IMPORT,
        replaced("golden.jsonl", GOLDEN.replace("?", "ñ").encode("latin-1")),
    ),
    ("missing golden", IMPORT, removed("golden.jsonl")),
    ("missing rankings", IMPORT, removed("rankings.jsonl")),
    ("empty rankings", IMPORT, replaced("rankings.jsonl", "")),
    ("cut rankings", IMPORT, replaced("rankings.jsonl", RANKINGS[:-10])),
    ("NaN score", IMPORT, replaced("rankings.jsonl", RANKINGS.replace("1.0", "NaN"))),
    ("text score", IMPORT, replaced("rankings.jsonl", RANKINGS.replace("1.0", '"high"'))),
    ("one case missing", IMPORT, replaced("rankings.jsonl", RANKINGS.splitlines()[0])),
    (
        "all lists empty",
        IMPORT,
        replaced("rankings.jsonl", '{"case_id":"q1","results":[]}\n{"case_id":"q2","results":[]}'),
    ),
    (
        "other questions",
        IMPORT,
        replaced("rankings.jsonl", RANKINGS.replace("q1", "z1").replace("q2", "z2")),
    ),
    (
        "ids of documents",
        IMPORT,
        replaced("rankings.jsonl", RANKINGS.replace('"a"', '"a#c1"').replace('"b"', '"b#c1"')),
    ),
    (
        "a folder for a file",
        ("import", "--golden", ".", "--rankings", "rankings.jsonl"),
        lambda _: None,
    ),
    ("unknown format", (*IMPORT, "--format", "xml"), lambda _: None),
    ("cutoff 0", (*IMPORT, "--cutoff", "0"), lambda _: None),
    ("cutoff text", (*IMPORT, "--cutoff", "ten"), lambda _: None),
    ("min grade beyond every label", (*IMPORT, "--min-grade", "3"), lambda _: None),
    (
        "a manifest of another index",
        (*IMPORT, "--manifest", "m.jsonl"),
        replaced("m.jsonl", '{"chunk_id":"zzz"}\n'),
    ),
    ("an empty manifest", (*IMPORT, "--manifest", "m.jsonl"), replaced("m.jsonl", "")),
    ("missing suite", RUN, removed("suite.toml")),
    ("empty suite", RUN, replaced("suite.toml", "")),
    ("broken TOML", RUN, replaced("suite.toml", "name = ")),
    ("typo in the suite", RUN, suite("cutof = 10\n")),
    ("same key twice", RUN, suite('name = "t"\n')),
    ("depth below cutoff", RUN, suite("cutoff = 10\ndepth = 5\n")),
    ("unknown retriever", RUN, replaced("suite.toml", SUITE.replace("recorded", "recordd"))),
    ("typo in the retriever", RUN, replaced("suite.toml", SUITE + "lnguage = 'es'\n")),
    ("samples 0", (*RUN, "--samples", "0"), lambda _: None),
    ("more samples than recorded", (*RUN, "--samples", "3"), lambda _: None),
    ("only blind cases asked for", (*RUN, "--blind"), lambda _: None),
    (
        "everything is a draft",
        RUN,
        replaced("golden.jsonl", GOLDEN.replace('"question"', '"status":"draft","question"')),
    ),
    ("B53 typo in the policy", RUN, policy("[recall]\nflor = '9/10'\n")),
    ("B53 floor 0", RUN, policy("[recall]\nfloor = 0\n")),
    ("B43 floor NaN", RUN, policy("[recall]\nfloor = nan\n")),
    ("B43 floor above 1", RUN, policy("[recall]\nfloor = '12/10'\n")),
    ("B43 negative floor", RUN, policy("[recall]\nfloor = -1\n")),
    ("mean quality 0", RUN, policy("[recall]\nmean_quality = 0\n")),
    ("noise ceiling 1", RUN, policy("[noise]\nceiling = 1\n")),
    ("noise tolerance 1", RUN, policy("[noise]\ntolerance = 1\n")),
    ("every failure tolerated", RUN, policy("[tolerance]\nother = 1\n")),
    ("gold failures tolerated", RUN, policy("[tolerance]\ngold = 5\n")),
    ("0.67 for two of three", RUN, policy("[sampling]\nmin_agreement = 0.67\n")),
    ("policy without its file", RUN, suite('policy = "nowhere.toml"\n')),
    ("newer database", IMPORT, database(newer)),
    ("a text file for a database", IMPORT, database(lambda p: p.write_text("hello " * 500))),
    ("a folder for a database", IMPORT, database(lambda p: p.mkdir())),
    ("unknown run", ("show", "nothing"), lambda _: None),
    ("unknown run to verify", ("verify", "latest"), lambda _: None),
    ("unknown command", ("acept",), lambda _: None),
    ("unknown option", (*IMPORT, "--fast"), lambda _: None),
]


@pytest.mark.parametrize(
    ("command", "breaking"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN]
)
def test_b52_b55_broken_input_is_never_0_and_never_accept(
    folder, monkeypatch, capsys, command, breaking
):
    breaking(folder)
    code, out, err = unbury(monkeypatch, capsys, *command)
    assert code in (1, 2, 3, 4), (code, err)
    assert "ACCEPT" not in out
    assert "internal error" not in err


def test_b54_one_failed_question_beside_perfect_ones_withholds_the_verdict(
    folder, monkeypatch, capsys
):
    many = "".join(f'{{"id":"q{i}","question":"?","expected":["a"]}}\n' for i in range(100))
    lists = "".join(
        f'{{"case_id":"q{i}","results":[{{"chunk_id":"a","score":1.0}}]}}\n' for i in range(99)
    )
    (folder / "golden.jsonl").write_text(many)
    (folder / "rankings.jsonl").write_text(lists + '{"case_id":"q99","error":"timed out"}\n')
    code, out, _ = unbury(monkeypatch, capsys, *IMPORT)
    assert (code, "CANNOT JUDGE" in out) == (3, True)


def test_a_locked_database_is_busy_and_nothing_is_judged(folder, monkeypatch, capsys):
    unbury(monkeypatch, capsys, *IMPORT)
    monkeypatch.setitem(open_store.__kwdefaults__, "patience", 0.2)
    with sqlite3.connect(folder / "u.db", isolation_level=None) as other:
        other.execute("begin exclusive")
        code, out, err = unbury(monkeypatch, capsys, *IMPORT)
        other.execute("rollback")
    assert (code, out) == (2, "")
    assert "another process" in err


def test_a_crash_anywhere_ends_in_70(folder, monkeypatch, capsys):
    def crash(*_, **__):
        raise RuntimeError("boom")

    for place in ("judge_run.decide", "judge_run.examine", "import_run.read_label_file"):
        with monkeypatch.context() as patched:
            patched.setattr(f"evalcore.workflows.{place}", crash)
            code, out, err = unbury(patched, capsys, *IMPORT)
        assert (code, out) == (70, "")
        assert "boom" in err


def test_ctrl_c_keeps_nothing_half_written(folder):
    (folder / "slow.py").write_text(
        "import time\ndef search(query, depth):\n    time.sleep(0.05)\n    return ['a']\n"
    )
    (folder / "suite.toml").write_text(
        'name = "s"\ngolden = "golden.jsonl"\n[retriever]\nkind = "python"\ncallable = "slow:search"\n'
    )
    (folder / "golden.jsonl").write_text(
        "".join(f'{{"id":"q{i}","question":"?","expected":["a"]}}\n' for i in range(400))
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "evalcore", "run", "suite.toml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ},
    )
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"ACCEPT" not in out
    assert not (folder / "u.db").exists()
