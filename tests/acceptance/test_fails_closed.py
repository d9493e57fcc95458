"""Whatever is wrong with what people bring, the answer is never a 0 and never ACCEPT."""

import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from evalcore.cli.main import main
from evalcore.formats.policy_model import PolicyTable
from evalcore.formats.suite import SuiteTable
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


def somebody_else_s(path):
    with sqlite3.connect(path) as db:
        db.execute("create table theirs (x)")


def two_grades():
    labels = '[{"chunk_id":"a","grade":1},{"chunk_id":"a","grade":2}]'
    return f'{{"id":"q1","question":"?","relevant":{labels}}}\n' + GOLDEN.splitlines()[1]


def one_retired():
    return '{"id":"q1","question":"?","expected":["a"],"status":"retired"}\n'


def cut_off():
    """Files that end too early, at places that are no end of anything."""
    for name, whole in (("golden", GOLDEN), ("rankings", RANKINGS)):
        for share in (3, 6, 9):
            end = len(whole) * share // 10
            yield f"{name} cut at {share}/10", IMPORT, replaced(f"{name}.jsonl", whole[:end])
    for end in (3, 12, 24, len(SUITE) - 3):
        yield f"suite cut at byte {end}", RUN, replaced("suite.toml", SUITE[:end])


def policy_keys():
    for table, field in PolicyTable.model_fields.items():
        inner = getattr(field.annotation, "model_fields", None)
        if inner is None:
            yield None, table, field
        else:
            yield from ((table, one.alias or key, one) for key, one in inner.items())


def misspelt(word):
    """The word with two letters in each other's place."""
    return word[0] + word[2] + word[1] + word[3:] if word[1] != word[2] else word + "s"


def typos():
    """Every key of policy and suite, misspelt."""
    for table, key, _ in policy_keys():
        head = "" if table is None else f"[{table}]\n"
        text = f"{head}{misspelt(key)} = 1\n"
        yield f"B53 policy: {table}.{misspelt(key)}", RUN, policy(text)
    tables = {table for table, _, _ in policy_keys() if table is not None}
    for table in sorted(tables):
        yield f"B53 policy: [{misspelt(table)}]", RUN, policy(f"[{misspelt(table)}]\n")
    for key, field in SuiteTable.model_fields.items():
        wrong = misspelt(field.alias or key)
        yield f"B53 suite: {wrong}", RUN, suite(f'{wrong} = "x"\n')


def not_numbers():
    """Every number of the policy as NaN, infinite, and as a negative number (B43)."""
    for table, key, _ in policy_keys():
        if table is None or key in {"documented", "domain"}:
            continue
        for value in ("nan", "inf", "-1"):
            yield f"B43 {table}.{key} = {value}", RUN, policy(f"[{table}]\n{key} = {value}\n")


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
    ("an empty database of nobody", IMPORT, database(lambda p: p.write_bytes(b"SQLite"))),
    ("somebody else's database", IMPORT, database(somebody_else_s)),
    ("a zero byte in an id", IMPORT, replaced("rankings.jsonl", RANKINGS.replace('"a"', "7"))),
    ("an infinite score", IMPORT, replaced("rankings.jsonl", RANKINGS.replace("1.0", "1e999"))),
    (
        "a score that is a truth value",
        IMPORT,
        replaced("rankings.jsonl", RANKINGS.replace("1.0", "true")),
    ),
    ("a decimal comma", IMPORT, replaced("rankings.jsonl", RANKINGS.replace("1.0", '"0,83"'))),
    ("a list without its field", IMPORT, replaced("rankings.jsonl", '{"case_id":"q1"}\n')),
    ("the same list twice", IMPORT, replaced("rankings.jsonl", RANKINGS + RANKINGS)),
    ("rankings in UTF-16", IMPORT, replaced("rankings.jsonl", RANKINGS.encode("utf-16"))),
    ("a hundred thousand brackets", IMPORT, replaced("golden.jsonl", "[" * 100_000)),
    (
        "a number of 5,000 digits",
        IMPORT,
        replaced("rankings.jsonl", RANKINGS.replace("1.0", "9" * 5000)),
    ),
    ("a lone surrogate", IMPORT, replaced("golden.jsonl", GOLDEN.replace("?", "\\ud800"))),
    ("one chunk with two grades", IMPORT, replaced("golden.jsonl", two_grades())),
    ("nothing but a retired case", IMPORT, replaced("golden.jsonl", one_retired())),
    ("a policy that is no TOML", (*IMPORT, "--policy", "golden.jsonl"), lambda _: None),
    ("a baseline that is not there", (*IMPORT, "--baseline", "nobody"), lambda _: None),
    ("a bundle that is none", ("merge", "golden.jsonl"), lambda _: None),
    ("a gate on nothing", ("gate", "latest"), lambda _: None),
    ("a report of nothing", ("report", "latest", "-o", "r.html"), lambda _: None),
    ("a comparison with nothing", ("compare", "latest", "baseline"), lambda _: None),
    ("stability of one run", ("stability", "latest"), lambda _: None),
    ("a promotion of nothing", ("promote", "latest"), lambda _: None),
    ("a backup of nothing", ("backup", "copy.db"), lambda _: None),
    ("a dashboard with writers that only reads", ("serve", "--writer", "a@b.c"), lambda _: None),
    *cut_off(),
    *typos(),
    *not_numbers(),
]


def test_the_table_is_as_long_as_was_promised():
    assert len({name for name, *_ in BROKEN}) == len(BROKEN) >= 80


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


@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)], ids=["INT", "TERM"]
)
def test_an_interruption_keeps_nothing_half_written(folder, how, code):
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
        # A test started in the background inherits an ignored SIGINT; a person's shell does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 one thread
    )
    time.sleep(2.5)
    process.send_signal(how)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == code
    assert b"ACCEPT" not in out
    assert not (folder / "u.db").exists()


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from evalcore.cli.main import main
main()
"""


@pytest.mark.parametrize("left", [0, 20_000, 60_000, 120_000])
def test_a_full_disk_is_said_and_nothing_is_kept(folder, left):
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(left), *IMPORT], capture_output=True, check=False
    )
    assert ran.returncode == 2, ran.stderr
    assert b"ACCEPT" not in ran.stdout
    assert b"nothing was changed" in ran.stderr
    whole = subprocess.run(
        [sys.executable, "-m", "evalcore", *IMPORT], capture_output=True, check=False
    )
    assert whole.returncode == 0, whole.stderr


def test_a_folder_that_may_not_be_written_is_said(folder, monkeypatch, capsys):
    unbury(monkeypatch, capsys, *IMPORT)  # everything that is loaded late is loaded now
    before = (folder / "u.db").read_bytes()
    (folder / "u.db").chmod(0o444)
    folder.chmod(0o555)
    nobody = os.geteuid() == 0
    if nobody:
        for parent in list(folder.parents)[:-2]:
            parent.chmod(parent.stat().st_mode | 0o111)
        os.seteuid(65534)
    try:
        code, out, err = unbury(monkeypatch, capsys, *IMPORT)
    finally:
        if nobody:
            os.seteuid(0)
        folder.chmod(0o755)
    assert (code, "ACCEPT" in out) == (2, False), err
    assert "cannot be" in err
    assert (folder / "u.db").read_bytes() == before
