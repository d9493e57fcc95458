"""Whatever is changed in the file behind a verdict's back is found."""

import sqlite3
import struct
import zlib

import pytest

from evalcore.errors import DamagedDatabase, StoreError
from evalcore.gate.decide import decide
from evalcore.gate.evidence import Evidence
from evalcore.model.canonical import canonical_json
from evalcore.model.plain_verdict import verdict_to_plain
from evalcore.workflows.document_case import document_case
from evalcore.workflows.gate_run import gate_run
from evalcore.workflows.promote_run import promote_run
from evalcore.workflows.verify_run import verify_run

from support.bench import case, listed, plain


@pytest.fixture
def judged(bench):
    """A blocked run: one failure in twenty without a diagnosis."""
    cases = [*(case(f"q{n}", plain("a")) for n in range(19)), case("bad", plain("z"))]
    bench.bring(cases, [listed(one["id"], "a") for one in cases])
    bench.judge(label="judged")
    return bench


def unguarded(bench):
    connection = sqlite3.connect(bench.db, isolation_level=None)
    guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in guards:
        connection.execute(f"DROP TRIGGER {name}")
    return connection


def change(bench, *statements):
    connection = unguarded(bench)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def forged(bench, connection):
    """A verdict as the gate would write it, if somebody had signed."""
    run = bench.stored("judged")
    evidence = Evidence(
        examination=run.examination, policy=run.policy, documented=frozenset({"bad"})
    )
    verdict = decide(evidence)
    body = canonical_json(verdict_to_plain(verdict)).decode()
    connection.execute("UPDATE verdicts SET decision = 'ACCEPT', exit_code = 0, body = ?", [body])


def rewritten(connection, **changed):
    """The first block of lists with some columns changed, its checksum made to fit."""
    columns = ("cases", "failures", "sizes", "chunks", "scores", "raw_scores")
    block = connection.execute(f"SELECT {', '.join(columns)} FROM ranking_blocks").fetchone()
    row = {
        name: changed[name](old) if name in changed else old
        for name, old in zip(columns, block, strict=True)
    }
    crc = 0
    for part in row.values():
        crc = zlib.crc32((part.encode() if isinstance(part, str) else part) or b"", crc)
    values = [row["cases"], row["scores"], crc]
    connection.execute("UPDATE ranking_blocks SET cases = ?, scores = ?, crc = ?", values)


def score(_bench, connection):
    rewritten(connection, scores=lambda old: struct.pack("<d", 0.9) + old[8:])


def another_case(_bench, connection):
    rewritten(connection, cases=lambda old: old.replace('"q3"', '"x"'))


def other_golden(bench, connection):
    bench.bring([case("q0", "a")], [listed("q0", "a")])
    bench.judge(label="other")
    connection.execute(
        "UPDATE runs SET golden_hash = (SELECT golden_hash FROM runs WHERE label = 'other')"
    )


def test_an_untouched_run_agrees_bit_for_bit(judged):
    found = verify_run(judged.db, "judged")
    assert (found.agrees, found.decision, found.cases) == (True, "BLOCK", 20)


@pytest.mark.parametrize(
    ("tampering", "found"),
    [
        ("UPDATE verdicts SET decision = 'ACCEPT'", "verdict: the run's entry says 'ACCEPT'"),
        ("UPDATE verdicts SET exit_code = 0", "exit code: the run's entry says 0"),
        ("UPDATE verdicts SET counted = 5, measured = 5", "5 of 5 cases were measured"),
        ("UPDATE verdicts SET body = replace(body, '1/20', '0/20')", "byte for byte"),
        ("UPDATE case_results SET state = 'pass' WHERE case_id = 'bad'", "state of case 'bad'"),
        ("UPDATE case_results SET case_id = 'x' WHERE case_id = 'bad'", "not those that results"),
        ("UPDATE case_results SET noise_num = 1, noise_den = 1", "noise_num of case"),
        ("UPDATE runs SET suite = 'other'", "suite: "),
        ("UPDATE runs SET samples = 5", "samples: the run's entry says 5"),
        ("UPDATE runs SET seed = 1", "seed: "),
        ("UPDATE runs SET exam = replace(exam, '\"cutoff\":10', '\"cutoff\":2')", "cutoff: "),
        ("UPDATE runs SET exam = replace(exam, 'grade\":1', 'grade\":2')", "min_grade: "),
        ("UPDATE runs SET exam = replace(exam, 'higher', 'lower')", "direction: "),
        (another_case, "state of case 'q3'"),
        (score, "noise_threshold of case 'q0'"),
        (forged, "diagnosis of case 'bad' that nobody signed"),
        (other_golden, "not those that results are stored of"),
    ],
)
def test_tampering_is_found(judged, tampering, found):
    connection = unguarded(judged)
    if callable(tampering):
        tampering(judged, connection)
    else:
        connection.execute(tampering)
    connection.close()
    differences = "\n".join(verify_run(judged.db, "judged").differences)
    assert found in differences


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE policies SET body = replace(body, '9/10', '1/10')",
        "UPDATE goldens SET body = x'00'",
        "UPDATE ranking_blocks SET scores = zeroblob(length(scores))",
        "DELETE FROM ranking_blocks",
        "DELETE FROM case_results WHERE case_id = 'q3'",
        "UPDATE verdicts SET body = '{}'",
        "UPDATE runs SET context = '{}'",
    ],
)
def test_damage_is_refused_while_it_is_read(judged, statement):
    change(judged, statement)
    with pytest.raises(StoreError):
        verify_run(judged.db, "judged")


def test_a_policy_swapped_for_a_laxer_one_is_found(judged):
    lax = judged.write("lax.toml", "[tolerance]\ndocumented = false\n")
    gate_run(judged.db, "judged", policy=lax)
    change(judged, "UPDATE runs SET policy_hash = (SELECT policy_hash FROM verdicts WHERE key = 2)")
    assert any("policy: " in one for one in verify_run(judged.db, "judged").differences)


def test_every_verdict_is_recomputed_by_its_own_policy(judged):
    lax = judged.write("lax.toml", "[tolerance]\ndocumented = false\n")
    assert gate_run(judged.db, "judged", policy=lax).verdict.exit_code == 0
    assert verify_run(judged.db, "judged").differences == ()
    change(judged, "UPDATE verdicts SET body = replace(body, '1/20', '0/20') WHERE key = 1")
    assert verify_run(judged.db, "judged").differences[0].startswith("verdict 1: ")


def test_a_diagnosis_that_is_taken_away_is_missed(judged):
    document_case(judged.db, "judged", "bad", text="Being re-cut.", author="M. R.")
    gate_run(judged.db, "judged")
    assert verify_run(judged.db, "judged").agrees
    change(judged, "DELETE FROM documented")
    assert "nobody signed" in verify_run(judged.db, "judged").differences[0]


def test_a_run_of_another_version_says_so_where_it_differs(judged):
    change(judged, "UPDATE runs SET version = '0.0.1', samples = 2")
    assert "unbury 0.0.1" in verify_run(judged.db, "judged").differences[-1]


def test_a_run_listed_as_accepted_without_such_a_verdict_is_not_promoted(judged):
    change(judged, "UPDATE verdicts SET decision = 'ACCEPT', exit_code = 0")
    with pytest.raises(DamagedDatabase, match="listed as ACCEPT"):
        promote_run(judged.db, "judged", who="M. R.", why="It is green")
