"""The committed sample is what its own program makes of its sources."""

import subprocess
import sys

from support.shell import ROOT


def test_manifests_quotes_counts_and_vectors_are_current():
    done = subprocess.run(
        [sys.executable, ROOT / "sample_runs" / "despacho" / "build.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
