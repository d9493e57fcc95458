"""The answer reaches whoever asked, whatever signs their terminal has."""

import os
import subprocess
import sys

import pytest

from support.bench import case, gold, listed


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_without_our_signs_gets_the_verdict_and_its_exit_code(bench, encoding):
    bench.bring([case("q", gold("a"), question="¿Qué percibos? 漢")], [listed("q", "b")])
    bench.judge()
    done = subprocess.run(
        [sys.executable, "-m", "evalcore", "gate", "latest"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"BLOCK" in done.stdout
