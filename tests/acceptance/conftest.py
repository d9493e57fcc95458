"""A command line with a database of its own, and the demo's story told once."""

import pytest

from support.shell import Shell


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path / "unbury.db", tmp_path)


@pytest.fixture(scope="session")
def told(tmp_path_factory):
    """The demo's story, told once."""
    folder = tmp_path_factory.mktemp("demo")
    shell = Shell(folder / "unbury-demo.db", folder)
    done = shell.unbury("demo", "--no-serve", "--db", shell.db)
    assert done.exit == 0, done.err
    return shell, done
