"""The command line as a person uses it: real processes, a database of their own."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "data"


@dataclass(frozen=True)
class Done:
    exit: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@dataclass(frozen=True)
class Shell:
    db: Path
    folder: Path

    def unbury(self, *arguments: str | Path, env: dict[str, str] | None = None) -> Done:
        command = [sys.executable, "-m", "evalcore", *map(str, arguments)]
        done = subprocess.run(
            command,
            capture_output=True,
            cwd=self.folder,
            env={**os.environ, "UNBURY_DB": str(self.db), "COLUMNS": "120", **(env or {})},
            timeout=300,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def read(self, *arguments: str | Path) -> Done:
        """The same command within this process: for many readings of what one process made."""
        from evalcore.cli.main import main

        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.setattr(sys, "argv", ["unbury", *map(str, arguments)])
            patch.setenv("UNBURY_DB", str(self.db))
            patch.setenv("COLUMNS", "120")
            patch.chdir(self.folder)
            with pytest.raises(SystemExit) as left:
                main()
        for stream in (out, err):
            stream.flush()
        told = [stream.buffer.getvalue().decode() for stream in (out, err)]
        return Done(int(left.value.code or 0), *told)


def shared(path: str) -> Path:
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"needs the shared collection {path}")
    return found
