import json
import sys

import pytest

from evalcore.cli.main import main

from support.bench import Bench


class Answer:
    """What a command said, and what it left with."""

    def __init__(self, code, said):
        self.exit, self.out, self.err = code, said.out, said.err

    @property
    def json(self):
        """The answer, read as strictly as JSON can be."""
        return json.loads(self.out, parse_constant=_no_number)


def _no_number(name):
    raise ValueError(f"{name} is not JSON")


@pytest.fixture
def bench(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bench = Bench(tmp_path)
    monkeypatch.setenv("UNBURY_DB", str(bench.db))
    monkeypatch.setenv("COLUMNS", "200")
    return bench


@pytest.fixture
def unbury(bench, monkeypatch, capsys):
    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["unbury", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        return Answer(left.value.code, capsys.readouterr())

    return call
